import type { Environment } from '#agent/environment/environment'
import type { EventBody } from '#events/events'
import type { Goal, ItemCounts } from '#goal/goal'
import type { GoalLanguage } from '#goal/goal-language'
import { missingFailure } from '#goal/missing'
import { inventoryObservation, type Observation } from '#goal/observation'
import type { Failure, Outcome } from '#goal/outcome'
import type { Effect } from '#goal/skill-spec'
import type { SkillLanguage } from '#skills/library'
import type { TextClock } from './text-clock.ts'

export interface TextWorldPort {
  readonly clock: TextClock
  record(event: EventBody): void
  /** Called after every change with the inventory and the worn items. */
  inventory(held: ItemCounts, worn: readonly string[]): void
}

/** Ticks of a try, besides one tick for each item: a trial of failed tries must end, too. */
const TRY_TICKS = 1

/**
 * The text world (MC-TextWorld, section 4.1 of DEPS): the rules of crafting, mining and smelting on an inventory, without a
 * body, positions or chance. Every block and mob can be mined or hunted with the right tool. A carried crafting table or
 * furnace counts as placed. Each skill's record defines the changes of its goals.
 */
export class TextWorld implements Environment {
  readonly language: SkillLanguage
  readonly #port: TextWorldPort
  readonly #held = new Map<string, number>()
  readonly #worn = new Set<string>()

  constructor(language: SkillLanguage, port: TextWorldPort) {
    this.language = language
    this.#port = port
  }

  observe(): Observation {
    const { tick } = this.#port.clock
    const held = Object.fromEntries(this.#held)
    return inventoryObservation(this.language.registry, held, { tick, worn: new Set(this.#worn) })
  }

  async execute(goal: Goal, signal: AbortSignal): Promise<Outcome> {
    const { clock, record, inventory } = this.#port
    const ticks = ticksFor(goal)
    const { skill } = goal
    record({ type: 'skill-start', skill, goal, budget: ticks })
    const outcome = outcomeOf(this.language, goal, Object.fromEntries(this.#held))
    if (!outcome.ok) {
      const { failure } = outcome
      clock.advance(TRY_TICKS)
      record({ type: 'skill-end', skill, goal, ticks: TRY_TICKS, failure, changes: {} })
      signal.throwIfAborted()
      return { ok: false, failure }
    }
    clock.advance(ticks)
    for (const [item, change] of outcome.changes) this.#change(item, change)
    for (const item of outcome.worn) this.#worn.add(item)
    const changes = Object.fromEntries([...outcome.changes].filter(([, change]) => change !== 0))
    record({ type: 'skill-end', skill, goal, ticks, failure: null, changes })
    inventory(Object.fromEntries(this.#held), [...this.#worn])
    signal.throwIfAborted()
    return { ok: true }
  }

  async wait(ticks: number, signal: AbortSignal): Promise<void> {
    this.#port.clock.advance(ticks)
    signal.throwIfAborted()
  }

  /** Nothing happens to an inventory alone. */
  async attend(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
    await work.catch(() => {})
    signal.throwIfAborted()
  }

  #change(item: string, change: number): void {
    const count = (this.#held.get(item) ?? 0) + change
    if (count > 0) this.#held.set(item, count)
    else this.#held.delete(item)
  }
}

/** The outcome of a goal by the rules; a failed goal changes nothing. */
export function outcomeOf(
  language: GoalLanguage,
  goal: Goal,
  inventory: ItemCounts,
): (Effect & { readonly ok: true }) | { readonly ok: false; readonly failure: Failure } {
  const [missing] = language.missing(goal, inventory)
  if (missing) return { ok: false, failure: missingFailure(goal, missing) }
  const skill = language.skill(goal.skill)
  return { ok: true, ...skill.simulate(language.registry, goal, inventory) }
}

function ticksFor({ target }: Goal): number {
  return TRY_TICKS + Object.values(target).reduce((sum, count) => sum + count, 0)
}
