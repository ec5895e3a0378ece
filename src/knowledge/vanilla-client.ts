/**
 * What the game's own client keeps to in survival mode, by what it sends: a player with mouse and keys
 * cannot be quicker, and plugins against cheats look for those who are.
 */
export const VANILLA_CLIENT = {
  /**
   * Ticks from the packet that ends a dig to the one that starts the next. The client counts five down
   * and starts in the tick after; a block that breaks at once has no such end, so it sets no pause.
   */
  digPause: 6,
  /** Ticks between two uses of the right button while it is held. */
  usePause: 4,
  /** Ticks between two clicks in a window. */
  clickPause: 1,
  /** Farthest point of a block that the crosshair reaches from the eye (blocks). */
  blockReach: 4.5,
  /** The same for creatures. */
  entityReach: 3,
} as const
