import type { Bot } from 'mineflayer'
import type { Item } from 'prismarine-item'
import type { Vec3 } from 'vec3'
import type { Client } from './client.ts'
import type { ClientEntity, ClientWorld } from './client-world.ts'
import { listen, type Unsubscribe } from './listen.ts'

/** Height of the world where the server does not tell: before 1.17 it was the same everywhere. */
const MIN_Y = 0
const HEIGHT = 256
const FULL_AIR = 20
/** Longest name of a player that the game allows (characters); a server may send longer ones. */
const NAME_LENGTH = 16
const DAY_TICKS = 24_000

/** What a spectator's screen shows of a player. */
export interface Screen {
  /** Of 20 each. */
  readonly health: number
  readonly food: number
  readonly air: number
  /** Slot of the player's window that is in the hand. */
  readonly hand: number
}

/**
 * All that people may see of a body and the world around it, whether the agent knows it or not. For
 * those who watch: nothing of it may find its way into what the agent does.
 */
export class Spectator {
  readonly world: ClientWorld
  readonly #bot: Bot

  constructor({ bot, world }: Client) {
    this.#bot = bot
    this.world = world
  }

  get version(): string {
    return this.#bot.version
  }

  get username(): string {
    return this.#bot.username
  }

  /** Lowest height and number of heights of the world (blocks). */
  get heights(): { minY: number; height: number } {
    const { minY = MIN_Y, height = HEIGHT } = this.#bot.game
    return { minY, height }
  }

  /** Where the body stands and looks (radians). */
  get pose(): { position: Vec3; yaw: number; pitch: number } {
    return this.#bot.entity
  }

  get screen(): Screen {
    const { health, food, oxygenLevel, inventory, quickBarSlot } = this.#bot
    const hand = inventory.hotbarStart + (quickBarSlot ?? 0)
    return { health, food, air: oxygenLevel ?? FULL_AIR, hand }
  }

  /** What lies in each slot of the player's window. */
  get slots(): readonly (Item | null)[] {
    return this.#bot.inventory.slots
  }

  /** Ticks since sunrise, of 24,000. */
  get timeOfDay(): number {
    return (this.#bot.time.timeOfDay ?? 0) % DAY_TICKS
  }

  get raining(): boolean {
    return this.#bot.isRaining
  }

  /** What a stack on the ground is, or what a player is called; undefined for others. */
  labelOf({ id, name, username }: ClientEntity): string | undefined {
    return name === 'item' ? this.world.droppedItem(id)?.name : username?.slice(0, NAME_LENGTH)
  }

  /** Whether a block that stops a body is at a place. */
  isSolid(place: Vec3): boolean {
    return this.#bot.blockAt(place, false)?.boundingBox === 'block'
  }

  /** Calls back in every physics tick. */
  onTick(handler: () => void): Unsubscribe {
    return listen(this.#bot, 'physicsTick', handler)
  }

  /** Calls back with every line of chat, in plain text. */
  onChat(handler: (text: string) => void): Unsubscribe {
    return listen(this.#bot, 'messagestr', (text) => handler(text))
  }

  /** Calls back whenever a slot of the player's window changes. */
  onSlot(handler: () => void): Unsubscribe {
    const { inventory } = this.#bot
    inventory.on('updateSlot', handler)
    return () => {
      inventory.off('updateSlot', handler)
    }
  }
}
