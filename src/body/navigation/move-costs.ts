/**
 * The costs of moving in game ticks (20 a second): one table for single moves, for journeys and for walks over land.
 * Speeds are those of the Minecraft wiki (Sprinting, Sneaking, Ladder, Falling) in blocks a second. Numbers
 * without a source are estimates; `bench/navigators.ts` compares them with the ticks that a walk takes.
 */

/** A level block at a sprint: 20 / 5.612 = 3.56, and the corrections of course. */
export const WALK = 3.7
export const DIAGONAL = WALK * Math.SQRT2
/** One block up: after 8 ticks a jump has come back down to the height of one block. */
export const CLIMB = 8
/** Each block of a fall, in addition to the step over the edge: a fall of three blocks takes 10 ticks. */
export const DROP_PER_BLOCK = 2
/** Falling one block after digging the ground, and landing. */
export const DIG_DOWN = 8
/** A block on the surface of water: 20 / 1.97 = 10.2, and the way into and out of the water. */
export const SWIM = 12
/** Jumping, placing a block below the feet and landing: a jump of 12 ticks, and the server's answer. */
export const PILLAR = 24
/** Leaning over an edge and placing a block in front of it. */
export const PLACE = 20
/** A block up a ladder: 20 / 2.35 = 8.5. A block down: 20 / 3 = 6.7. */
export const LADDER_UP = 9
export const LADDER_DOWN = 7
/** Opening a door or gate, walking through its middle, and closing it. */
export const DOOR = 30
/** Taking off for a jump over a gap, and each block of its length: 12 in the air for a gap of one block. */
export const JUMP = 4
export const JUMP_PER_BLOCK = 4
/** Surcharge for a block under water, where the agent neither sees nor breathes. */
export const DIVE = 15
/** A block while crawling, at the speed of sneaking: 20 / 1.295. */
export const CRAWL = 15.4
/** Digging takes five times as long under water, and five times as long while the feet touch no ground (wiki: Breaking). */
export const DIVING_DIG_FACTOR = 25

/**
 * Means for whole journeys. They exceed the costs of single moves, because a route winds, digs and starts anew.
 * Measured over 109 journeys of trials, whose mean was 11 % above these figures.
 */
export const JOURNEY = {
  /** A block along the map. */
  across: 5.5,
  /** A block upward, by stairs or pillars. */
  up: 14,
  /** A block downward, by stairs. */
  down: 16,
  /** A block along the map where the goal lies deep, so that the route leads through stone. */
  acrossStone: 13,
  /** Starting and stopping. */
  startAndStop: 6,
} as const

/** A tunnel in which to stand, through rock with a stone pickaxe, as trials took. */
export const TUNNEL = {
  /** A block along an axis, and a block aslant, which digs out the corners. */
  straight: 19,
  slanted: 38,
  /** A block up to the land. */
  up: 25,
} as const

/**
 * Estimates for straight walks over open land, from viewpoint to viewpoint. Natural hills take neither stairs nor pillars, so
 * a slope costs less than in {@link JOURNEY}. A walk includes shores, so water costs more than {@link SWIM}.
 */
export const OVERLAND = {
  walk: JOURNEY.across,
  swim: 14,
  /** A block up or down. */
  climb: 12,
} as const
