import type { Difficulty } from '#knowledge/difficulty'

/** Damage on a difficulty, from the damage on normal. */
export function scaledDamage(points: number, difficulty: Difficulty): number {
  if (difficulty === 'peaceful') return 0
  if (difficulty === 'easy') return Math.min(points / 2 + 1, points)
  return difficulty === 'hard' ? points * 1.5 : points
}
