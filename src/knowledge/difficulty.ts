/** The game's difficulties, by their number in packets. */
export const DIFFICULTIES = ['peaceful', 'easy', 'normal', 'hard'] as const
export type Difficulty = (typeof DIFFICULTIES)[number]
