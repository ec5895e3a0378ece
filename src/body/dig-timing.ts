import type { Bot } from 'mineflayer'
import { TICK_MS } from '#clock/game-clock'
import { UNLOADED } from '#knowledge/block-traits'
import { digTicks, type Footing } from '#knowledge/dig-time'
import { EYE_HEIGHT } from '#knowledge/player-size'
import type { Registry } from '#knowledge/registry'

type Block = NonNullable<ReturnType<Bot['blockAt']>>

/**
 * Makes mineflayer time digs by the vanilla formula, because its own tables are several times too slow for ores since 1.17.
 * The head of a floating agent bobs in and out of the water; the formula then assumes water. See {@link DigProgress}.
 */
export function timeDigsAsVanilla(bot: Bot, registry: Registry): void {
  bot.digTime = (block) => {
    const footing = footingOf(bot)
    const inWater = footing.inWater || isAfloat(bot)
    return ticksFor(bot, registry, block, { ...footing, inWater }) * TICK_MS
  }
}

/** Servers accept a dig that ends at this share of its progress. */
const SUFFICIENT = 0.7

/** Progress of a dig as the vanilla client counts it: by the footing in each tick. */
export class DigProgress {
  readonly #bot: Bot
  readonly #registry: Registry
  readonly #block: Block
  /** Duration by mineflayer's timer (ticks). */
  readonly #due: number
  #ticks = 0
  #done = 0

  /** Construct it when the dig begins. */
  constructor(bot: Bot, registry: Registry, block: Block) {
    this.#bot = bot
    this.#registry = registry
    this.#block = block
    this.#due = Math.max(1, Math.ceil(bot.digTime(block) / TICK_MS))
  }

  /** Counts one tick. @returns whether this tick completes the dig. */
  tick(): boolean {
    if (this.#done >= 1) return false
    this.#ticks++
    this.#done += 1 / ticksFor(this.#bot, this.#registry, this.#block, footingOf(this.#bot))
    return this.#done >= 1
  }

  /** Whether mineflayer's timer will end too early for the server: after a jump, or since water has come over the eyes. */
  get isBehind(): boolean {
    return this.#done + Math.max(0, this.#due - this.#ticks) / this.#due < SUFFICIENT
  }
}

/** Whether the agent floats in water. */
export function isAfloat(bot: Bot): boolean {
  const { onGround, position } = bot.entity
  return !onGround && /water/.test(bot.blockAt(position)?.name ?? '')
}

function ticksFor(bot: Bot, registry: Registry, block: Block, footing: Footing): number {
  const tool = bot.heldItem && registry.itemName(bot.heldItem)
  // Before 1.13, prismarine-block has no state for unknown blocks.
  return digTicks(registry, registry.blockName(block.stateId ?? UNLOADED), tool, footing)
}

function footingOf(bot: Bot): Footing {
  const eyes = bot.blockAt(bot.entity.position.offset(0, bot.entity.eyeHeight ?? EYE_HEIGHT, 0))
  return { onGround: bot.entity.onGround, inWater: /water/.test(eyes?.name ?? '') }
}
