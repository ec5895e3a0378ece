import { type Object3D, type Scene, type Texture, Vector3 } from 'three'
import type { PoseMessage } from '../../recording-format.ts'
import type { ItemIcons } from '../item-icons.ts'
import { BodyModel } from './body-model.ts'
import { heldItem } from './held-item.ts'
import { turnTo } from './inhabitants.ts'
import { POSE_SHAPES } from './pose-shape.ts'
import type { Gaze } from './terrain-shader.ts'

/** Share of the distance to its recorded position that is left after one second. */
const LAG_LEFT = 1e-6

/** Share of a change of the eyes' height that is left after one second. */
const EYE_LAG_LEFT = 1e-4

/** Beyond this distance (blocks), the body jumps to its recorded position. */
const JUMP = 12

/** Colour of the agent where terrain hides it. */
const SILHOUETTE = 0x35e0d0

/** The agent's body, which moves smoothly to its recorded position. */
export class AgentBody {
  readonly #model: BodyModel
  #held = ''
  #yaw = 0
  #pitch = 0
  #eye = POSE_SHAPES.stand.eye

  readonly #onChange: () => void

  /** @param onChange is called when the held item has changed. */
  constructor(scene: Scene, onChange: () => void) {
    this.#onChange = onChange
    this.#model = BodyModel.of('player', 0.6, 1.8)
    this.#model.object.visible = false
    this.#model.addSilhouette(SILHOUETTE)
    scene.add(this.#model.object)
  }

  get object(): Object3D {
    return this.#model.object
  }

  get yaw(): number {
    return this.#yaw
  }

  get pitch(): number {
    return this.#pitch
  }

  /** Height of the eyes above the position (blocks). It changes smoothly. */
  get eyeHeight(): number {
    return this.#eye
  }

  /** Where the eyes are, and where they look. */
  get gaze(): Gaze {
    const { x, y, z } = this.object.position
    return { eye: new Vector3(x, y + this.#eye, z), yaw: this.#yaw, pitch: this.#pitch }
  }

  /** Replaces the held item; an empty name is none. */
  async hold(item: string, icons: ItemIcons, atlas: Texture): Promise<void> {
    if (item === this.#held) return
    this.#held = item
    const thing = item ? await heldItem(item, icons, atlas) : null
    if (item !== this.#held) return
    this.#model.hold(thing)
    this.#onChange()
  }

  /**
   * Moves towards a pose.
   * @param swing Progress of the arm's swing, 0 to 1; null without a swing.
   * @returns Whether the body is still moving.
   */
  update(pose: PoseMessage, seconds: number, isVisible: boolean, swing: number | null): boolean {
    const { object } = this.#model
    const isNew = !object.userData.placed
    object.userData.placed = true
    object.visible = isVisible
    const { x, y, z } = object.position
    const away = Math.hypot(pose.pos.x - x, pose.pos.y - y, pose.pos.z - z)
    const turn = turnTo(this.#yaw, pose.yaw)
    const tilt = pose.pitch - this.#pitch
    const part = isNew || away > JUMP ? 1 : 1 - LAG_LEFT ** seconds
    object.position.lerp(object.position.clone().set(pose.pos.x, pose.pos.y, pose.pos.z), part)
    this.#yaw += turn * part
    this.#pitch += tilt * part
    object.rotation.y = this.#yaw
    const shape = POSE_SHAPES[pose.pose ?? 'stand']
    const rise = shape.eye - this.#eye
    this.#eye += rise * (isNew ? 1 : 1 - EYE_LAG_LEFT ** seconds)
    this.#model.take(shape)
    this.#model.look(this.#pitch)
    this.#model.move(Math.hypot(object.position.x - x, object.position.z - z), seconds, swing)
    return [turn, tilt, away, rise].some((change) => Math.abs(change) > 0.005)
  }
}
