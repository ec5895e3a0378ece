import type { Bot } from 'mineflayer'
import { Vec3 } from 'vec3'
import type { GameClock } from '../clock/game-clock.ts'
import { type BlockTable, type BlockTraits, blockTableOf } from '../knowledge/block-traits.ts'
import type { Registry } from '../knowledge/registry.ts'
import { Avoided } from './avoided.ts'
import { type Carried, carried, stacksOf } from './carried.ts'
import { Dangers } from './dangers.ts'
import { Intent } from './intent.ts'
import { Tools } from './tools.ts'

/** Farthest a survival player digs and uses blocks from its eyes (blocks). */
export const REACH = 4.4

/** Height of the eyes above the feet, standing (blocks). */
const EYE_HEIGHT = 1.62
/** Half the width of a player (blocks). */
const HALF_WIDTH = 0.3

/** Blocks that are put under feet and in front of liquids; there is always more of them. */
export const FILLER = [
  'cobblestone',
  'cobbled_deepslate',
  'dirt',
  'andesite',
  'diorite',
  'granite',
  'netherrack',
  'stone',
  'tuff',
] as const

/** What the body's eyes tell it. */
export interface Eyes {
  /** Block state at a place as far as the agent may know it; `UNLOADED` where nothing is loaded. */
  state(x: number, y: number, z: number): number
  /** Takes a close look at one block. */
  examine(x: number, y: number, z: number): void
  /** Whether the block at a place is known, and not only taken for what is likely. */
  isKnown(x: number, y: number, z: number): boolean
}

/** The agent's body: a mineflayer bot, and what it can do at arm's length. */
export class Body {
  readonly bot: Bot
  readonly registry: Registry
  readonly clock: GameClock
  readonly cells: BlockTable
  readonly tools: Tools
  readonly avoided: Avoided
  /** Where not to be for a while. */
  readonly dangers: Dangers
  readonly intent = new Intent()
  readonly eyes: Eyes

  constructor(bot: Bot, registry: Registry, clock: GameClock, eyes: Eyes) {
    this.bot = bot
    this.registry = registry
    this.clock = clock
    this.eyes = eyes
    this.cells = blockTableOf(registry)
    this.tools = new Tools(bot, registry)
    this.avoided = new Avoided(clock)
    this.dangers = new Dangers(clock)
  }

  get position(): Vec3 {
    return this.bot.entity.position
  }

  /** The cell that the feet are in; at the edge of a block, the cell above the block that bears them. */
  get feet(): Vec3 {
    // Soul sand, farmland and the like are a little lower than a block: the feet belong to the cell above.
    const { x, y, z } = this.position.offset(0, 0.2, 0)
    const cell = new Vec3(Math.floor(x), Math.floor(y), Math.floor(z))
    if (!this.bot.entity.onGround || this.#bears(cell)) return cell
    const corners = [-HALF_WIDTH, HALF_WIDTH].flatMap((dx) =>
      [-HALF_WIDTH, HALF_WIDTH].map(
        (dz) => new Vec3(Math.floor(x + dx), cell.y, Math.floor(z + dz)),
      ),
    )
    const middle = (corner: Vec3) => Math.hypot(corner.x + 0.5 - x, corner.z + 0.5 - z)
    return (
      corners.filter((corner) => this.#bears(corner)).sort((a, b) => middle(a) - middle(b))[0] ??
      cell
    )
  }

  #bears(cell: Vec3): boolean {
    return this.traits(cell.x, cell.y - 1, cell.z).floor
  }

  get eye(): Vec3 {
    return this.position.offset(0, EYE_HEIGHT, 0)
  }

  get carried(): Carried {
    return carried(this.bot, this.registry)
  }

  /** How much filler is carried. */
  get scaffold(): number {
    return stacksOf(this.bot, this.registry, FILLER).reduce((sum, item) => sum + item.count, 0)
  }

  traits(x: number, y: number, z: number): BlockTraits {
    return this.cells.traits(this.eyes.state(x, y, z))
  }

  traitsAt(cell: Vec3): BlockTraits {
    return this.traits(cell.x, cell.y, cell.z)
  }

  wait(ticks: number, signal: AbortSignal): Promise<void> {
    return this.clock.wait(ticks, signal)
  }

  /**
   * Waits tick by tick until something holds.
   * @returns false when it did not within `ticks`.
   */
  async until(holds: () => boolean, ticks: number, signal: AbortSignal): Promise<boolean> {
    for (let i = 0; i < ticks; i++) {
      if (holds()) return true
      await this.wait(1, signal)
    }
    return holds()
  }

  /** Lets go of all controls. */
  release(): void {
    this.bot.clearControlStates()
  }
}
