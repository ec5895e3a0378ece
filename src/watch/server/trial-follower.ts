import { join } from 'node:path'
import { eventSchema, type TrialEvent } from '#events/events'
import type { Settings } from '#events/settings'
import { EVENTS_FILE, RECORDING_FILE } from '#trial/event-log'
import { PROGRESS_FILE, readProgress } from '#trial/remote-progress'
import { RESULT_FILE, readResult, type TrialResult } from '#trial/result'
import { isGuardedFile } from '#wire/guarded-file'
import type { TrialRow } from '../protocol.ts'
import { LineTail } from './line-tail.ts'
import type { WatchedTrial } from './watched-trial.ts'

/** Follows a trial's folder, for its row in the overview. */
export class TrialFollower {
  readonly trial: WatchedTrial
  #result: TrialResult | null = null
  #events: LineTail
  #settings: Settings | null
  #target: string | null = null
  #tick = 0
  #milestones: { name: string; tick: number }[] = []
  #end: TrialRow['end'] = null

  constructor(trial: WatchedTrial) {
    this.trial = trial
    this.#settings = trial.settings
    this.#events = this.#tail()
  }

  /** Reads new content; null while the trial's settings are not known. */
  async row(): Promise<TrialRow | null> {
    this.#readResult()
    if (!this.#result) await this.#readEvents()
    const settings = this.#result?.settings ?? this.#settings
    if (!settings) return null
    const { id, folder, isOver } = this.trial
    const { task, seed, planner, strategy, perception, maxTicks, version } = settings
    const recording = isGuardedFile(join(folder, RECORDING_FILE))
    const common = { id, task, seed, planner, strategy, perception, maxTicks, version, recording }
    const fixed = { ...common, worker: null }
    if (this.#result) {
      const { ticks, milestones, end, success } = this.#result
      return { ...fixed, state: 'over', tick: ticks, milestones, end, success }
    }
    const isElsewhere = this.#target === null && isGuardedFile(join(folder, PROGRESS_FILE))
    const elsewhere = isElsewhere ? readProgress(folder) : null
    if (elsewhere) return { ...fixed, ...elsewhere, state: 'running', end: null, success: false }
    return {
      ...fixed,
      state: this.#end || isOver ? 'over' : this.#tick > 0 || this.#target ? 'running' : 'waiting',
      tick: this.#tick,
      milestones: this.#milestones,
      end: this.#end ?? (isOver ? 'crash' : null),
      success: this.#milestones.some(({ name }) => name === this.#target),
    }
  }

  #tail(): LineTail {
    return new LineTail(join(this.trial.folder, EVENTS_FILE))
  }

  #reset(): void {
    this.#result = null
    this.#events = this.#tail()
    this.#target = null
    this.#tick = 0
    this.#milestones = []
    this.#end = null
  }

  #readResult(): void {
    const { folder } = this.trial
    if (!isGuardedFile(join(folder, RESULT_FILE))) {
      // A campaign deletes the result when it plays a stopped trial again.
      if (this.#result) this.#reset()
      return
    }
    try {
      this.#result ??= readResult(folder)
    } catch {
      // The file may be half written. If it is damaged, the log is used instead.
    }
  }

  async #readEvents(): Promise<void> {
    for (let lines = await this.#events.read(); lines; lines = await this.#events.read())
      for (const line of lines) {
        const event = eventIn(line)
        if (event) this.#follow(event)
      }
  }

  #follow(event: TrialEvent): void {
    this.#tick = event.t
    if (event.type === 'trial-start') {
      this.#settings = event.settings
      this.#target = event.target.milestone
    }
    if (event.type === 'milestone') this.#milestones.push({ name: event.name, tick: event.t })
    if (event.type === 'trial-end') this.#end = event.end
  }
}

/** Parses a line of a log; null when it is not a valid event. */
export function eventIn(line: string): TrialEvent | null {
  try {
    return eventSchema.safeParse(JSON.parse(line)).data ?? null
  } catch {
    return null
  }
}
