import type { Environment } from '#agent/environment/environment'
import type { Goal } from '#goal/goal'
import type { Approach, Observation } from '#goal/observation'
import type { Outcome } from '#goal/outcome'
import { isWorn } from '#goal/success'
import { countOf } from '#knowledge/item-tags'

/** Remembers the goals that were executed, with what they really brought: a goal that fails may have gained something. */
export class ExecutedGoals implements Environment {
  readonly goals: Goal[] = []
  readonly #environment: Environment

  constructor(environment: Environment) {
    this.#environment = environment
  }

  get language(): Environment['language'] {
    return this.#environment.language
  }

  observe(): Observation {
    return this.#environment.observe()
  }

  async execute(goal: Goal, signal: AbortSignal, approach?: Approach): Promise<Outcome> {
    const before = this.observe()
    let isReached = false
    try {
      const outcome = await this.#environment.execute(goal, signal, approach)
      isReached = outcome.ok
      return outcome
    } finally {
      const done = isReached ? goal : this.#gained(goal, before)
      if (done) this.goals.push(done)
    }
  }

  wait(ticks: number, signal: AbortSignal): Promise<void> {
    return this.#environment.wait(ticks, signal)
  }

  attend(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
    return this.#environment.attend(work, signal)
  }

  /** The part of a goal that was reached before it failed or the trial ended; null for none. */
  #gained(goal: Goal, before: Observation): Goal | null {
    const { registry } = this.language
    const { shows } = this.language.skill(goal.skill)
    const after = this.observe()
    if (shows === 'worn')
      return Object.keys(goal.target).every((item) => isWorn(registry, after.worn, item))
        ? goal
        : null
    if (shows !== 'more') return null
    const target = Object.entries(goal.target).flatMap(([item, count]) => {
      const gain =
        countOf(registry, after.inventory, item) - countOf(registry, before.inventory, item)
      return gain > 0 ? [[item, Math.min(gain, count)] as const] : []
    })
    return target.length > 0 ? { ...goal, target: Object.fromEntries(target) } : null
  }
}
