import type { Unsubscribe } from '../../body/listen.ts'
import type { Screen, Spectator } from '../../body/spectator.ts'
import type { BodyMessage, PoseMessage } from '../tape-format.ts'
import { hundredths, roundedPlace } from './rounding.ts'
import type { Say } from './tape-writer.ts'

/** Records where the agent stands and looks, and what its bars and pockets show. */
export class SelfTape {
  readonly #spectator: Spectator
  readonly #say: Say
  readonly #unsubscribe: Unsubscribe
  #pose = ''
  #body = ''
  /** Bars as they were told; what is in the pockets says by itself when it changes. */
  #bars = ''
  #pocketsChanged = true

  constructor(spectator: Spectator, say: Say) {
    this.#spectator = spectator
    this.#say = say
    this.#unsubscribe = spectator.onSlot(() => {
      this.#pocketsChanged = true
    })
  }

  off(): void {
    this.#unsubscribe()
  }

  update(): void {
    const pose = this.#posture()
    const stance = JSON.stringify(pose)
    if (stance !== this.#pose) this.#say(pose)
    this.#pose = stance
    const { screen } = this.#spectator
    const bars = JSON.stringify(screen)
    if (bars === this.#bars && !this.#pocketsChanged) return
    this.#bars = bars
    this.#pocketsChanged = false
    const body = this.#barsAndPockets(screen)
    const state = JSON.stringify(body)
    if (state !== this.#body) this.#say(body)
    this.#body = state
  }

  #posture(): PoseMessage {
    const { position, yaw, pitch } = this.#spectator.pose
    return {
      name: 'pose',
      pos: roundedPlace(position),
      yaw: hundredths(yaw),
      pitch: hundredths(pitch),
    }
  }

  #barsAndPockets({ health, food, air, hand }: Screen): BodyMessage {
    return {
      name: 'body',
      health: hundredths(health),
      food,
      oxygen: air,
      slots: this.#spectator.slots.flatMap((item, slot) =>
        item ? [[slot, item.name, item.count] as const] : [],
      ),
      hand,
    }
  }
}
