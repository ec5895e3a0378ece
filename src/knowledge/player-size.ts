import type { Registry } from './registry.ts'

/** Size of a player's body (blocks). */
export const PLAYER_WIDTH = 0.6
export const PLAYER_HEIGHT = 1.8
/** How far it reaches to each side of its middle (blocks). */
export const PLAYER_HALF_WIDTH = PLAYER_WIDTH / 2
/** How high it is when it sneaks, and when it crawls or swims (blocks); since 1.14. */
export const SNEAKING_HEIGHT = 1.5
export const CRAWLING_HEIGHT = 0.6
/** Height of the eyes above the feet, standing, sneaking and crawling (blocks). */
export const EYE_HEIGHT = 1.62
export const SNEAKING_EYE_HEIGHT = 1.27
export const CRAWLING_EYE_HEIGHT = 0.4

/** Whether players crawl in a version where there is no room to stand: they do from 1.14 on. */
export function canCrawl(registry: Registry): boolean {
  return registry.data.version['>=']('1.14')
}

/** Whether two keys bring a body that sneaks or crawls farther than one: each counts for itself up to 1.21.4. */
export function sneaksFasterAslant(registry: Registry): boolean {
  return !registry.data.isNewerOrEqualTo('1.21.5')
}

/**
 * Whether a body crawls, as the game decides it in every tick: where it can neither stand nor sneak, but lie. Nobody lies down at
 * will: something has to come lower than the head of one who sneaks, such as a trapdoor that is shut.
 * @param fits whether nothing is in the way of a body that high (blocks).
 */
export function mustCrawl(crawls: boolean, fits: (height: number) => boolean): boolean {
  // Who is buried down to the feet stays as it was.
  return !fits(SNEAKING_HEIGHT) && (crawls || fits(CRAWLING_HEIGHT))
}
