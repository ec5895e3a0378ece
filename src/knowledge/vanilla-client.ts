/**
 * Input limits of the vanilla client in survival mode. No player with mouse and keys exceeds them, and anti-cheat plugins
 * check them.
 */
export const VANILLA_CLIENT = {
  /**
   * Time from the packet that ends a dig to the one that starts the next (ticks). The client counts down from 5 and starts in
   * the next tick. An instant break has no end packet, so it starts no cooldown.
   */
  digPause: 6,
  /** Time between two uses of the held right button (ticks). */
  usePause: 4,
  /** Time between two clicks in a window (ticks). */
  clickPause: 1,
  /** Reach from the eye to a point of a block (blocks). */
  blockReach: 4.5,
  /** Reach from the eye to a hitbox (blocks). */
  entityReach: 3,
} as const
