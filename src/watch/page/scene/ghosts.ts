import {
  BufferGeometry,
  CanvasTexture,
  Color,
  Group,
  Line,
  LineBasicMaterial,
  Mesh,
  MeshLambertMaterial,
  type Scene,
  Sprite,
  SpriteMaterial,
  Vector3,
} from 'three'
import type { ViewState } from '../state/view-state.ts'
import { BodyModel } from './body-model.ts'
import { turnTo } from './inhabitants.ts'
import { POSE_SHAPES } from './pose-shape.ts'

/** An agent of a race in the view of another one. */
export interface Ghost {
  /** Text of its tag. */
  readonly name: string
  /** CSS colour such as `#e4572e`. */
  readonly colour: string
  readonly view: ViewState
  /** Whether the view follows it: then only its tag is drawn, because it has a body. */
  readonly isFollowed: boolean
}

/** Share of the distance to its recorded position that is left after one second, and a jump (blocks). */
const LAG_LEFT = 1e-6
const JUMP = 12

const OPACITY = 0.55

/** Number of parts of the trail that are drawn. */
const TRAIL_PARTS = 80

/** Height of a tag above the feet (blocks), and its size as a share of the view's height. */
const TAG_HEIGHT = 2.25
const TAG_SIZE = 0.07

/** Distance within which tags are put above each other (blocks), and their step as a share of a tag's height. */
const NEAR = 1.5
const TAG_STEP = 1.1

/** Size of a tag's picture (pixels). */
const TAG_PIXELS = 64
const MARGIN = 20

interface Shown {
  readonly group: Group
  readonly model: BodyModel
  readonly trail: Line
  readonly tag: Sprite
  parts: number
}

/** The agents of the other trials of a race as translucent bodies, with their names and recent ways. */
export class Ghosts {
  readonly #scene: Scene
  readonly #shown = new Map<string, Shown>()

  constructor(scene: Scene) {
    this.#scene = scene
  }

  /** Shows ghosts, `seconds` after the last update. @returns Whether one is still moving. */
  update(ghosts: readonly Ghost[], seconds: number): boolean {
    let isMoving = false
    for (const ghost of ghosts) {
      const shown = this.#shown.get(ghost.name) ?? this.#make(ghost)
      isMoving = move(shown, ghost, seconds) || isMoving
    }
    this.#stackTags()
    return isMoving
  }

  /** Puts the tags of agents at one place above each other. */
  #stackTags(): void {
    const all = [...this.#shown.values()]
    for (const [i, { group, tag }] of all.entries()) {
      const near = all
        .slice(0, i)
        .filter((other) => other.group.position.distanceTo(group.position) < NEAR)
      tag.center.y = -near.length * TAG_STEP
    }
  }

  #make({ name, colour }: Ghost): Shown {
    const model = BodyModel.of('player', 0.6, 1.8)
    tint(model, colour)
    model.addSilhouette(new Color(colour).getHex())
    const look = { color: colour, transparent: true, opacity: 0.8, depthTest: false, fog: false }
    const trail = new Line(new BufferGeometry(), new LineBasicMaterial(look))
    trail.frustumCulled = false
    trail.renderOrder = 10
    const tag = nameTag(name, colour)
    const group = new Group().add(model.object, tag)
    const shown = { group, model, trail, tag, parts: -1 }
    this.#shown.set(name, shown)
    this.#scene.add(group, trail)
    return shown
  }
}

function move(shown: Shown, { view, isFollowed }: Ghost, seconds: number): boolean {
  const { group, model } = shown
  const { pose, trail } = view
  group.visible = pose !== null
  shown.trail.visible = pose !== null
  if (!pose) return false
  const before = group.position.clone()
  const target = new Vector3(pose.pos.x, pose.pos.y, pose.pos.z)
  const away = before.distanceTo(target)
  const part = away > JUMP ? 1 : 1 - LAG_LEFT ** seconds
  const turn = turnTo(model.object.rotation.y, pose.yaw)
  const changed = away > 0.005 || Math.abs(turn) > 0.01 || model.object.visible === isFollowed
  group.position.lerp(target, part)
  model.object.visible = !isFollowed
  model.object.rotation.y += turn * part
  model.take(POSE_SHAPES[pose.pose ?? 'stand'])
  model.look(pose.pitch)
  const [dx, dz] = [group.position.x - before.x, group.position.z - before.z]
  model.move(Math.hypot(dx, dz), seconds)
  if (trail.length === shown.parts) return changed
  shown.parts = trail.length
  const parts = trail.slice(-TRAIL_PARTS)
  const points = parts.map(([from]) => new Vector3(from.x, from.y + 0.3, from.z))
  const [, last] = parts.at(-1) ?? []
  if (last) points.push(new Vector3(last.x, last.y + 0.3, last.z))
  shown.trail.geometry.dispose()
  shown.trail.geometry = new BufferGeometry().setFromPoints(points)
  return true
}

/** Makes a body translucent in a colour. */
function tint(model: BodyModel, colour: string): void {
  model.object.traverse((part) => {
    if (!(part instanceof Mesh) || !(part.material instanceof MeshLambertMaterial)) return
    const { material } = part
    material.color.set(colour)
    material.opacity = OPACITY
    material.transparent = true
  })
}

/** A name that is readable at any distance, and through the terrain. */
function nameTag(name: string, colour: string): Sprite {
  const canvas = document.createElement('canvas')
  const font = `600 ${TAG_PIXELS - MARGIN}px system-ui, sans-serif`
  const measure = canvas.getContext('2d')
  if (measure) measure.font = font
  canvas.width = Math.ceil((measure?.measureText(name).width ?? 0) + 2 * MARGIN)
  canvas.height = TAG_PIXELS
  const context = canvas.getContext('2d')
  if (context) {
    context.fillStyle = 'rgb(8 12 16 / 70%)'
    context.fillRect(0, 0, canvas.width, TAG_PIXELS)
    context.fillStyle = colour
    context.fillRect(0, TAG_PIXELS - 6, canvas.width, 6)
    context.font = font
    context.fillStyle = '#fff'
    context.textBaseline = 'middle'
    context.fillText(name, MARGIN, TAG_PIXELS / 2 - 2)
  }
  const map = new CanvasTexture(canvas)
  const look = { map, depthTest: false, fog: false, sizeAttenuation: false }
  const tag = new Sprite(new SpriteMaterial(look))
  tag.scale.set((TAG_SIZE * canvas.width) / TAG_PIXELS, TAG_SIZE, 1)
  tag.center.set(0.5, 0)
  tag.position.y = TAG_HEIGHT
  tag.renderOrder = 20
  return tag
}
