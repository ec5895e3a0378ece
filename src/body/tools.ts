import { createRequire } from 'node:module'
import type { Bot } from 'mineflayer'
import type { Block } from 'prismarine-block'
import type { Item } from 'prismarine-item'
import { TICK_MS } from '../clock/game-clock.ts'
import type { Kinds } from '../knowledge/kinds.ts'

const require = createRequire(import.meta.url)

/** Uses that the only pickaxe able to mine diamonds is kept for ores. */
const RESERVED_USES = 24

/** A block that needs a tool of its own, or none: without the right one nothing drops. */
interface DigChoice {
  tool: Item | null
  ticks: number
  /** Whether the block drops something when dug so. */
  harvests: boolean
}

/**
 * Chooses tools for digging from what the bot carries, by the very formula with which mineflayer
 * times a dig. Choices are remembered until the inventory changes.
 */
export class Tools {
  readonly #bot: Bot
  readonly #kinds: Kinds
  readonly #blocks = new Map<number, Block>()
  readonly #choices = new Map<number, DigChoice>()
  readonly #blockOf: (state: number) => Block

  constructor(bot: Bot, kinds: Kinds) {
    this.#bot = bot
    this.#kinds = kinds
    const load = require('prismarine-block') as (registry: unknown) => {
      fromStateId(state: number, biome: number): Block
    }
    const BlockClass = load(bot.registry)
    this.#blockOf = (state) => BlockClass.fromStateId(state, 0)
    const forget = () => this.#choices.clear()
    // mineflayer's types leave the inventory's events out.
    ;(bot.inventory as unknown as NodeJS.EventEmitter).on('updateSlot', forget)
  }

  /** The best way to dig a block with what is carried, standing on the ground out of water. */
  choose(state: number): DigChoice {
    const known = this.#choices.get(state)
    if (known) return known
    const choice = this.#decide(state)
    this.#choices.set(state, choice)
    return choice
  }

  /** Uses left in an item that wears, Infinity in others. */
  usesLeft(item: Item): number {
    return item.maxDurability ? item.maxDurability - (item.durabilityUsed ?? 0) : Number.POSITIVE_INFINITY
  }

  #decide(state: number): DigChoice {
    const block = this.#block(state)
    const candidates: (Item | null)[] = [null, ...this.#bot.inventory.items().filter(isTool)]
    let best: DigChoice = { tool: null, ticks: Number.POSITIVE_INFINITY, harvests: false }
    let bestRank = Number.POSITIVE_INFINITY
    for (const tool of candidates) {
      const ms = block.digTime(tool?.type ?? null, false, false, false, tool?.enchants ?? [], [])
      const ticks = Math.ceil(ms / TICK_MS)
      const harvests = !block.harvestTools || (tool !== null && block.harvestTools[tool.type] === true)
      const rank = ticks + (harvests ? 0 : 10_000) + this.#spare(tool, block, ticks)
      if (rank < bestRank) {
        best = { tool, ticks, harvests }
        bestRank = rank
      }
    }
    return best
  }

  /** How unwelcome it is, in ticks, to wear this tool on this block. */
  #spare(tool: Item | null, block: Block, ticks: number): number {
    if (!tool || ticks === 0) return tool ? 1 : 0
    const name = this.#kinds.itemName(tool)
    const precious = /^(iron|diamond|netherite)_pickaxe$/.test(name)
    const ore = /_ore$|^ancient_debris$|^obsidian$/.test(this.#kinds.blockName(block.stateId ?? 0))
    if (precious && !ore && this.usesLeft(tool) <= RESERVED_USES) return 5_000
    return precious && !ore ? 3 : 1
  }

  #block(state: number): Block {
    let block = this.#blocks.get(state)
    if (!block) {
      block = this.#blockOf(state)
      this.#blocks.set(state, block)
    }
    return block
  }
}

function isTool(item: Item): boolean {
  return /_(pickaxe|axe|shovel|hoe|sword)$|^shears$/.test(item.name)
}
