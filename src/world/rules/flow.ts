import type { Registry } from '#knowledge/registry'
import { FALLING, LAVA, type Liquid, liquidsOf, NO_LIQUID, SOURCE, WATER } from './liquids.ts'
import { shapesOf } from './shapes.ts'

const SIDES = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
] as const

/** How a liquid flows. */
interface Viscosity {
  /** Ticks between flow updates. */
  delay: number
  /** Levels lost with each block: water flows 7 blocks, lava 3. */
  drop: number
  /** Distance within which the liquid looks for a hole (blocks). */
  slopeReach: number
}

type Viscosities = Readonly<Record<typeof WATER | typeof LAVA, Viscosity>>

const FLOWS: Viscosities = {
  [WATER]: { delay: 5, drop: 1, slopeReach: 4 },
  [LAVA]: { delay: 30, drop: 2, slopeReach: 2 },
}
/** The same in the Nether. */
const ULTRAWARM_FLOWS: Viscosities = {
  ...FLOWS,
  [LAVA]: { delay: 10, drop: 1, slopeReach: 4 },
}

/** Amount of liquid in a source; each level has one less. */
const FULL = 8

/** The blocks in which liquids flow, and the scheduler of their updates. */
export interface FlowSpace {
  readonly registry: Registry
  /** Whether lava flows as far as water. */
  readonly isUltrawarm: boolean
  /** Lowest block height. */
  readonly minY: number
  /** State id of a block; that of a solid block where nothing may flow. */
  state(x: number, y: number, z: number): number
  /** Sets a block; the implementation calls {@link Flow.disturb} for it. */
  set(x: number, y: number, z: number, state: number): void
  /** Washes away the block at a position. */
  wash(x: number, y: number, z: number): void
  /** Schedules a call of {@link Flow.update} for a block, unless one is pending. */
  schedule(x: number, y: number, z: number, ticks: number): void
}

/** Flow of water and lava: a change in a block or beside it triggers an update. */
export class Flow {
  readonly #space: FlowSpace
  readonly #flows: Viscosities

  constructor(space: FlowSpace) {
    this.#space = space
    this.#flows = space.isUltrawarm ? ULTRAWARM_FLOWS : FLOWS
  }

  /** Schedules the liquids at a changed block and around it. */
  disturb(x: number, y: number, z: number): void {
    this.#plan(x, y, z)
    this.#plan(x, y + 1, z)
    this.#plan(x, y - 1, z)
    for (const [dx, dz] of SIDES) this.#plan(x + dx, y, z + dz)
  }

  #plan(x: number, y: number, z: number): void {
    const liquid = this.#liquid(x, y, z)
    if (liquid === NO_LIQUID) return
    if (liquid === LAVA && this.#harden(x, y, z)) return
    this.#space.schedule(x, y, z, this.#flows[liquid].delay)
  }

  #state(x: number, y: number, z: number): number {
    return this.#space.state(x, y, z)
  }

  #liquid(x: number, y: number, z: number): Liquid {
    return liquidsOf(this.#space.registry).of(this.#state(x, y, z))
  }

  /** Turns lava with water above or beside it into stone. */
  #harden(x: number, y: number, z: number): boolean {
    const { registry } = this.#space
    const wet =
      this.#liquid(x, y + 1, z) === WATER ||
      SIDES.some(([dx, dz]) => this.#liquid(x + dx, y, z + dz) === WATER)
    if (!wet) return false
    const level = liquidsOf(registry).level(this.#state(x, y, z))
    this.#space.set(x, y, z, registry.blockState(level === SOURCE ? 'obsidian' : 'cobblestone'))
    return true
  }

  /** Handles a scheduled tick of a liquid. */
  update(x: number, y: number, z: number): void {
    const liquids = liquidsOf(this.#space.registry)
    let state = this.#state(x, y, z)
    const liquid = liquids.of(state)
    if (liquid === NO_LIQUID) return
    if (liquids.level(state) !== SOURCE) {
      const level = this.#fed(x, y, z, liquid)
      const next = level === undefined ? liquids.state(NO_LIQUID, 0) : liquids.state(liquid, level)
      if (next !== state) {
        // The change disturbs this block and its neighbours, which schedules them again.
        this.#space.set(x, y, z, next)
        state = next
      }
    }
    if (liquids.of(state) === liquid) this.#spread(x, y, z, liquid, liquids.level(state))
  }

  /** Level that the neighbours give a flowing liquid; undefined when it dries up. */
  #fed(x: number, y: number, z: number, liquid: typeof WATER | typeof LAVA): number | undefined {
    const liquids = liquidsOf(this.#space.registry)
    if (this.#liquid(x, y + 1, z) === liquid) return FALLING
    let sources = 0
    let most = 0
    for (const [dx, dz] of SIDES) {
      const state = this.#state(x + dx, y, z + dz)
      if (liquids.of(state) !== liquid) continue
      const level = liquids.level(state)
      if (level === SOURCE) sources++
      most = Math.max(most, amount(level))
    }
    if (liquid === WATER && sources >= 2) {
      const below = this.#state(x, y - 1, z)
      const onSource = liquids.of(below) === WATER && liquids.level(below) === SOURCE
      if (onSource || shapesOf(this.#space.registry).full(below)) return SOURCE
    }
    const left = most - this.#flows[liquid].drop
    return left > 0 ? FULL - left : undefined
  }

  #spread(
    x: number,
    y: number,
    z: number,
    liquid: typeof WATER | typeof LAVA,
    level: number,
  ): void {
    const below = this.#state(x, y - 1, z)
    const liquids = liquidsOf(this.#space.registry)
    if (y > this.#space.minY && this.#canEnter(below, liquid)) {
      this.#enter(x, y - 1, z, liquid, FALLING)
      if (!this.#besideSources(x, y, z, liquid)) return
    } else if (level !== SOURCE && liquids.of(below) === liquid) return
    const left = amount(level) - this.#flows[liquid].drop
    if (left <= 0) return
    for (const [dx, dz] of this.#downhill(x, y, z, liquid))
      this.#enter(x + dx, y, z + dz, liquid, FULL - left)
  }

  /** A liquid above a hole also flows sideways when at least three sources surround it. */
  #besideSources(x: number, y: number, z: number, liquid: Liquid): boolean {
    const liquids = liquidsOf(this.#space.registry)
    const sources = SIDES.filter(([dx, dz]) => {
      const state = this.#state(x + dx, y, z + dz)
      return liquids.of(state) === liquid && liquids.level(state) === SOURCE
    })
    return sources.length >= 3
  }

  #canEnter(state: number, liquid: typeof WATER | typeof LAVA): boolean {
    const liquids = liquidsOf(this.#space.registry)
    if (!liquids.admits(state)) return false
    const there = liquids.of(state)
    return there === NO_LIQUID || (there !== liquid && liquid === LAVA && there === WATER)
  }

  #enter(x: number, y: number, z: number, liquid: typeof WATER | typeof LAVA, level: number): void {
    const { registry } = this.#space
    const liquids = liquidsOf(registry)
    const state = this.#state(x, y, z)
    if (!this.#canEnter(state, liquid)) return
    if (liquids.of(state) === WATER) {
      // Lava that falls into water makes stone; lava beside water hardens first.
      if (level === FALLING) this.#space.set(x, y, z, registry.blockState('stone'))
      return
    }
    if (liquid === WATER && registry.blockName(state) !== 'air') this.#space.wash(x, y, z)
    this.#space.set(x, y, z, liquids.state(liquid, level))
  }

  /** The directions with the nearest hole; every free direction when no hole is near. */
  #downhill(x: number, y: number, z: number, liquid: typeof WATER | typeof LAVA) {
    const free = SIDES.filter(([dx, dz]) => this.#canEnter(this.#state(x + dx, y, z + dz), liquid))
    if (free.length === 0) return free
    const distances = free.map(([dx, dz]) =>
      this.#holeDistance(x + dx, y, z + dz, liquid, 1, -dx, -dz),
    )
    const nearest = Math.min(...distances)
    return free.filter((_, i) => distances[i] === nearest)
  }

  /** Steps to the nearest hole, without turning back. */
  #holeDistance(
    x: number,
    y: number,
    z: number,
    liquid: typeof WATER | typeof LAVA,
    steps: number,
    fromX: number,
    fromZ: number,
  ): number {
    const below = this.#state(x, y - 1, z)
    if (this.#canEnter(below, liquid) || this.#liquid(x, y - 1, z) === liquid) return steps
    if (steps >= this.#flows[liquid].slopeReach) return Number.POSITIVE_INFINITY
    let nearest = Number.POSITIVE_INFINITY
    for (const [dx, dz] of SIDES) {
      if (dx === fromX && dz === fromZ) continue
      const state = this.#state(x + dx, y, z + dz)
      const passes =
        this.#canEnter(state, liquid) || liquidsOf(this.#space.registry).of(state) === liquid
      if (!passes) continue
      const distance = this.#holeDistance(x + dx, y, z + dz, liquid, steps + 1, -dx, -dz)
      nearest = Math.min(nearest, distance)
    }
    return nearest
  }
}

/** Amount of liquid at a level: 8 in sources and falling liquid. */
function amount(level: number): number {
  return level >= FALLING ? FULL : FULL - level
}
