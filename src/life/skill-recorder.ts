import type { Body } from '#body/body'
import type { EventBody } from '#events/events'
import { changesBetween, type Goal, type ItemCounts } from '#goal/goal'
import type { Failure, Outcome } from '#goal/outcome'
import type { SkillLog } from '#skills/core/skill'
import type { Telemetry } from './telemetry.ts'

interface Running {
  readonly startedAt: number
  readonly before: ItemCounts
}

const CUT_OFF: Failure = { kind: 'interrupted', detail: 'the trial is over' }

/** Records the start and end of each skill, with the changes of the inventory. */
export class SkillRecorder implements SkillLog {
  readonly #body: Body
  readonly #over: AbortSignal
  readonly #record: (event: EventBody) => void
  readonly #telemetry: Telemetry
  /** Skills call each other, so the one that ends is always the one that started last. */
  readonly #running: Running[] = []

  /**
   * @param over fires when the trial is over: skills that fail afterwards were cut off.
   * @param telemetry reports the inventory when a skill has reached its goal and the server has confirmed it.
   */
  constructor(
    body: Body,
    over: AbortSignal,
    record: (event: EventBody) => void,
    telemetry: Telemetry,
  ) {
    this.#body = body
    this.#over = over
    this.#record = record
    this.#telemetry = telemetry
  }

  started(skill: string, goal: Goal | null, budget: number): void {
    this.#running.push({ startedAt: this.#body.clock.tick, before: this.#body.carried })
    this.#record({ type: 'skill-start', skill, goal, budget })
  }

  ended(skill: string, goal: Goal | null, result: Outcome): void {
    const running = this.#running.pop()
    const ticks = this.#body.clock.tick - (running?.startedAt ?? 0)
    const changes = changesBetween(running?.before ?? {}, this.#body.carried)
    const failure = result.ok ? null : this.#over.aborted ? CUT_OFF : result.failure
    if (result.ok && goal) this.#telemetry.reportInventory()
    this.#record({
      type: 'skill-end',
      skill,
      goal,
      ticks,
      failure,
      changes,
      // The outer skill reports the ticks of a nested one.
      ...(this.#running.length === 0 && { activities: this.#telemetry.takeActivities() }),
    })
  }
}
