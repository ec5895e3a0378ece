import { join } from 'node:path'
import { EVENTS_FILE } from '#trial/event-log'
import { LineTail } from '#watch/server/line-tail'
import { eventIn } from '#watch/server/trial-follower'

/** Follows the event log of a trial that another process plays. */
export class LogFollower {
  readonly #tail: LineTail
  readonly #milestones: { name: string; tick: number }[] = []
  #tick = 0
  #dollars = 0

  constructor(folder: string) {
    this.#tail = new LineTail(join(folder, EVENTS_FILE))
  }

  /** Reads the new events. */
  async read(): Promise<void> {
    for (let lines = await this.#tail.read(); lines; lines = await this.#tail.read())
      for (const line of lines) {
        const event = eventIn(line)
        if (!event) continue
        this.#tick = event.t
        if (event.type === 'milestone') this.#milestones.push({ name: event.name, tick: event.t })
        if (event.type === 'llm-call') this.#dollars += event.dollars ?? 0
      }
  }

  /** Tick of the last event. */
  get tick(): number {
    return this.#tick
  }

  get milestones(): readonly { readonly name: string; readonly tick: number }[] {
    return this.#milestones
  }

  /** Cost of the calls of the language model with known prices. */
  get dollars(): number {
    return this.#dollars
  }
}
