import { createDescriptor } from '#agent/descriptor/create-descriptor'
import type { Descriptor } from '#agent/descriptor/descriptor'
import { WrittenGoals } from '#agent/environment/written-goals'
import { targetCounts } from '#events/events'
import type { GoalReading } from '#events/settings'
import { registryFor } from '#knowledge/registry'
import { countedDecisions } from '#life/counted-decisions'
import type { EpisodeContext, EpisodeOutcome, RunEpisode } from '#life/port'
import { ForcedChoices } from '#selector/selectors/override'
import { goalLanguage, type SkillLanguage } from '#skills/library'
import { createStrategy } from '#strategies/registry'
import type { Strategy } from '#strategies/strategy'
import type { TextClock } from './text-clock.ts'
import { TextWorld } from './text-world.ts'

/** What of a trial a text world needs; its clock is one of text. */
export interface TextEpisodeContext
  extends Pick<EpisodeContext, 'target' | 'signal' | 'record' | 'inventory'> {
  readonly language: SkillLanguage
  readonly clock: TextClock
  readonly strategy: Strategy
  readonly descriptor: Descriptor
  readonly goals: GoalReading
  /** Goals that may be tried before the episode ends; it stands for the time that tries take. */
  readonly maxGoals: number
}

/** Goals for a task that are far more than any plan of it takes. */
export const MAX_TEXT_GOALS = 400

/** Plays one trial in the text world: the same events, and the same ends, as in a world of blocks. */
export async function runTextEpisode(context: TextEpisodeContext): Promise<EpisodeOutcome> {
  const { language, clock, target, strategy, descriptor, record, inventory, maxGoals } = context
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
  const environment = new WrittenGoals(text, context.goals, record)
  record({
    type: 'join',
    version: language.registry.data.version.minecraftVersion ?? 'unknown',
    difficulty: null,
    gameMode: 'survival',
    position: { x: 0, y: 0, z: 0 },
    inventory: {},
  })
  const task = { target: targetCounts(target), wear: target.worn ? target.item : null }
  try {
    const detail = await strategy.pursue(task, { environment, descriptor, signal, record })
    return { end: 'gave-up', detail }
  } catch (error) {
    if (context.signal.aborted) return { end: 'stopped', detail: 'stopped' }
    if (over.signal.aborted) return { end: 'gave-up', detail: `${maxGoals} goals are tried` }
    throw error
  }
}

/**
 * The text world's agent for the trial runner.
 * @param clock that of the trial's host.
 */
export function textAgent(clock: TextClock): RunEpisode {
  return (context) => {
    const { connection, settings, llm } = context
    const choices = new ForcedChoices(settings.overrideChoice)
    const record = countedDecisions(context.record, choices)
    const language = goalLanguage(registryFor(connection.version))
    return runTextEpisode({
      ...context,
      record,
      language,
      clock,
      strategy: createStrategy(language, settings, llm, record, choices),
      descriptor: createDescriptor(settings.descriptor),
      goals: settings.goals,
      maxGoals: MAX_TEXT_GOALS,
    })
  }
}
