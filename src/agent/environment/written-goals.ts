import { mistakeIn, unheld } from '#goal/as-written'
import type { Goal } from '#goal/goal'
import { ANY_APPROACH, type Approach, type Observation } from '#goal/observation'
import { failed, type Outcome } from '#goal/outcome'
import { isReached } from '#goal/success'
import type { AgentEvent } from '../agent-event.ts'
import type { Environment } from './environment.ts'

/** Readings of a goal that is wrong as written, each with whether the goal fails. */
const READINGS = { lenient: { refuses: false }, strict: { refuses: true } } as const
export type GoalReading = keyof typeof READINGS

/** Names of all readings, the default first. */
export const GOAL_READINGS = Object.keys(READINGS) as GoalReading[]

/**
 * An environment that checks goals as written. Skills correct mistakes by themselves: they use the recipe's real materials,
 * go to a station that the goal does not name, or use a better tool. Under `strict`, a goal with wrong materials, counts,
 * tool or station fails, as in the papers' environments. Under `lenient`, it is executed, and the mistake is recorded.
 */
export class WrittenGoals implements Environment {
  readonly #environment: Environment
  readonly #reading: GoalReading
  readonly #record: (event: AgentEvent) => void

  constructor(environment: Environment, reading: GoalReading, record: (event: AgentEvent) => void) {
    this.#environment = environment
    this.#reading = reading
    this.#record = record
  }

  get language(): Environment['language'] {
    return this.#environment.language
  }

  observe(): Observation {
    return this.#environment.observe()
  }

  async execute(
    goal: Goal,
    signal: AbortSignal,
    approach: Approach = ANY_APPROACH,
  ): Promise<Outcome> {
    const { registry, inventory } = this.observe()
    const mistake = mistakeIn(this.language, goal) ?? unheld(registry, goal, inventory)
    const isRefused = mistake !== null && READINGS[this.#reading].refuses
    if (!mistake) return this.#environment.execute(goal, signal, approach)
    const note = (corrected: boolean) =>
      this.#record({ type: 'goal-mistake', goal, mistake: mistake.detail, corrected })
    if (!isRefused) {
      try {
        const outcome = await this.#environment.execute(goal, signal, approach)
        // A preempted goal is executed again.
        if (outcome.ok || outcome.failure.kind !== 'interrupted') note(outcome.ok)
        return outcome
      } catch (error) {
        // The trial ends as soon as its target is held, which may be within this goal.
        if (signal.aborted) {
          const now = this.observe()
          note(isReached(this.language, goal, inventory, now.inventory, now.worn))
        }
        throw error
      }
    }
    note(false)
    await this.wait(1, signal)
    return failed(mistake.kind, mistake.detail)
  }

  wait(ticks: number, signal: AbortSignal): Promise<void> {
    return this.#environment.wait(ticks, signal)
  }

  attend(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
    return this.#environment.attend(work, signal)
  }
}
