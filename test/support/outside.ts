import { afterEach } from 'vitest'
import type { Difficulty } from '#knowledge/difficulty'
import { type Field, field } from './field.ts'
import { type Practice, practice } from './practice.ts'

/** Time in which a change of the weather is complete (ticks). */
export const FADE_TICKS = 110

/** Opens fields under the sky in the morning. Closes the world after each test. */
export function outdoors(): (
  version?: string,
  difficulty?: Difficulty,
) => Promise<{ game: Practice; ground: Field }> {
  let session: Practice | undefined
  afterEach(async () => {
    await session?.close()
    session = undefined
  })
  return async (version = '1.16.5', difficulty = 'peaceful') => {
    const game = await practice({ version, difficulty, time: 1000 })
    session = game
    return { game, ground: await field(game) }
  }
}
