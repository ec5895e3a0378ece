import type { Bot } from 'mineflayer'
import type { Vec3 } from 'vec3'
import { type Crosshair, isSameFace } from './crosshair.ts'
import { faceOf, NORMALS, UP } from './faces.ts'
import type { Hands } from './hands.ts'
import { raceAbort } from './interrupt.ts'
import { listen, type Unsubscribe } from './listen.ts'
import { withStillHead } from './still-head.ts'

/** Attacks, and uses of entities, blocks and the held item. */
export class Interaction {
  readonly #bot: Bot
  readonly #hands: Hands
  readonly #crosshair: Crosshair

  constructor(bot: Bot, hands: Hands, crosshair: Crosshair) {
    this.#bot = bot
    this.#hands = hands
    this.#crosshair = crosshair
  }

  /**
   * Turns to an entity and attacks it once, if the crosshair meets it within reach.
   * @returns whether the agent attacked.
   * @throws the signal's reason when `signal` fires first.
   */
  async attack(id: number, signal: AbortSignal): Promise<boolean> {
    const isOn = await this.#crosshair.bringToEntity(id, signal)
    const entity = this.#bot.entities[id]
    if (!isOn || !entity) return false
    this.#bot.attack(entity)
    return true
  }

  /**
   * Uses the held item on an entity within reach.
   * @throws the signal's reason when `signal` fires first.
   */
  async useOn(id: number, signal: AbortSignal): Promise<void> {
    await this.#hands.readyToUse(signal)
    const isOn = await this.#crosshair.bringToEntity(id, signal)
    const entity = this.#bot.entities[id]
    if (isOn && entity)
      await raceAbort(
        withStillHead(this.#bot, () => this.#bot.activateEntity(entity)),
        signal,
      )
  }

  /**
   * Uses a block within reach, such as a bed, or the held item on it.
   * @param face normal of the clicked face; any visible one by default.
   * @returns false if there is no block, or the crosshair cannot meet it.
   * @throws the signal's reason when `signal` fires first.
   */
  async useBlock(place: Vec3, signal: AbortSignal, face?: Vec3): Promise<boolean> {
    const only = face && faceOf(face)
    const aim = () => this.#crosshair.find(place, { face: only })
    const how = only === undefined ? {} : { suits: isSameFace }
    const release = this.#crosshair.hold()
    try {
      await this.#crosshair.bring(aim, signal, how)
      await this.#hands.readyToUse(signal)
      const hit = await this.#crosshair.bring(aim, signal, how)
      const block = this.#bot.blockAt(place)
      if (!hit || !block) return false
      const normal = NORMALS[hit.face] ?? UP
      const cursor = hit.point.minus(place)
      const click = withStillHead(this.#bot, () => this.#bot.activateBlock(block, normal, cursor))
      await raceAbort(click, signal)
      return true
    } finally {
      release()
    }
  }

  /**
   * Starts to use the held item, such as food.
   * @throws the signal's reason when `signal` fires first.
   */
  async useHeld(signal: AbortSignal): Promise<void> {
    await this.#hands.readyToUse(signal)
    this.#bot.activateItem()
  }

  stopUsing(): void {
    this.#bot.deactivateItem()
  }

  /** Gets out of bed, if the agent is in one. */
  async leaveBed(): Promise<void> {
    if (this.#bot.isSleeping) await this.#bot.wake()
  }

  /** Calls a handler with the id of each mob or player that dies nearby. */
  onCreatureDeath(handler: (id: number) => void): Unsubscribe {
    return listen(this.#bot, 'entityDead', ({ id }) => handler(id))
  }

  /** Calls a handler with the id of each mob or player that takes damage nearby. */
  onCreatureHurt(handler: (id: number) => void): Unsubscribe {
    return listen(this.#bot, 'entityHurt', (entity) => {
      if (entity) handler(entity.id)
    })
  }
}
