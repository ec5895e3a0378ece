import type { Item } from 'prismarine-item'
import { Vec3 } from 'vec3'
import type { Drops } from '../entities/items.ts'
import type { Level } from '../level.ts'
import { stacksOf } from '../windows/stacks.ts'
import { harvestable } from './dig-speed.ts'
import { rollDrops } from './drops.ts'
import { otherHalf } from './halves.ts'
import { liquidsOf } from './liquids.ts'

/** Random offset of a drop from the block's centre along each axis (blocks). */
const SCATTER = 0.25

/** Breaks blocks, for any cause. */
export class BlockBreaker {
  readonly #level: Level
  readonly #drops: Drops
  readonly #random: () => number

  constructor(level: Level, drops: Drops, random: () => number) {
    this.#level = level
    this.#drops = drops
    this.#random = random
  }

  /**
   * Breaks a block, with its other half if there is one, and drops its loot.
   * @param tool the tool used: null for an empty hand, undefined when the block broke without a player.
   */
  breakAt(x: number, y: number, z: number, tool: Item | null | undefined): void {
    const level = this.#level
    const { registry } = level
    const state = level.state(x, y, z)
    const other = otherHalf(level, x, y, z, state)
    const whole = other?.primary ? other.state : state
    const harvested = tool === undefined || harvestable(registry.block(state), tool?.type)
    const toolName = tool ? registry.itemName(tool) : null
    const drops = harvested ? rollDrops(registry, whole, toolName, this.#random) : []
    level.set(x, y, z, remains(level, x, y, z, state))
    if (other) level.set(other.x, other.y, other.z, liquidsOf(registry).leftBy(other.state))
    for (const { name, count } of drops) this.drop(x, y, z, stacksOf(registry).make(name, count))
  }

  /** Drops an item entity near the centre of a block. */
  drop(x: number, y: number, z: number, item: Item): void {
    const off = () => 0.5 + (this.#random() * 2 - 1) * SCATTER
    this.#drops.drop(item, new Vec3(x + off(), y + off() - SCATTER / 2, z + off()))
  }
}

/** State left by a broken block: ice above a block melts to water, and other blocks leave the water they held. */
function remains(level: Level, x: number, y: number, z: number, state: number): number {
  const { registry } = level
  if (registry.blockName(state) !== 'ice') return liquidsOf(registry).leftBy(state)
  const below = registry.blockName(level.state(x, y - 1, z))
  return registry.blockState(below === 'air' ? 'air' : 'water')
}
