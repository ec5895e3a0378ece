import type { EventBody } from '#events/events'
import { skillTitle } from '#events/titles'
import { skillJob } from '#life/jobs'
import type { Workplace } from '#life/resident'
import { standStill } from '#skills/moving/stand-still'
import { namedPlaces } from './answers.ts'
import type { CompanionParts } from './companion-parts.ts'
import { goalTitle, planTitle } from './goal-title.ts'
import type { Spot } from './memory.ts'
import type { Ending, QueuedOrder } from './order-queue.ts'
import { Interrupted } from './order-run.ts'
import { runOrder } from './order-runs.ts'
import { orderTitle, type TaskOrder } from './orders.ts'

/** Time between two reports of progress (ticks). */
const PROGRESS_TICKS = 2400
/** What no person has ordered. */
const NOT_ORDERED = { id: 0, by: null, progress: null }

/** Carries out one order at a time, and knows what it does for it. */
export class OrderWorker {
  readonly #parts: CompanionParts
  readonly #protect: (workplace: Workplace) => void
  #running: { readonly id: number; readonly stop: AbortController } | null = null
  #step = 'nothing'
  #plan = ''
  #reportedAt = 0

  /** @param protect lets the body protect the places that are remembered. */
  constructor(parts: CompanionParts, protect: (workplace: Workplace) => void) {
    this.#parts = parts
    this.#protect = protect
  }

  /** The present step and the plan behind it, in words. */
  get activity(): { readonly step: string; readonly plan: string } {
    return { step: this.#step, plan: this.#plan }
  }

  /** The order that is carried out now, 0 for what no person has ordered; undefined for none. */
  get presentId(): number | undefined {
    return this.#running?.id
  }

  /** Interrupts what is carried out. */
  interrupt(): void {
    this.#running?.stop.abort()
  }

  /** Does nothing, not even look for shelter or food, unless a reflex is due or an order comes. */
  async standStill(ticks: number): Promise<void> {
    const { clock, resident } = this.#parts
    const stop = new AbortController()
    this.#running = { id: NOT_ORDERED.id, stop }
    const { tick } = clock
    const job = skillJob(standStill, { ticks }, { title: 'stand still', evidence: 'skill' })
    const { failure } = await resident.perform(job, stop.signal)
    this.#running = null
    // Reflexes may have interrupted it too often.
    if (failure && !stop.signal.aborted && clock.tick === tick) await clock.wait(1)
  }

  /** Carries out an order. @returns null when it was interrupted. */
  async carryOut(
    order: TaskOrder,
    { id, by, progress }: Pick<QueuedOrder, 'id' | 'by' | 'progress'> = NOT_ORDERED,
  ): Promise<Ending | null> {
    const { clock, settings, resident, queue, memory, sightings, schematics, record, say } =
      this.#parts
    const stop = new AbortController()
    this.#running = { id, stop }
    this.#step = 'starting'
    this.#plan = ''
    this.#reportedAt = clock.tick
    try {
      return await runOrder(order, {
        jobs: { settings, language: resident.language, record },
        signal: stop.signal,
        progress,
        perform: (job) => resident.perform(job, stop.signal),
        wait: (ticks) => clock.wait(ticks, stop.signal).catch(() => interrupted()),
        held: () => resident.possessions.held,
        workplace: () => resident.workplace,
        place: (name) => namedPlaces(memory).find((one) => one.name === name),
        by,
        here: () => this.#here,
        remember: (place) => {
          memory.remember('places', place.name, place)
          if (resident.workplace) this.#protect(resident.workplace)
        },
        lastSeen: (player) => {
          if (resident.workplace) sightings.notePeople(resident.workplace)
          return sightings.personNamed(player)
        },
        note: (made) => queue.progress(id, made),
        schematics,
        say,
      })
    } catch (error) {
      if (!(error instanceof Interrupted))
        return { ok: false, text: 'That is a bug of mine; other orders still work.' }
      if (!stop.signal.aborted) await clock.wait(1)
      return null
    } finally {
      this.#running = null
      this.#step = 'nothing'
    }
  }

  /** Takes note of an event in the life of the agent, and reports progress from time to time. */
  note(event: EventBody): void {
    const { clock, queue, say } = this.#parts
    const running = this.#running && queue.find(this.#running.id)
    // What is lost in a death was not handed over.
    if (event.type === 'death' && running?.progress)
      queue.progress(running.id, { ...running.progress, carriedAtGiving: null })
    if (event.type === 'skill-start')
      this.#step = event.goal ? goalTitle(event.goal) : skillTitle(event.skill)
    if (event.type === 'plan' && running) {
      const isFirst = this.#plan === ''
      this.#plan = planTitle(event.goals)
      if (isFirst && event.goals.length > 1) say(`Plan: ${this.#plan}`)
    }
    if (running && clock.tick - this.#reportedAt > PROGRESS_TICKS) {
      this.#reportedAt = clock.tick
      say(`Still busy: ${orderTitle(running.order)}; now: ${this.#step}.`)
    }
  }

  get #here(): Spot | undefined {
    const body = this.#parts.resident.workplace?.world.body
    if (!body) return undefined
    const { x, y, z } = body.feet
    return { x, y, z, dimension: body.game.dimension }
  }
}

function interrupted(): never {
  throw new Interrupted('interrupted')
}
