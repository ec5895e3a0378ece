import type { Object3D, Scene, Texture } from 'three'
import type { PoseMessage } from '../../recording-format.ts'
import type { ItemIcons } from '../item-icons.ts'
import { BodyModel } from './body-model.ts'
import { heldItem } from './held-item.ts'
import { turnTo } from './inhabitants.ts'

/** Part of the way to its place that the agent is still away after a second. */
const LAG_LEFT = 1e-6

/** The agent further away from its place than this (blocks) jumps there. */
const JUMP = 12

/** What is seen of the agent through what stands before it. */
const SHADE = 0x35e0d0

/** The agent itself, on its way to where it was last seen. */
export class AgentBody {
  readonly #model: BodyModel
  #held = ''
  #yaw = 0
  #pitch = 0

  readonly #onChange: () => void

  /** @param onChange is told when it has something else in its hand. */
  constructor(scene: Scene, onChange: () => void) {
    this.#onChange = onChange
    this.#model = BodyModel.of('player', 0.6, 1.8)
    this.#model.object.visible = false
    this.#model.shineThrough(SHADE)
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

  /** Puts an item in its hand, in the place of what was there; empty for none. */
  async hold(item: string, icons: ItemIcons, atlas: Texture): Promise<void> {
    if (item === this.#held) return
    this.#held = item
    const thing = item ? await heldItem(item, icons, atlas) : null
    if (item !== this.#held) return
    this.#model.hold(thing)
    this.#onChange()
  }

  /**
   * Moves on towards a pose; true while it is under way.
   * @param strike how far a blow of its hand has come, 0 to 1; null when it does not strike.
   */
  update(pose: PoseMessage, seconds: number, isSeen: boolean, strike: number | null): boolean {
    const { object } = this.#model
    const isNew = !object.userData.placed
    object.userData.placed = true
    object.visible = isSeen
    const { x, y, z } = object.position
    const away = Math.hypot(pose.pos.x - x, pose.pos.y - y, pose.pos.z - z)
    const turn = turnTo(this.#yaw, pose.yaw)
    const tilt = pose.pitch - this.#pitch
    const part = isNew || away > JUMP ? 1 : 1 - LAG_LEFT ** seconds
    object.position.lerp(object.position.clone().set(pose.pos.x, pose.pos.y, pose.pos.z), part)
    this.#yaw += turn * part
    this.#pitch += tilt * part
    object.rotation.y = this.#yaw
    this.#model.look(this.#pitch)
    this.#model.move(Math.hypot(object.position.x - x, object.position.z - z), seconds, strike)
    return away > 0.005 || Math.abs(turn) > 0.005 || Math.abs(tilt) > 0.005
  }
}
