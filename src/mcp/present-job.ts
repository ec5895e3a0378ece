import type { GameClock } from '#clock/game-clock'
import type { EventBody } from '#events/events'
import { skillTitle } from '#events/titles'
import { goalText } from '#goal/print'
import type { JobResult, Resident } from '#life/resident'
import { plainText } from '#wire/plain-text'
import type { JobReport, JobView } from './protocol.ts'
import type { RequestedJob } from './requested-job.ts'

/** Whose job it is, and whom it reports to. */
export interface PresentJobContext {
  readonly id: number
  readonly job: RequestedJob
  /** Name of the agent. */
  readonly agent: string
  readonly clock: GameClock
  readonly resident: Resident
  /** How many of an item the agent carries; by the server's own count, where it can be asked. */
  held(item: string): number
  /** Called at its end, with its report. */
  onEnd(job: JobView): void
}

/** The job that an agent does, from its start to its report. */
export class PresentJob {
  readonly #context: PresentJobContext
  readonly #startedAt: number
  readonly #stop = new AbortController()
  readonly #ended: Promise<void>
  #steps = 0
  #step = 'starting'

  /** Starts the job. */
  constructor(context: PresentJobContext) {
    const { clock, resident, job, onEnd } = context
    this.#context = context
    this.#startedAt = clock.tick
    const done = (report: JobReport) => onEnd({ ...this.view, report })
    this.#ended = resident.perform(job, this.#stop.signal).then(
      (result) => done(this.#report(result)),
      (error: unknown) =>
        done({ ...NOTHING, trouble: { kind: 'crash', detail: plainText(String(error)) } }),
    )
  }

  /** The job as it is now. */
  get view(): JobView {
    const { id, agent, job, clock } = this.#context
    const ticks = clock.tick - this.#startedAt
    const { title } = job
    return { id, agent, title, ticks, steps: this.#steps, step: this.#step, report: null }
  }

  /** Takes note of a step that has begun. */
  note({ goal, skill }: Extract<EventBody, { type: 'skill-start' }>): void {
    this.#steps++
    this.#step = goal ? goalText(goal) : skillTitle(skill)
  }

  /** Stops the job. @returns when it has ended. */
  stop(): Promise<void> {
    this.#stop.abort()
    return this.#ended
  }

  #report({ failure, shownBy, before, after, ticks }: JobResult): JobReport {
    const { wanted } = this.#context.job
    const gained: Record<string, number> = {}
    const lost: Record<string, number> = {}
    for (const kind of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const change = (after[kind] ?? 0) - (before[kind] ?? 0)
      if (change > 0) gained[kind] = change
      if (change < 0) lost[kind] = -change
    }
    const trouble = failure && { kind: failure.kind, detail: plainText(failure.detail, 300) }
    const held = wanted === null ? null : { item: wanted, count: this.#context.held(wanted) }
    return { trouble, shownBy, gained, lost, ticks, held }
  }
}

const NOTHING: Omit<JobReport, 'trouble'> = {
  shownBy: 'skill',
  gained: {},
  lost: {},
  ticks: 0,
  held: null,
}
