import { playerRange, type SightLimits } from './player-sight.ts'

/** What the agent may know of the world in one mode of perception. */
export interface PerceptionRules {
  /** Blocks and entities become known only when they come into sight; otherwise all loaded chunks are known. */
  readonly needsSight: boolean
  /** Limits of a player's sight. Without them, the agent sees in all directions and in the dark. */
  readonly limits: SightLimits | null
}

/** All modes of perception by the names that settings and the command line use, the default first. */
const MODES = {
  /**
   * A block is known once an unobstructed straight line of at most 48 blocks has reached it from the eye. The line
   * lies within the field of view, and the block is light enough for its distance.
   */
  player: { needsSight: true, limits: { view: true, rangeAt: playerRange } },
  /** As `player`, in any light. It measures what the limit by light costs. */
  view: { needsSight: true, limits: { view: true, rangeAt: null } },
  /** As `player`, in all directions. It measures what the field of view costs. */
  dim: { needsSight: true, limits: { view: false, rangeAt: playerRange } },
  /** As `player`, in all directions and any light. The surface of loaded chunks is known as on a map. */
  seen: { needsSight: true, limits: null },
  /** All blocks and entities of loaded chunks are known, as mineflayer reports them. */
  loaded: { needsSight: false, limits: null },
} satisfies Readonly<Record<string, PerceptionRules>>

export type PerceptionMode = keyof typeof MODES

export const PERCEPTION_MODES = Object.keys(MODES) as PerceptionMode[]

/** @throws RangeError when no mode has this name. */
export function perceptionRules(mode: PerceptionMode): PerceptionRules {
  if (!Object.hasOwn(MODES, mode)) throw new RangeError(`no perception mode is called ${mode}`)
  return MODES[mode]
}
