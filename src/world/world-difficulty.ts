import type { Difficulty } from '#knowledge/difficulty'

/** The difficulty of a world, which an operator can change. */
export class WorldDifficulty {
  level: Difficulty

  constructor(level: Difficulty) {
    this.level = level
  }
}
