import { createDescriptor, type DescriptorName } from '#agent/descriptor/descriptors'
import type { GoalReading } from '#agent/environment/written-goals'
import type { EventBody } from '#events/events'
import type { LifeOutcome } from '#life/port'
import { overworldLanguage, type SkillLanguage } from '#skills/library'
import type { Strategy } from '#strategies/strategy'
import { TextClock } from '#text-world/text-clock'
import { MAX_TEXT_GOALS, runTextEpisode } from '#text-world/text-episode'
import { MilestoneTracker } from '#trial/milestones'
import { type Task, targetOf } from '#trial/tasks'
import { languageOf, VERSION } from './language.ts'

export interface TextTrial {
  readonly success: boolean
  readonly outcome: LifeOutcome
  readonly events: readonly EventBody[]
  readonly ticks: number
}

export interface TextTrialOptions {
  readonly version?: string
  /** By default, that of the text world. */
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
    language = overworldLanguage(languageOf(version).registry),
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
    maxTicks: 10_000,
    signal: signal ? AbortSignal.any([signal, stop.signal]) : stop.signal,
    record: (event) => events.push(event),
    inventory(held, worn) {
      for (const name of milestones.update(held, worn)) events.push({ type: 'milestone', name })
      if (milestones.reached) stop.abort(new Error('the target is there'))
    },
  })
  return { success: milestones.reached, outcome, events, ticks: clock.tick }
}
