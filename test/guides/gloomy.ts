import type { PerceptionRules } from '#perception/perception-modes'
import { SIGHT_DISTANCE } from '#perception/sight-lines'

/** Least light level at which a dark screen shows distant blocks. */
const LIT = 8
/** Range of sight in less light (blocks). */
const RANGE = 3

/** As `player`, at a screen with little brightness. */
export const GLOOMY: PerceptionRules = {
  needsSight: true,
  limits: { view: true, rangeAt: (light) => (light >= LIT ? SIGHT_DISTANCE : RANGE) },
}
