import type { SkillLanguage } from '../../skills/library.ts'
import { createDescriptor } from '../../src/agent/descriptor/create-descriptor.ts'
import type { DescriptorName } from '../../src/agent/descriptor/descriptor.ts'
import type { Strategy } from '../../src/agent/strategy.ts'
import type { EventBody } from '../../src/episode/events.ts'
import type { EpisodeOutcome } from '../../src/episode/port.ts'
import type { GoalReading } from '../../src/episode/settings.ts'
import { TextClock } from '../../src/text-world/text-clock.ts'
import { MAX_TEXT_GOALS, runTextEpisode } from '../../src/text-world/text-episode.ts'
import { MilestoneTracker } from '../../src/trial/milestones.ts'
import { type Task, targetOf } from '../../src/trial/tasks.ts'
import { languageOf, VERSION } from './language.ts'

export interface TextTrial {
  readonly success: boolean
  readonly outcome: EpisodeOutcome
  readonly events: readonly EventBody[]
  readonly ticks: number
}

export interface TextTrialOptions {
  readonly version?: string
  /** That of the version over all goal skills when left out. */
  readonly language?: SkillLanguage
  readonly maxGoals?: number
  readonly descriptor?: DescriptorName
  readonly goals?: GoalReading
  readonly signal?: AbortSignal
}

/** Plays a task in the text world as the trial runner would, without a folder. */
export async function playText(
  task: Task,
  strategy: Strategy,
  {
    version = VERSION,
    language = languageOf(version),
    maxGoals = MAX_TEXT_GOALS,
    descriptor = 'typed',
    goals = 'lenient',
    signal,
  }: TextTrialOptions = {},
): Promise<TextTrial> {
  const { registry } = language
  const target = targetOf(task, registry)
  const milestones = new MilestoneTracker(target, registry)
  const stop = new AbortController()
  const clock = new TextClock()
  const events: EventBody[] = []
  const outcome = await runTextEpisode({
    language,
    clock,
    target,
    strategy,
    descriptor: createDescriptor(descriptor),
    goals,
    maxGoals,
    signal: signal ? AbortSignal.any([signal, stop.signal]) : stop.signal,
    record: (event) => events.push(event),
    inventory(held, worn) {
      for (const name of milestones.update(held, worn)) events.push({ type: 'milestone', name })
      if (milestones.reached) stop.abort(new Error('the target is there'))
    },
  })
  return { success: milestones.reached, outcome, events, ticks: clock.tick }
}
