import type { Position } from './position.ts'

/** One step of a route: where the feet go, and which blocks must be dug away before. */
export interface Step extends Position {
  readonly clear: readonly Position[]
  /** `pillar`: jump and put a block under the feet; `dig-down`: dig away what they stand on. */
  readonly how: 'walk' | 'climb' | 'drop' | 'swim' | 'pillar' | 'dig-down'
}

export interface Route {
  readonly steps: readonly Step[]
  /** Whether the last step reaches the goal; otherwise it only comes as near as was found. */
  readonly complete: boolean
  /** Expected duration in ticks. */
  readonly ticks: number
}
