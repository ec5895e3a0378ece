import type { Candidate } from '../../selector/selector.ts'
import { outcomeLines, type Situation } from '../agent/descriptor/descriptor.ts'
import type { Environment } from '../agent/environment/environment.ts'
import type { EventBody } from '../episode/events.ts'
import type { Goal, ItemCounts } from '../goal/goal.ts'
import type { Outcome } from '../goal/outcome.ts'
import { countsText } from '../goal/print.ts'
import type { Registry } from '../knowledge/registry.ts'
import { outcomeOf } from './rules.ts'
import type { TextClock } from './text-clock.ts'

export interface TextWorldPort {
  readonly clock: TextClock
  record(event: EventBody): void
  /** Told what is carried, and what of it is worn, after every change. */
  inventory(held: ItemCounts, worn: readonly string[]): void
}

/** Ticks that a try takes beside one for each item: so that tries in vain come to an end too. */
const TRY_TICKS = 1

/** A world of text: goals succeed or fail by the rules on an inventory. */
export class TextWorld implements Environment {
  readonly registry: Registry
  readonly near: ReadonlySet<string> = new Set()
  readonly #port: TextWorldPort
  readonly #held = new Map<string, number>()
  readonly #worn = new Set<string>()

  constructor(registry: Registry, port: TextWorldPort) {
    this.registry = registry
    this.#port = port
  }

  get inventory(): ItemCounts {
    return Object.fromEntries(this.#held)
  }

  get worn(): ReadonlySet<string> {
    return this.#worn
  }

  /** Nothing is far away or near here: goals are told apart by their numbers alone. */
  assess(goal: Goal): Candidate {
    return { goal, distance: 0, searchTicks: 0, workTicks: ticksFor(goal) }
  }

  worthwhile(goals: readonly Goal[]): readonly Goal[] {
    return goals
  }

  /** Nothing is lost here. */
  prepare(): Promise<void> {
    return Promise.resolve()
  }

  /** Nobody goes hungry here. */
  begin(): Promise<void> {
    return Promise.resolve()
  }

  carryOut(goal: Goal): Promise<Outcome> {
    const { clock, record, inventory } = this.#port
    const ticks = ticksFor(goal)
    record({ type: 'skill-start', skill: goal.skill, goal, budget: ticks })
    const outcome = outcomeOf(this.registry, goal, this.inventory)
    if (!outcome.ok) {
      const { failure } = outcome
      clock.advance(TRY_TICKS)
      record({ type: 'skill-end', skill: goal.skill, goal, ticks: TRY_TICKS, failure, changes: {} })
      return Promise.resolve({ ok: false, failure })
    }
    clock.advance(ticks)
    for (const [item, change] of outcome.changes) this.#change(item, change)
    for (const item of outcome.worn) this.#worn.add(item)
    const changes = Object.fromEntries([...outcome.changes].filter(([, change]) => change !== 0))
    record({ type: 'skill-end', skill: goal.skill, goal, ticks, failure: null, changes })
    inventory(this.inventory, [...this.#worn])
    return Promise.resolve({ ok: true })
  }

  #change(item: string, change: number): void {
    const count = (this.#held.get(item) ?? 0) + change
    if (count > 0) this.#held.set(item, count)
    else this.#held.delete(item)
  }

  describe(situation: Situation): string {
    return [
      ...outcomeLines(situation),
      `My inventory has ${countsText(this.inventory)}.`,
      `I wear ${[...this.#worn].join(', ') || 'nothing'}.`,
    ].join('\n')
  }

  /** Nobody dies and nothing is stuck here. */
  recover(): Promise<void> {
    return Promise.resolve()
  }

  settle(): Promise<void> {
    return this.passTick()
  }

  passTick(): Promise<void> {
    this.#port.clock.advance(TRY_TICKS)
    return Promise.resolve()
  }
}

function ticksFor({ target }: Goal): number {
  return TRY_TICKS + Object.values(target).reduce((sum, count) => sum + count, 0)
}
