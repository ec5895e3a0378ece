import type { Bot } from 'mineflayer'
import { listen, type Unsubscribe } from './listen.ts'
import type { Posture } from './posture.ts'
import { serverText } from './server-text.ts'

/** Air outside of water, and what it gains there in a tick from 1.13 on (ticks under water). Before, it is full at once. */
const FULL_AIR = 300
const BREATH = 4
/** Ticks for which a unit of air lasts. */
const AIR_TICKS = 15
/** The bit for burning in the first metadata of an entity. */
const BURNING = 1
/** The event for the death of a player in `combat_event` packets, up to 1.16. */
const DEATH = 2

/** Health, food, air and deaths of the player. */
export class Vitals {
  readonly #bot: Bot
  /** Air by the time under water (ticks). */
  #breath = FULL_AIR

  constructor(bot: Bot, posture: Pick<Posture, 'isUnderWater'>) {
    this.#bot = bot
    const breath = bot.registry.isNewerOrEqualTo('1.13') ? BREATH : FULL_AIR
    bot.on('physicsTick', () => {
      this.#breath = posture.isUnderWater
        ? Math.max(0, this.#breath - 1)
        : Math.min(FULL_AIR, this.#breath + breath)
    })
  }

  /** Health points, of 20; a heart is two. */
  get health(): number {
    return this.#bot.health
  }

  /** Food level, of 20. */
  get food(): number {
    return this.#bot.food
  }

  /** Air left, of 20; a bubble is two. Where the server does not tell, it is counted. */
  get air(): number {
    return this.#bot.oxygenLevel ?? Math.round(this.#breath / AIR_TICKS)
  }

  get alive(): boolean {
    return this.#bot.health > 0
  }

  get asleep(): boolean {
    return this.#bot.isSleeping
  }

  /** Whether the player is on fire, which takes a health point each second. */
  get burning(): boolean {
    return (Number(this.#bot.entity.metadata[0]) & BURNING) !== 0
  }

  /** Calls a handler when the server sends health or food. */
  onChange(handler: () => void): Unsubscribe {
    return listen(this.#bot, 'health', handler)
  }

  /** Calls a handler at each death of the player. */
  onDeath(handler: () => void): Unsubscribe {
    return listen(this.#bot, 'death', handler)
  }

  /**
   * Calls back with what the server says of the body's death, in plain text and without its name: on the death screen, or
   * in the chat as the server's own message. Players cannot send such a message.
   */
  onDeathMessage(handler: (text: string) => void): Unsubscribe {
    const { _client: client, version, username } = this.#bot
    const tell = (text: string) => handler(text.replace(username, '').trim())
    const onCombat = ({ event = DEATH, message }: { event?: number; message?: unknown }) => {
      if (event === DEATH) tell(serverText(version, message))
    }
    client.on('combat_event', onCombat)
    client.on('death_combat_event', onCombat)
    const unsubscribe = listen(this.#bot, 'message', (message, position) => {
      const isDeath = position === 'system' && message.translate?.startsWith('death.')
      const text = message.toString()
      if (isDeath && text.startsWith(`${username} `)) tell(text)
    })
    return () => {
      client.off('combat_event', onCombat)
      client.off('death_combat_event', onCombat)
      unsubscribe()
    }
  }

  /** Calls back at each explosion near the body. */
  onExplosion(handler: () => void): Unsubscribe {
    const { _client: client } = this.#bot
    client.on('explosion', handler)
    return () => {
      client.off('explosion', handler)
    }
  }
}
