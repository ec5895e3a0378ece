import type { Registry } from './registry.ts'

/** Size of a standing player (blocks). */
export const PLAYER_WIDTH = 0.6
export const PLAYER_HEIGHT = 1.8
/** Distance from its centre to its sides (blocks). */
export const PLAYER_HALF_WIDTH = PLAYER_WIDTH / 2
/** Height of the eyes of a standing player above its feet (blocks). */
export const EYE_HEIGHT = 1.62

/** The poses of a player in survival. The game calls the third one swimming, also on land. */
export type Pose = 'standing' | 'sneaking' | 'crawling'

/** Size of a player in a pose: its height, and the height of its eyes above its feet (blocks). */
export interface PoseSize {
  readonly height: number
  readonly eyeHeight: number
}

const STANDING: PoseSize = { height: PLAYER_HEIGHT, eyeHeight: EYE_HEIGHT }
const CRAWLING: PoseSize = { height: 0.6, eyeHeight: 0.4 }
/** Sizes since 1.14. */
export const POSE_SIZES: Readonly<Record<Pose, PoseSize>> = {
  standing: STANDING,
  sneaking: { height: 1.5, eyeHeight: 1.27 },
  crawling: CRAWLING,
}
/** Sizes before 1.14. */
const OLD_SIZES: Readonly<Record<Pose, PoseSize>> = {
  ...POSE_SIZES,
  sneaking: { height: 1.65, eyeHeight: 1.54 },
}

/** Sizes of the poses in a version. */
export function poseSizes(registry: Registry): Readonly<Record<Pose, PoseSize>> {
  return canCrawl(registry) ? POSE_SIZES : OLD_SIZES
}

/** Whether a version has the crawling pose: since 1.14. */
export function canCrawl(registry: Registry): boolean {
  return registry.data.version['>=']('1.14')
}

/**
 * The pose of a player in the next tick, by the game's rule. Where it does not fit as it wants to, it crouches, and where
 * it cannot even crouch, it crawls. A player buried completely keeps its pose, as every player does before 1.14.
 * @param wanted pose by the keys that the player presses.
 * @param crawls whether the version has the crawling pose.
 * @param fits whether the player has room in a pose.
 */
export function nextPose(
  pose: Pose,
  wanted: Pose,
  crawls: boolean,
  fits: (pose: Pose) => boolean,
): Pose {
  if (fits(wanted)) return wanted
  if (!crawls || !fits('crawling')) return pose
  return fits('sneaking') ? 'sneaking' : 'crawling'
}
