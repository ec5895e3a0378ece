import type { EventEmitter } from 'node:events'
import type { Bot } from 'mineflayer'
import type { GameClock } from '#clock/game-clock'
import type { Body } from './body.ts'
import { Client } from './client.ts'
import { confirmClicks } from './confirmations.ts'
import { showCursorStack } from './cursor-stack.ts'
import { heedDigAnswers } from './dig-answers.ts'
import { shareOwnSlots } from './own-slots.ts'
import { guardPackets } from './packet-guard.ts'
import { guardPhysics } from './physics-guard.ts'
import { reviveOnRespawn } from './revival.ts'

/** An object that a body changes, with its properties before. */
interface Before {
  readonly object: object
  readonly properties: ReadonlyMap<string | symbol, PropertyDescriptor>
}

/**
 * Someone else's bot while Delver acts with it. A body replaces functions of the bot and listens to its events. The end
 * of the loan restores the functions and removes the listeners.
 */
export class Loan {
  /** The bots that are lent now. */
  static readonly #lent = new WeakSet<Bot>()
  readonly client: Client
  readonly #bot: Bot
  readonly #before: readonly Before[]
  readonly #listeners: (() => void)[] = []
  readonly #after: Before[] = []

  #body: Body | undefined

  constructor(bot: Bot, clock: GameClock) {
    Loan.#lent.add(bot)
    this.#bot = bot
    this.#before = [bot, bot._client, bot.physics].map(propertiesOf)
    this.client = this.#install(() => {
      guardPackets(bot, clock)
      guardPhysics(bot)
      confirmClicks(bot, clock)
      heedDigAnswers(bot)
      reviveOnRespawn(bot)
      shareOwnSlots(bot)
      showCursorStack(bot)
      return new Client(bot)
    })
  }

  /** Whether a bot is lent now. */
  static isLent(bot: Bot): boolean {
    return Loan.#lent.has(bot)
  }

  /** Makes the body that moves the bot. @param make must be synchronous; the end of the loan reverts its changes. */
  embody<T>(make: (client: Client) => T, bodyOf: (made: T) => Body): T {
    const made = this.#install(() => make(this.client))
    this.#body = bodyOf(made)
    return made
  }

  #install<T>(change: () => T): T {
    const { inventory } = this.#bot
    const emitters: EventEmitter[] = [this.#bot, this.#bot._client, inventory as never]
    const heard = emitters.map(listenersOf)
    try {
      return change()
    } finally {
      emitters.forEach((emitter, i) => {
        this.#noteListeners(emitter, heard[i] ?? new Map())
      })
      this.#after.splice(
        0,
        this.#after.length,
        ...this.#before.map(({ object }) => propertiesOf(object)),
      )
    }
  }

  /**
   * Returns the bot with all keys released. Functions that its owner has replaced during the loan stay. A bot that
   * crouches or crawls keeps the physics of its pose until it stands, because mineflayer's own would move it through walls.
   */
  end(): void {
    Loan.#lent.delete(this.#bot)
    this.#body?.release()
    for (const remove of this.#listeners.splice(0)) remove()
    const { physics } = this.#bot
    this.#restore((object) => object !== physics)
    const restoreOnceUpright = () => {
      // The next loan restores what it found.
      if (this.#body?.posture.upright === false || Loan.isLent(this.#bot)) return
      this.#bot.off('physicsTick', restoreOnceUpright)
      this.#restore((object) => object === physics)
    }
    this.#bot.on('physicsTick', restoreOnceUpright)
    restoreOnceUpright()
  }

  #restore(applies: (object: object) => boolean): void {
    this.#before.forEach(({ object, properties }, i) => {
      if (!applies(object)) return
      for (const [key, now] of this.#after[i]?.properties ?? []) {
        const was = properties.get(key)
        if (typeof now.value !== 'function' || was?.value === now.value) continue
        if (Object.getOwnPropertyDescriptor(object, key)?.value !== now.value) continue
        if (was) Object.defineProperty(object, key, was)
        else Reflect.deleteProperty(object, key)
      }
    })
  }

  #noteListeners(emitter: EventEmitter, before: Heard): void {
    for (const [event, listeners] of listenersOf(emitter))
      for (const listener of listeners)
        if (!before.get(event)?.has(listener))
          this.#listeners.push(() => emitter.off(event, listener))
  }
}

type Listener = Parameters<EventEmitter['off']>[1]
type Heard = ReadonlyMap<string | symbol, ReadonlySet<Listener>>

function listenersOf(emitter: EventEmitter): Heard {
  return new Map(
    emitter.eventNames().map((event) => [event, new Set(emitter.listeners(event) as Listener[])]),
  )
}

function propertiesOf(object: object): Before {
  const descriptors = Reflect.ownKeys(object).map((key) => [
    key,
    Object.getOwnPropertyDescriptor(object, key),
  ])
  return { object, properties: new Map(descriptors as [string | symbol, PropertyDescriptor][]) }
}
