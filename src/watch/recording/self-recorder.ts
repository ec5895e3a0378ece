import type { Body } from '#body/body'
import type { Unsubscribe } from '#body/listen'
import type { BodyMessage, PoseMessage } from '../recording-format.ts'
import type { Say } from './recording-writer.ts'
import { hundredths, roundedPlace } from './rounding.ts'

/** Records where the agent stands and looks, and what its bars and pockets show. */
export class SelfRecorder {
  readonly #body: Body
  readonly #say: Say
  readonly #unsubscribe: Unsubscribe
  /** What was told last, as text. */
  #toldPose = ''
  #toldBody = ''
  #toldBars = ''
  /** What is in the pockets says by itself when it changes. */
  #pocketsChanged = true

  constructor(body: Body, say: Say) {
    this.#body = body
    this.#say = say
    this.#unsubscribe = body.inventory.onChange(() => {
      this.#pocketsChanged = true
    })
  }

  off(): void {
    this.#unsubscribe()
  }

  update(): void {
    const pose = this.#posture()
    const stance = JSON.stringify(pose)
    if (stance !== this.#toldPose) this.#say(pose)
    this.#toldPose = stance
    const { vitals, inventory } = this.#body
    const bars = `${vitals.health} ${vitals.food} ${vitals.air} ${inventory.handSlot}`
    if (bars === this.#toldBars && !this.#pocketsChanged) return
    this.#toldBars = bars
    this.#pocketsChanged = false
    const body = this.#barsAndPockets()
    const state = JSON.stringify(body)
    if (state !== this.#toldBody) this.#say(body)
    this.#toldBody = state
  }

  #posture(): PoseMessage {
    const { position, controls } = this.#body
    return {
      name: 'pose',
      pos: roundedPlace(position),
      yaw: hundredths(controls.yaw),
      pitch: hundredths(controls.pitch),
    }
  }

  #barsAndPockets(): BodyMessage {
    const { vitals, inventory } = this.#body
    return {
      name: 'body',
      health: hundredths(vitals.health),
      food: vitals.food,
      oxygen: vitals.air,
      slots: inventory.slots.flatMap((item, slot) =>
        item ? [[slot, item.name, item.count] as const] : [],
      ),
      hand: inventory.handSlot,
    }
  }
}
