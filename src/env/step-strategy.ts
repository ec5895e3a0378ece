import { type Environment, SETTLE_TICKS } from '#agent/environment/environment'
import type { Task } from '#agent/planner/planner'
import { TaskFacts } from '#agent/planner/task-facts'
import { TICK_MS } from '#clock/game-clock'
import type { Goal } from '#goal/goal'
import type { Failure, Outcome } from '#goal/outcome'
import { holds, isWorn } from '#goal/success'
import type { GameTime } from '#llm/in-game-time'
import { EXTERNAL } from '#strategies/registry'
import type { Strategy, StrategyContext } from '#strategies/strategy'
import { observationView } from './observation-view.ts'
import type { ObservationView } from './replies.ts'

/** One step, with its goal read. */
export type Step =
  | { readonly type: 'act'; readonly goal: Goal }
  | { readonly type: 'wait'; readonly ticks: number }
  | { readonly type: 'observe'; readonly kinds: readonly string[] | undefined }

export interface StepResult {
  readonly observation: ObservationView
  readonly failure: Failure | null
  /** Game ticks that the step took. */
  readonly ticks: number
  /** Whether the trial ended during the step. */
  readonly isLast: boolean
}

/**
 * The strategy of another agent, which asks for one step at a time. Game time stands still until it does, where the world can
 * stand still.
 */
export class StepStrategy implements Strategy {
  readonly name = EXTERNAL
  readonly #time: GameTime | null
  #asked = Promise.withResolvers<Step>()
  #answered = Promise.withResolvers<StepResult>()

  /** @param time that of a simulated world; null for one that has no time between steps. */
  constructor(time: GameTime | null) {
    this.#time = time
  }

  /** The result of the reset: the agent has joined and looked around. */
  get first(): Promise<StepResult> {
    return this.#answered.promise
  }

  /** Makes a step. One is made at a time; the promise stays pending when the trial has ended before. */
  step(step: Step): Promise<StepResult> {
    this.#answered = Promise.withResolvers()
    this.#asked.resolve(step)
    return this.#answered.promise
  }

  async pursue(task: Task, context: StrategyContext): Promise<string> {
    const { environment, signal, maxTicks = Number.POSITIVE_INFINITY } = context
    const facts = new TaskFacts(environment.language, task)
    const answer = (failure: Failure | null, start: number, kinds?: readonly string[]) => {
      const observation = observationView(environment.observe(), facts, maxTicks, kinds)
      const ticks = observation.tick - start
      this.#answered.resolve({ observation, failure, ticks, isLast: signal.aborted })
    }
    answer(null, environment.observe().tick)
    for (;;) {
      const step = await this.#next(signal)
      const { tick } = environment.observe()
      try {
        const outcome = await this.#make(step, task, context)
        answer(outcome?.ok === false ? outcome.failure : null, tick, kindsOf(step))
      } catch (error) {
        if (signal.aborted) answer(null, tick)
        throw error
      }
    }
  }

  async #make(step: Step, task: Task, { environment, signal }: StrategyContext) {
    if (step.type === 'observe') return null
    if (step.type === 'wait') {
      await this.#wait(step.ticks, environment, signal)
      return null
    }
    const outcome: Outcome = await environment.execute(step.goal, signal)
    // The server may need some ticks to agree that the agent holds the target; the trial ends during this wait.
    if (isHeld(task, environment)) await environment.wait(SETTLE_TICKS, signal)
    return outcome
  }

  /** Lets time pass; the body keeps itself alive. */
  #wait(ticks: number, environment: Environment, signal: AbortSignal): Promise<void> {
    return this.#time
      ? environment.attend(this.#time.pass(ticks * TICK_MS, signal), signal)
      : environment.wait(ticks, signal)
  }

  /** The next step. @throws the signal's reason when it fires first. */
  async #next(signal: AbortSignal): Promise<Step> {
    const aborted = Promise.withResolvers<never>()
    const onAbort = () => aborted.reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    try {
      const asked = Promise.race([this.#asked.promise, aborted.promise])
      return await (this.#time ? this.#time.standStill(asked) : asked)
    } finally {
      signal.removeEventListener('abort', onAbort)
      this.#asked = Promise.withResolvers()
    }
  }
}

function kindsOf(step: Step): readonly string[] | undefined {
  return step.type === 'observe' ? step.kinds : undefined
}

function isHeld({ target, wear }: Task, environment: Environment): boolean {
  const { registry, inventory, worn } = environment.observe()
  return holds(registry, inventory, target) && (wear === null || isWorn(registry, worn, wear))
}
