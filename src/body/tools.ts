import type { Bot } from 'mineflayer'
import type { Item } from 'prismarine-item'
import { digTicks, harvests } from '#knowledge/dig-time'
import type { Registry } from '#knowledge/registry'
import { durability, toolType } from '#knowledge/tools'
import { timeDigsAsVanilla } from './dig-timing.ts'
import type { Inventory } from './inventory.ts'

/** Durability of the only pickaxe for diamonds that is reserved for ores (uses). */
const RESERVED_USES = 24
const PRECIOUS = /^(iron|diamond|netherite)_pickaxe$/
const FAST_PICKAXE = /^(stone|copper|iron|diamond|netherite)_pickaxe$/
/** Penalty for a tool with which the block drops nothing (ticks). */
const NO_HARVEST = 10_000
const RESERVED = 5_000
/** Penalty for a sword, which wears twice on a block and is a weapon (ticks): it cuts leaves hardly faster than a hand. */
const SWORD_WEAR = 3

/** The best way to dig a block with the carried tools. */
export interface DigChoice {
  readonly tool: Item | null
  readonly ticks: number
  /** Whether the block drops items. */
  readonly harvests: boolean
}

const UNDIGGABLE: DigChoice = { tool: null, ticks: Number.POSITIVE_INFINITY, harvests: false }

/** Chooses tools for digging. Choices are cached until the inventory changes. */
export class Tools {
  readonly #inventory: Inventory
  readonly #registry: Registry
  readonly #choices = new Map<number, DigChoice>()

  constructor(bot: Bot, inventory: Inventory, registry: Registry) {
    this.#inventory = inventory
    this.#registry = registry
    inventory.onChange(() => this.#choices.clear())
    timeDigsAsVanilla(bot, registry)
  }

  /** The best way to dig a block with the carried tools, on the ground and out of water. */
  choose(state: number): DigChoice {
    const known = this.#choices.get(state)
    if (known) return known
    const choice = this.#decide(state)
    this.#choices.set(state, choice)
    return choice
  }

  /** Number of stone blocks that the pickaxes of stone or better can still mine, without the reserve. */
  get stonesLeft(): number {
    const uses = this.#inventory.items.flatMap((item) => {
      const name = this.#registry.itemName(item)
      if (!FAST_PICKAXE.test(name)) return []
      const left = this.usesLeft(item)
      return [PRECIOUS.test(name) ? Math.max(0, left - RESERVED_USES) : left]
    })
    return uses.reduce((sum, left) => sum + left, 0)
  }

  /** Whether there is any pickaxe. */
  get hasPickaxe(): boolean {
    return this.#inventory.items.some((item) => this.#registry.itemName(item).endsWith('_pickaxe'))
  }

  /** Whether only the reserve for ores is left in those pickaxes. */
  get onlyReserve(): boolean {
    const { stonesLeft } = this
    if (stonesLeft > 0) return false
    return this.#inventory.items.some((item) => PRECIOUS.test(this.#registry.itemName(item)))
  }

  /** Remaining durability of an item (uses); Infinity for items without durability. */
  usesLeft(item: Item): number {
    return durability(this.#registry, this.#registry.itemName(item)) - (item.durabilityUsed ?? 0)
  }

  #decide(state: number): DigChoice {
    const block = this.#registry.blockName(state)
    if (!this.#registry.hasBlock(block)) return UNDIGGABLE
    const tools = this.#inventory.items.filter(({ name }) => toolType(name))
    let best = UNDIGGABLE
    let bestRank = Number.POSITIVE_INFINITY
    for (const tool of [null, ...tools]) {
      const name = tool && this.#registry.itemName(tool)
      const ticks = digTicks(this.#registry, block, name)
      const yields = harvests(this.#registry, block, name)
      const rank = ticks + (yields ? 0 : NO_HARVEST) + (tool ? this.#wear(tool, block) : 0)
      if (rank < bestRank) {
        best = { tool, ticks, harvests: yields }
        bestRank = rank
      }
    }
    return best
  }

  /** Penalty for wearing a tool on a block (ticks). */
  #wear(tool: Item, block: string): number {
    const name = this.#registry.itemName(tool)
    if (name.endsWith('_sword')) return SWORD_WEAR
    const precious = PRECIOUS.test(name)
    if (!precious || /_ore$|^ancient_debris$|^obsidian$/.test(block)) return 1
    return this.usesLeft(tool) <= RESERVED_USES ? RESERVED : 3
  }
}
