/** Size of a player's body (blocks). */
export const PLAYER_WIDTH = 0.6
export const PLAYER_HEIGHT = 1.8
/** How far it reaches to each side of its middle (blocks). */
export const PLAYER_HALF_WIDTH = PLAYER_WIDTH / 2
/** Height of the eyes above the feet, standing and sneaking (blocks). */
export const EYE_HEIGHT = 1.62
export const SNEAKING_EYE_HEIGHT = 1.27
