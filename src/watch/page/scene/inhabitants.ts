import {
  CanvasTexture,
  Mesh,
  NearestFilter,
  type Object3D,
  type Scene,
  Sprite,
  SpriteMaterial,
} from 'three'
import type { EntityMessage, RecordingPosition } from '../../recording-format.ts'
import type { ItemIcons } from '../item-icons.ts'
import type { Cut } from '../mesher/messages.ts'
import { BodyModel } from './body-model.ts'
import { isCutAway } from './slice.ts'

/** Share of the distance to its recorded position that is left after one second. */
const LAG_LEFT = 1e-5

/** Beyond this distance (blocks), a body jumps to its recorded position. */
const JUMP = 8

/** Size of an unknown entity's box, and of an item entity (blocks). */
const UNKNOWN_SIZE = 0.6
const ITEM_SIZE = 0.45

/** Without a cut, entities are drawn down to this distance below the agent (blocks), as the terrain is. */
const DEEPEST = 32

/** Kinds of entities that are not drawn. */
const INVISIBLE = new Set(['experience_orb', 'marker', 'area_effect_cloud', 'interaction'])

interface Inhabitant {
  readonly object: Object3D
  /** Null for an item entity. */
  readonly model: BodyModel | null
  readonly look: string
}

/** Mobs, other players and item entities. */
export class Inhabitants {
  readonly #scene: Scene
  readonly #icons: ItemIcons
  readonly #shown = new Map<number, Inhabitant>()

  readonly #onChange: () => void

  constructor(scene: Scene, icons: ItemIcons, onChange: () => void) {
    this.#scene = scene
    this.#icons = icons
    this.#onChange = onChange
  }

  /**
   * Shows exactly these entities, except those that the cut hides and those in rock far below, `seconds` after the last
   * update.
   * @param height of the agent's feet (y).
   * @returns Whether an entity is still moving.
   */
  update(
    entities: ReadonlyMap<number, EntityMessage>,
    seconds: number,
    cut: Cut | null,
    height: number,
  ): boolean {
    let isMoving = false
    for (const [id, { object }] of this.#shown) {
      if (entities.has(id)) continue
      this.#remove(object)
      this.#shown.delete(id)
      isMoving = true
    }
    for (const [id, entity] of entities) {
      if (INVISIBLE.has(entity.kind ?? '')) continue
      const inhabitant = this.#inhabitant(id, entity)
      inhabitant.object.visible = cut
        ? !isCutAway(cut, entity.pos)
        : entity.pos.y > height - DEEPEST
      isMoving = this.#move(inhabitant, entity, seconds) || isMoving
    }
    return isMoving
  }

  /** The object of an entity; null if it is not drawn. */
  object(id: number): Object3D | null {
    return this.#shown.get(id)?.object ?? null
  }

  #inhabitant(id: number, entity: EntityMessage): Inhabitant {
    const look = `${entity.kind} ${entity.kind === 'item' ? entity.label : ''}`
    const known = this.#shown.get(id)
    if (known?.look === look) return known
    if (known) this.#remove(known.object)
    const made = this.#make(entity, look)
    place(made.object, entity.pos)
    this.#shown.set(id, made)
    this.#scene.add(made.object)
    return made
  }

  #make(entity: EntityMessage, look: string): Inhabitant {
    const { kind = 'unknown', label = '', width, height } = entity
    if (kind === 'item') return { object: this.#item(label), model: null, look }
    const model = BodyModel.of(kind, width || UNKNOWN_SIZE, height || UNKNOWN_SIZE)
    return { object: model.object, model, look }
  }

  #item(name: string): Object3D {
    const picture = new CanvasTexture(this.#icons.canvas(name))
    picture.magFilter = NearestFilter
    void this.#icons.flatCanvas(name).then(() => {
      picture.needsUpdate = true
      this.#onChange()
    })
    const sprite = new Sprite(new SpriteMaterial({ map: picture, alphaTest: 0.1 }))
    sprite.scale.setScalar(ITEM_SIZE)
    sprite.center.set(0.5, 0)
    return sprite
  }

  #remove(object: Object3D): void {
    this.#scene.remove(object)
    object.traverse((part) => {
      if (part instanceof Mesh) part.geometry.dispose()
      if (part instanceof Sprite) part.material.map?.dispose()
    })
  }

  #move({ object, model }: Inhabitant, { pos, yaw }: EntityMessage, seconds: number): boolean {
    const before = object.position.clone()
    const away = Math.hypot(pos.x - before.x, pos.y - before.y, pos.z - before.z)
    // An item entity always faces the camera.
    const turn = model ? turnTo(object.rotation.y, yaw) : 0
    if (away < 0.005 && Math.abs(turn) < 0.01) return false
    const part = away > JUMP ? 1 : 1 - LAG_LEFT ** seconds
    object.position.lerp(object.position.clone().set(pos.x, pos.y, pos.z), part)
    object.rotation.y += turn * part
    model?.move(Math.hypot(object.position.x - before.x, object.position.z - before.z), seconds)
    return true
  }
}

function place(object: Object3D, { x, y, z }: RecordingPosition): void {
  object.position.set(x, y, z)
}

/** The shorter rotation from one angle to another (radians). */
export function turnTo(from: number, to: number): number {
  const full = Math.PI * 2
  return ((((to - from + Math.PI) % full) + full) % full) - Math.PI
}
