import type { Registry } from './registry.ts'

/** Size of a standing player (blocks). */
export const PLAYER_WIDTH = 0.6
export const PLAYER_HEIGHT = 1.8
/** Distance from its centre to its sides (blocks). */
export const PLAYER_HALF_WIDTH = PLAYER_WIDTH / 2
/** Height while sneaking, and while crawling or swimming, since 1.14 (blocks). */
export const SNEAKING_HEIGHT = 1.5
export const CRAWLING_HEIGHT = 0.6
/** Height of the eyes above the feet, standing, sneaking and crawling (blocks). */
export const EYE_HEIGHT = 1.62
export const SNEAKING_EYE_HEIGHT = 1.27
export const CRAWLING_EYE_HEIGHT = 0.4

/** Whether a version has the crawling pose: since 1.14. */
export function canCrawl(registry: Registry): boolean {
  return registry.data.version['>=']('1.14')
}

/** Whether sneaking and crawling are faster diagonally: up to 1.21.4, the speeds of two keys add up. */
export function sneaksFasterDiagonally(registry: Registry): boolean {
  return !registry.data.isNewerOrEqualTo('1.21.5')
}

/**
 * Whether a player takes the crawling pose, by the game's rule for each tick: there is room neither to stand nor to sneak, but
 * to crawl. A player cannot crawl at will; a block such as a closed trapdoor must force the pose.
 * @param fits whether a player of a height has room (blocks).
 */
export function mustCrawl(crawls: boolean, fits: (height: number) => boolean): boolean {
  // A player buried completely keeps its pose.
  return !fits(SNEAKING_HEIGHT) && (crawls || fits(CRAWLING_HEIGHT))
}
