import type { Registry } from '#knowledge/registry'
import { Flow } from '../rules/flow.ts'
import { liquidsOf, NO_LIQUID } from '../rules/liquids.ts'
import { Dice } from './chance.ts'
import { type ColumnBuffer, LAYER } from './column-buffer.ts'

/** Springs of one liquid: attempts in a chunk, and their heights. */
interface SpringRule {
  liquid: 'water' | 'lava'
  attempts: number
  height(dice: Dice): number
}

const OLD_WORLD: readonly SpringRule[] = [
  { liquid: 'water', attempts: 50, height: (dice) => dice.below(dice.below(248) + 8) },
  {
    liquid: 'lava',
    attempts: 20,
    height: (dice) => dice.below(dice.below(dice.below(240) + 8) + 8),
  },
]
const TALL_WORLD: readonly SpringRule[] = [
  { liquid: 'water', attempts: 25, height: (dice) => dice.below(257) - 64 },
  {
    liquid: 'lava',
    attempts: 20,
    height: (dice) => dice.below(dice.below(dice.below(368) + 8) + 8) - 64,
  },
]

/** Rock that springs generate in: up to 1.16, from 1.17 and from 1.18 on. */
const ROCKS = ['stone', 'granite', 'diorite', 'andesite']
const DEEP_ROCKS = ['deepslate', 'tuff']
const TALL_ROCKS = ['dirt']

/** The springs of a dimension. */
interface SpringKind {
  readonly rules: readonly SpringRule[]
  /** Names of the rock that they generate in. */
  readonly rocks: readonly string[]
  readonly isUltrawarm: boolean
}

/** The lava falls of the Nether. */
export const NETHER_SPRINGS: SpringKind = {
  rules: [{ liquid: 'lava', attempts: 8, height: (dice) => dice.below(120) + 4 }],
  rocks: ['netherrack', 'soul_sand', 'gravel', 'magma_block', 'blackstone'],
  isUltrawarm: true,
}

function overworldSprings(registry: Registry): SpringKind {
  const tall = registry.data.supportFeature('tallWorld')
  const rocks = [...ROCKS, ...DEEP_ROCKS, ...(tall ? TALL_ROCKS : [])]
  return { rules: tall ? TALL_WORLD : OLD_WORLD, rocks, isUltrawarm: false }
}

/** Maximum number of flow updates in a column before the liquids count as settled. */
const BUDGET = 20_000

/** A liquid block at the edge of its column (world coordinates), from which it may flow on. */
export interface Spill {
  x: number
  y: number
  z: number
}

/** Generates springs in a column and lets them flow within it; returns where they reach its edge. */
export type Springs = (buffer: ColumnBuffer) => Spill[]

/**
 * Springs of water and lava in cave walls. Their flow is settled at generation by the world's own rules, with
 * neighbouring columns treated as rock. A column is thus determined by its seed and position, and only streams that
 * cross a border are left to the world's ticks.
 */
export function createSprings(
  registry: Registry,
  seed: number,
  { rules, rocks, isUltrawarm }: SpringKind = overworldSprings(registry),
): Springs {
  const rock = new Uint8Array(0x1_0000)
  for (const name of rocks) {
    if (registry.hasBlock(name)) rock[registry.blockState(name)] = 1
  }
  const sources = { water: registry.blockState('water'), lava: registry.blockState('lava') }
  const settling = new Settling(registry, isUltrawarm)
  const dice = new Dice()

  /** Whether rock is above, below and on three sides, and air on the fourth. */
  function hasWayOut({ states }: ColumnBuffer, index: number): boolean {
    if (!rock[states[index + LAYER] ?? 0] || !rock[states[index - LAYER] ?? 0]) return false
    const here = states[index] ?? 0
    if (here !== 0 && !rock[here]) return false
    let open = 0
    for (const side of [index - 1, index + 1, index - 16, index + 16]) {
      const state = states[side] ?? 0
      if (state === 0) open++
      else if (!rock[state]) return false
    }
    return open === 1
  }

  return (buffer) => {
    settling.begin(buffer)
    rules.forEach(({ liquid, attempts, height }, number) => {
      dice.start(seed, buffer.chunkX, buffer.chunkZ, 30 + number)
      for (let i = 0; i < attempts; i++) {
        // Not at the edge of the column, where the neighbour's blocks matter.
        const x = 1 + dice.below(14)
        const z = 1 + dice.below(14)
        const y = height(dice)
        if (y <= buffer.minY || !hasWayOut(buffer, buffer.index(x, y, z))) continue
        settling.add(x, y, z, sources[liquid])
      }
    })
    return settling.finish()
  }
}

/** A scheduled tick: a block and its time (ticks). */
interface Due {
  x: number
  y: number
  z: number
  tick: number
}

/** Lets liquids flow within one column until they settle. Coordinates are local to it. */
class Settling {
  readonly #registry: Registry
  readonly #isUltrawarm: boolean
  readonly #air: number
  readonly #bedrock: number
  /** Scheduled ticks by their delay; within a list the earliest is first. */
  readonly #due = new Map<number, Due[]>()
  readonly #pending = new Set<number>()
  readonly #touched = new Set<number>()
  #buffer: ColumnBuffer | undefined
  #flow: Flow | undefined
  #tick = 0

  constructor(registry: Registry, isUltrawarm: boolean) {
    this.#registry = registry
    this.#isUltrawarm = isUltrawarm
    this.#air = registry.blockState('air')
    this.#bedrock = registry.blockState('bedrock')
  }

  begin(buffer: ColumnBuffer): void {
    this.#tick = 0
    this.#due.clear()
    this.#pending.clear()
    this.#touched.clear()
    if (this.#buffer === buffer) return
    this.#buffer = buffer
    const bedrock = this.#bedrock
    const flow = new Flow({
      registry: this.#registry,
      isUltrawarm: this.#isUltrawarm,
      minY: buffer.minY,
      state: (x, y, z) => ((x | z) >> 4 === 0 ? buffer.get(x, y, z) : bedrock),
      set: (x, y, z, state) => this.add(x, y, z, state),
      wash: (x, y, z) => this.add(x, y, z, this.#air),
      schedule: (x, y, z, ticks) => this.#schedule(x, y, z, ticks),
    })
    this.#flow = flow
  }

  /** Sets a block and schedules the liquids around it. */
  add(x: number, y: number, z: number, state: number): void {
    const buffer = this.#buffer
    if (!buffer || y < buffer.minY || y >= buffer.minY + buffer.height) return
    const index = buffer.index(x, y, z)
    if (buffer.states[index] === state) return
    buffer.states[index] = state
    if (x === 0 || x === 15 || z === 0 || z === 15) this.#touched.add(index)
    this.#flow?.disturb(x, y, z)
  }

  /** Runs until all liquids settle; returns the new liquid blocks at the edge. */
  finish(): Spill[] {
    for (let left = BUDGET; left > 0; left--) {
      const next = this.#next()
      if (!next) break
      this.#tick = next.tick
      this.#pending.delete(this.#buffer?.index(next.x, next.y, next.z) ?? 0)
      this.#flow?.update(next.x, next.y, next.z)
    }
    return this.#spills()
  }

  #spills(): Spill[] {
    const buffer = this.#buffer
    if (!buffer || this.#touched.size === 0) return []
    const liquids = liquidsOf(this.#registry)
    return [...this.#touched]
      .filter((index) => liquids.of(buffer.states[index] ?? 0) !== NO_LIQUID)
      .map((index) => ({
        x: buffer.chunkX * 16 + (index & 15),
        y: buffer.minY + (index >> 8),
        z: buffer.chunkZ * 16 + ((index >> 4) & 15),
      }))
  }

  #schedule(x: number, y: number, z: number, ticks: number): void {
    const index = this.#buffer?.index(x, y, z) ?? 0
    if (this.#pending.has(index)) return
    this.#pending.add(index)
    const due = { x, y, z, tick: this.#tick + ticks }
    const listed = this.#due.get(ticks)
    if (listed) listed.push(due)
    else this.#due.set(ticks, [due])
  }

  #next(): Due | undefined {
    let first: Due[] | undefined
    for (const list of this.#due.values()) {
      const head = list[0]
      if (head && (!first?.[0] || head.tick < first[0].tick)) first = list
    }
    return first?.shift()
  }
}
