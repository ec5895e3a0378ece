import type { Descriptor } from '#agent/descriptor/descriptor'
import { createDescriptor } from '#agent/descriptor/descriptors'
import type { Environment } from '#agent/environment/environment'
import { type GoalReading, WrittenGoals } from '#agent/environment/written-goals'
import { modelFor } from '#agent/planner/planners'
import { type EventBody, type Target, targetCounts } from '#events/events'
import { ChoiceOverrides } from '#selector/selectors/override'
import type { SkillLanguage } from '#skills/library'
import { createStrategy } from '#strategies/registry'
import type { Strategy } from '#strategies/strategy'
import type { LifeContext } from './port.ts'

/** Everything that pursues a trial's target, whatever environment the goals are carried out in. */
export interface Pursuit {
  readonly target: Target
  readonly strategy: Strategy
  readonly descriptor: Descriptor
  readonly goals: GoalReading
  readonly maxTicks: number
  record(event: EventBody): void
}

/**
 * Creates the strategy and the descriptor that a trial's settings name. A trial needs them once: the rounds of
 * replanning, the dialogue with the model and the overridden choices are counted over its whole length.
 * @throws RangeError when the settings need a language model and there is none.
 */
export function createPursuit(
  language: SkillLanguage,
  {
    target,
    settings,
    llm,
    strategy,
    maxTicks,
    record,
  }: Pick<LifeContext, 'target' | 'settings' | 'llm' | 'strategy' | 'maxTicks' | 'record'>,
): Pursuit {
  const choices = new ChoiceOverrides(settings.overrideChoice)
  const recordCounted = (event: EventBody) => {
    if (event.type === 'goal-chosen') choices.decided()
    record(event)
  }
  const model = modelFor(settings.planner, llm)
  return {
    target,
    strategy: strategy ?? createStrategy(language, settings, model, recordCounted, choices),
    descriptor: createDescriptor(settings.descriptor),
    goals: settings.goals,
    maxTicks,
    record: recordCounted,
  }
}

/**
 * Works towards the target in an environment.
 * @returns why the strategy gave up.
 * @throws the signal's reason when it fires.
 */
export function pursue(
  { target, strategy, descriptor, goals, maxTicks, record }: Pursuit,
  environment: Environment,
  signal: AbortSignal,
): Promise<string> {
  const task = { target: targetCounts(target), wear: target.worn ? target.item : null }
  return strategy.pursue(task, {
    environment: new WrittenGoals(environment, goals, record),
    descriptor,
    maxTicks,
    signal,
    record,
  })
}
