/** The game modes, at the numbers that packets use. */
export const GAME_MODES = ['survival', 'creative', 'adventure', 'spectator'] as const
export type GameMode = (typeof GAME_MODES)[number]
