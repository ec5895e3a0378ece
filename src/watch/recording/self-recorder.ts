import type { Body } from '#body/body'
import type { Unsubscribe } from '#body/listen'
import type { BodyMessage, BodyPose, PoseMessage } from '../recording-format.ts'
import type { Emit } from './recording-writer.ts'
import { hundredths, roundedPosition } from './rounding.ts'

/** Records the agent's pose, its health, food and air, and its inventory. */
export class SelfRecorder {
  readonly #body: Body
  readonly #emit: Emit
  readonly #unsubscribe: Unsubscribe
  /** What was recorded last, as text. */
  #lastPose = ''
  #lastBody = ''
  #lastBars = ''
  #inventoryChanged = true

  constructor(body: Body, emit: Emit) {
    this.#body = body
    this.#emit = emit
    this.#unsubscribe = body.inventory.onChange(() => {
      this.#inventoryChanged = true
    })
  }

  off(): void {
    this.#unsubscribe()
  }

  update(): void {
    const pose = this.#pose()
    const poseText = JSON.stringify(pose)
    if (poseText !== this.#lastPose) this.#emit(pose)
    this.#lastPose = poseText
    const { vitals, inventory } = this.#body
    const bars = `${vitals.health} ${vitals.food} ${vitals.air} ${inventory.handSlot}`
    if (bars === this.#lastBars && !this.#inventoryChanged) return
    this.#lastBars = bars
    this.#inventoryChanged = false
    const body = this.#bodyMessage()
    const state = JSON.stringify(body)
    if (state !== this.#lastBody) this.#emit(body)
    this.#lastBody = state
  }

  #pose(): PoseMessage {
    const { position, controls } = this.#body
    const pose = bodyPose(this.#body)
    return {
      name: 'pose',
      ...(pose !== 'stand' && { pose }),
      pos: roundedPosition(position),
      yaw: hundredths(controls.yaw),
      pitch: hundredths(controls.pitch),
    }
  }

  #bodyMessage(): BodyMessage {
    const { vitals, inventory, tools } = this.#body
    const held = inventory.slots[inventory.handSlot]
    const uses = held ? tools.usesLeft(held) : Number.POSITIVE_INFINITY
    return {
      name: 'body',
      health: hundredths(vitals.health),
      food: vitals.food,
      oxygen: vitals.air,
      slots: inventory.slots.flatMap((item, slot) =>
        item ? [[slot, item.name, item.count] as const] : [],
      ),
      hand: inventory.handSlot,
      ...(Number.isFinite(uses) && { uses }),
    }
  }
}

/** The agent's pose, by the rules with which the game decides on it. */
function bodyPose({ vitals, posture, footing, controls }: Body): BodyPose {
  if (vitals.asleep) return 'sleep'
  if (footing.inWater && posture.crawling) return 'swim'
  if (posture.crawling) return 'crawl'
  return controls.isPressed('sneak') ? 'sneak' : 'stand'
}
