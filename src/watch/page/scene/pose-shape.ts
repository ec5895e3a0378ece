import { EYE_HEIGHT, POSE_SIZES } from '#knowledge/player-size'
import type { BodyPose } from '../../recording-format.ts'

/** How a player's model takes a pose. Angles are in radians, lengths in blocks. */
export interface PoseShape {
  /** Height of the eyes above the position. */
  readonly eye: number
  /** Rotation of the whole body: a quarter turn forward lies on the belly, one backward on the back. */
  readonly fall: number
  /** Shift of the whole body, up and backward. */
  readonly up: number
  readonly back: number
  /** Whether the body lies with its head towards its back, as in a bed. */
  readonly isTurned: boolean
  /** Forward rotation of the upper body. The head remains upright. */
  readonly bend: number
  /** Rotation of both arms at rest, and greatest swing of arms and legs. */
  readonly arms: number
  readonly swing: number
}

/** Half the depth of a player's body. */
const HALF_DEPTH = 0.13

/** Shift that brings the neck of a lying body to its position. */
const NECK = 1.4

const STAND: PoseShape = {
  eye: EYE_HEIGHT,
  fall: 0,
  up: 0,
  back: 0,
  isTurned: false,
  bend: 0,
  arms: 0,
  swing: 0.7,
}

/** Lies on the belly, with the arms stretched forward. */
const PRONE: PoseShape = {
  ...STAND,
  eye: POSE_SIZES.crawling.eyeHeight,
  fall: -Math.PI / 2,
  up: HALF_DEPTH,
  back: NECK,
  arms: 2.7,
  swing: 0.35,
}

/** The shape of each pose. */
export const POSE_SHAPES: Readonly<Record<BodyPose, PoseShape>> = {
  stand: STAND,
  sneak: { ...STAND, eye: POSE_SIZES.sneaking.eyeHeight, up: -0.12, bend: 0.45, swing: 0.4 },
  crawl: PRONE,
  swim: { ...PRONE, swing: 0.6 },
  sleep: {
    ...STAND,
    eye: POSE_SIZES.crawling.eyeHeight,
    fall: Math.PI / 2,
    up: HALF_DEPTH,
    back: -NECK,
    isTurned: true,
    swing: 0,
  },
}
