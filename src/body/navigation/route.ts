import type { Position } from './position.ts'

/** One step of a route: where the feet go, and which blocks must be dug away before. */
export interface Step extends Position {
  readonly clear: readonly Position[]
  /** `jump`: across a gap; `ladder`: holding on to one; `pillar`: jump and put a block under the feet; `dig-down`: dig away what they stand on. */
  readonly how: 'walk' | 'climb' | 'drop' | 'swim' | 'jump' | 'ladder' | 'pillar' | 'dig-down'
  /** Where blocks must be put down before, in this order. */
  readonly place?: readonly Position[]
  /** Doors and gates that it leads into or out of. */
  readonly doors?: readonly Position[]
}

export interface Route {
  readonly steps: readonly Step[]
  /** Whether the last step reaches the goal; otherwise it only comes as near as was found. */
  readonly complete: boolean
  /** Expected duration in ticks. */
  readonly ticks: number
}

/** How many blocks a step takes to build. */
export function blocksFor(step: Step): number {
  return step.how === 'pillar' ? 1 : (step.place?.length ?? 0)
}

/** Whether a step leads onto a block that was put down for it. */
export function isPlacedUnder(step: Step | undefined): boolean {
  if (!step) return false
  const under = ({ x, y, z }: Position) => x === step.x && y === step.y - 1 && z === step.z
  return step.how === 'pillar' || step.place?.some(under) === true
}
