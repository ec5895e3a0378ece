import type { Position } from './position.ts'

/** One step of a route: the new position of the feet, and the blocks to dig before. */
export interface Step extends Position {
  readonly clear: readonly Position[]
  /** `jump` crosses a gap, `pillar` places a block below the feet, and `dig-down` digs the block that they stand on. */
  readonly how: 'walk' | 'climb' | 'drop' | 'swim' | 'jump' | 'ladder' | 'pillar' | 'dig-down'
  /** Where to place blocks before, in this order. */
  readonly place?: readonly Position[]
  /** Whether the step leads into water with known lava beside it. */
  readonly nearLava?: boolean
  /** Doors and gates at both ends of the step. */
  readonly doors?: readonly Position[]
}

export interface Route {
  readonly steps: readonly Step[]
  /** Whether the last step reaches the goal. Otherwise it is the nearest position found. */
  readonly complete: boolean
  /** Expected duration (ticks). */
  readonly ticks: number
}

/** Number of blocks that a step places. */
export function blocksFor(step: Step): number {
  return step.how === 'pillar' ? 1 : (step.place?.length ?? 0)
}

/** Whether a step leads onto a block placed for it. */
export function isPlacedUnder(step: Step | undefined): boolean {
  if (!step) return false
  const under = ({ x, y, z }: Position) => x === step.x && y === step.y - 1 && z === step.z
  return step.how === 'pillar' || step.place?.some(under) === true
}
