import { registryFor } from '#knowledge/registry'
import type { LifeContext, LifeOutcome, RunLife } from '#life/port'
import { createPursuit, type Pursuit, pursue } from '#life/pursuit'
import { overworldLanguage, type SkillLanguage } from '#skills/library'
import { counted } from '#wire/wording'
import type { TextClock } from './text-clock.ts'
import { TextWorld } from './text-world.ts'

/** What of a trial a text world needs; its clock is one of text. */
export interface TextEpisodeContext
  extends Pursuit,
    Pick<LifeContext, 'signal' | 'record' | 'inventory'> {
  readonly language: SkillLanguage
  readonly clock: TextClock
  /** Goals that may be tried before the episode ends; it stands for the time that tries take. */
  readonly maxGoals: number
}

/** Goals for a task that are far more than any plan of it takes. */
export const MAX_TEXT_GOALS = 400

/** Plays one trial in the text world: the same events, and the same ends, as in a world of blocks. */
export async function runTextEpisode(context: TextEpisodeContext): Promise<LifeOutcome> {
  const { language, clock, record, inventory, maxGoals } = context
  const over = new AbortController()
  const signal = AbortSignal.any([context.signal, over.signal])
  let goals = 0
  const text = new TextWorld(language, {
    clock,
    inventory,
    record(event) {
      record(event)
      if (event.type === 'skill-end' && ++goals >= maxGoals) over.abort(new Error('goals used up'))
    },
  })
  record({
    type: 'join',
    version: language.registry.data.version.minecraftVersion ?? 'unknown',
    difficulty: null,
    gameMode: 'survival',
    position: { x: 0, y: 0, z: 0 },
    spawnPoint: null,
    inventory: {},
  })
  try {
    return { end: 'gave-up', detail: await pursue(context, text, signal) }
  } catch (error) {
    if (context.signal.aborted) return { end: 'stopped', detail: 'stopped' }
    if (over.signal.aborted)
      return { end: 'gave-up', detail: `the limit of ${counted(maxGoals, 'goal')} is reached` }
    throw error
  }
}

/**
 * The text world's agent for the trial runner.
 * @param clock that of the trial's host.
 */
export function textAgent(clock: TextClock): RunLife {
  return (context) => {
    const language = overworldLanguage(registryFor(context.connection.version))
    const pursuit = createPursuit(language, context)
    return runTextEpisode({ ...context, ...pursuit, language, clock, maxGoals: MAX_TEXT_GOALS })
  }
}
