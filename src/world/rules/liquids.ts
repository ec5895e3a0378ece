import { blockTableOf } from '#knowledge/block-traits'
import { perVersion } from '#knowledge/per-version'
import type { Registry } from '#knowledge/registry'
import { shapesOf } from './shapes.ts'

export const NO_LIQUID = 0
export const WATER = 1
export const LAVA = 2
export type Liquid = typeof NO_LIQUID | typeof WATER | typeof LAVA

/** Level of a source, and the lowest level of falling liquid. */
export const SOURCE = 0
export const FALLING = 8

/** Blocks without collision that still keep liquids out. */
const WATERTIGHT = /door$|sign$|^ladder$|^sugar_cane$|portal$|^structure_void$|^bubble_column$/
/** Blocks that a placed block replaces. */
const REPLACEABLE =
  /^(air|cave_air|void_air|water|lava|grass|short_grass|fern|dead_bush|tall_grass|large_fern|vine|fire|soul_fire|seagrass|tall_seagrass|glow_lichen|hanging_roots|structure_void|bubble_column|crimson_roots|warped_roots|nether_sprouts)$/

/** Liquid properties of each block state, cached in tables by state id. */
export class Liquids {
  readonly #registry: Registry
  readonly #known = new Uint8Array(1 << 16)
  readonly #liquid = new Uint8Array(1 << 16)
  readonly #level = new Uint8Array(1 << 16)
  readonly #admits = new Uint8Array(1 << 16)
  readonly #gives = new Uint8Array(1 << 16)
  readonly #states = new Map<number, number>()

  constructor(registry: Registry) {
    this.#registry = registry
  }

  /** The liquid in a block, including waterlogged blocks and water plants. */
  of(state: number): Liquid {
    this.#learn(state)
    return (this.#liquid[state] ?? NO_LIQUID) as Liquid
  }

  /** 0 for a source, 1-7 with distance from it, 8 and above for falling liquid. */
  level(state: number): number {
    this.#learn(state)
    return this.#level[state] ?? 0
  }

  /** Whether liquid can flow into a block, washing it away. */
  admits(state: number): boolean {
    this.#learn(state)
    return this.#admits[state] === 1
  }

  /** Whether a placed or falling block replaces the block. */
  replaceable(state: number): boolean {
    this.#learn(state)
    return this.#gives[state] === 1
  }

  state(liquid: Liquid, level: number): number {
    const key = liquid * 16 + level
    const known = this.#states.get(key)
    if (known !== undefined) return known
    const state =
      liquid === NO_LIQUID
        ? this.#registry.blockState('air')
        : this.#registry.blockState(liquid === WATER ? 'water' : 'lava', { level: String(level) })
    this.#states.set(key, state)
    return state
  }

  /** State left when the block is removed. */
  leftBy(state: number): number {
    const pure = this.#isPure(this.#registry.blockName(state))
    return !pure && this.of(state) === WATER ? this.state(WATER, SOURCE) : this.state(NO_LIQUID, 0)
  }

  #isPure(name: string): boolean {
    return name === 'water' || name === 'lava'
  }

  #learn(state: number): void {
    if (this.#known[state]) return
    this.#known[state] = 1
    const registry = this.#registry
    const name = registry.blockName(state)
    const properties = registry.blockProperties(state)
    const empty = shapesOf(registry).empty(state)
    const layers = name === 'snow' ? Number(properties.layers ?? 1) : undefined
    this.#gives[state] = REPLACEABLE.test(name) || layers === 1 ? 1 : 0
    const { water, lava } = blockTableOf(registry).traits(state)
    this.#liquid[state] = water ? WATER : lava ? LAVA : NO_LIQUID
    if (this.#isPure(name)) {
      this.#level[state] = registry.flattened
        ? state - (registry.block(state).minStateId ?? 0)
        : state & 15
    }
    this.#admits[state] =
      empty && !WATERTIGHT.test(name) && (this.#isPure(name) || this.#liquid[state] === NO_LIQUID)
        ? 1
        : 0
  }
}

/** The liquids of a version, cached. */
export const liquidsOf = perVersion((registry) => new Liquids(registry))
