/** The game's difficulties, in the order of their ids in packets. */
export const DIFFICULTIES = ['peaceful', 'easy', 'normal', 'hard'] as const
export type Difficulty = (typeof DIFFICULTIES)[number]
