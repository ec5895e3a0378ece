import type { TrialEvent } from '#events/events'
import type { RecordingHeader, RecordingLine, RecordingPosition } from '../../recording-format.ts'
import { foldEvent, noTrial, type TrialState } from './trial-state.ts'
import { foldLine, noView, type ViewState } from './view-state.ts'

/** An item that the agent held for the first time. */
export interface Milestone {
  readonly name: string
  readonly tick: number
}

/**
 * The known events and recording of a trial, and the state at one tick. Moving forward continues from the
 * current state, moving backward folds from the start.
 */
export class Timeline {
  /** All known milestones, including those after the shown tick. */
  milestones: readonly Milestone[] = []
  readonly #events: TrialEvent[] = []
  readonly lines: RecordingLine[] = []
  header: RecordingHeader | null = null
  trial: TrialState = noTrial
  view: ViewState = noView()
  #tick = -1
  #eventsSeen = 0
  #linesSeen = 0

  /** The shown tick; -1 before the first. */
  get tick(): number {
    return this.#tick
  }

  /** The last known tick. */
  get end(): number {
    return Math.max(this.#events.at(-1)?.t ?? 0, this.lines.at(-1)?.t ?? 0)
  }

  /** The agent's position at a tick; null before the first. */
  positionAt(tick: number): RecordingPosition | null {
    let [low, high] = [0, this.lines.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.lines[middle]?.t ?? 0) <= tick) low = middle + 1
      else high = middle
    }
    for (let i = low - 1; i >= 0; i--) {
      const line = this.lines[i]
      if (line?.name === 'pose') return line.pos
    }
    return null
  }

  /** Adds new events. */
  add(events: readonly TrialEvent[]): void {
    const reached = events.flatMap((event) =>
      event.type === 'milestone' ? [{ name: event.name, tick: event.t }] : [],
    )
    if (reached.length) this.milestones = [...this.milestones, ...reached]
    for (const event of events) this.#events.push(event)
  }

  /** Marks the log as complete. A log without an end gets one, because the trial was killed. */
  close(): void {
    const last = this.#events.at(-1)
    if (!last || this.#events.some(({ type }) => type === 'trial-end')) return
    const detail = 'the log ends here: the trial was killed, or its process crashed'
    this.add([{ ...stampOf(last), t: this.end, type: 'trial-end', end: 'crash', detail }])
  }

  /** Moves to a tick: applies everything up to it, and nothing after it. */
  moveTo(tick: number): void {
    if (tick < this.#tick) this.#restart()
    this.#tick = tick
    while (this.#eventsSeen < this.#events.length) {
      const event = this.#events[this.#eventsSeen]
      if (!event || event.t > tick) break
      this.trial = foldEvent(this.trial, event)
      this.#eventsSeen++
    }
    while (this.#linesSeen < this.lines.length) {
      const line = this.lines[this.#linesSeen]
      if (!line || line.t > tick) break
      foldLine(this.view, line)
      this.#linesSeen++
    }
  }

  #restart(): void {
    this.trial = noTrial
    this.view = noView()
    this.#eventsSeen = 0
    this.#linesSeen = 0
  }
}

function stampOf({ v, wall }: TrialEvent): Pick<TrialEvent, 'v' | 'wall'> {
  return { v, wall }
}
