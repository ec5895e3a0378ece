import { Controller } from '#agent/controller/controller'
import { MinecraftEnvironment } from '#agent/environment/minecraft-environment'
import { keepAlive } from '#agent/environment/upkeep'
import { Interrupt } from '#body/interrupt'
import type { ItemCounts } from '#goal/goal'
import type { Observation } from '#goal/observation'
import { type FailureKind, failed } from '#goal/outcome'
import { registryFor } from '#knowledge/registry'
import type { SkillWorld } from '#skills/core/skill'
import { goalLanguage, type SkillLanguage } from '#skills/library'
import { Reflexes } from '#skills/reflexes/reflexes'
import { plainError } from '#wire/plain-text'
import type { LifeOutcome } from './port.ts'
import { type Presence, type StayContext, stay } from './stay.ts'

/** What a player carries: everything, worn items included, and the kinds that are worn. */
export interface Possessions {
  readonly held: ItemCounts
  readonly worn: readonly string[]
}

/** The agent at work in the body of one connection. */
export interface Workplace {
  readonly world: SkillWorld
  readonly controller: Controller
  /** Fires when the connection is lost. */
  readonly lost: AbortSignal
}

export type Evidence = 'inventory' | 'place' | 'skill'

/** Something to do, over all connections that it takes. */
export interface Job {
  /** For people: `obtain 3 logs`. */
  readonly title: string
  /** Limit (game ticks). */
  readonly maxTicks: number
  /** Whether the job is over as soon as the inventory shows its success. */
  readonly endsWhenShown: boolean
  /** Whether another run does only what the first left undone. */
  readonly doesTheRest?: boolean
  /** The agent has joined: the job is done there until the connection is lost. */
  enter(workplace: Workplace): void
  /** @throws the signal's reason when it fires. */
  run(signal: AbortSignal): Promise<JobOutcome>
  /** Resolves when nothing is being done with a connection that was lost. */
  idle(): Promise<void>
  /** What shows its success: the inventory, the agent's place, or only the skill's own end. */
  readonly evidence: Evidence
  /** Whether the change of the inventory shows success. Not called for other evidence. */
  isShown(before: Possessions, now: Possessions): boolean
}

/** Why a job did not succeed. */
export type JobFailureKind =
  | FailureKind
  /** Nothing is left to try. */
  | 'gave-up'
  /** Its ticks are used up. */
  | 'out-of-time'
  | 'stopped'
  /** The skill ended well, but the server's inventory does not show it. */
  | 'unconfirmed'
  /** A bug. */
  | 'crash'

/** How the work on a job ended, before the inventory decides. */
export type JobOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly failure: JobFailure }

export interface JobFailure {
  readonly kind: JobFailureKind
  /** The cause in a few words. */
  readonly detail: string
}

/** How a job ended, by the server's inventory. */
export interface JobResult {
  /** Null for success. */
  readonly failure: JobFailure | null
  /** What shows the success. */
  readonly shownBy: Evidence
  readonly before: ItemCounts
  readonly after: ItemCounts
  /** Game ticks from the start to the end. */
  readonly ticks: number
}

/** A player that stays in a world. */
export interface ResidentContext extends Omit<StayContext, 'inventory'> {
  /** The server's own inventory of the player; left out where the server cannot be asked. */
  readonly carried?: () => Possessions | null
  /** Called with the body of each connection, and again with null when it is lost. */
  readonly onPresence?: (workplace: Workplace | null) => void
}

/** Maximum delay of the server's inventory behind the end of a job (ticks). */
const SETTLE_TICKS = 40
/** Limit on the runs of a job whose success does not last. */
const MAX_ROUNDS = 3

interface Current {
  readonly job: Job
  readonly over: Promise<void>
  /** Looks at the inventory anew. */
  check(): void
}

/**
 * An agent that stays in a world. It does one job at a time; between jobs it keeps itself alive. It rejoins when the
 * connection breaks.
 */
export class Resident {
  /** Resolves when the agent has joined for the first time, or cannot. */
  readonly joined: Promise<void>
  /** How the stay ended. It never rejects. */
  readonly ended: Promise<LifeOutcome>
  readonly #context: ResidentContext
  readonly #language: SkillLanguage
  readonly #over = new AbortController()
  #workplace: Workplace | null = null
  #environment: MinecraftEnvironment | null = null
  #arrived = Promise.withResolvers<void>()
  #current: Current | null = null
  #rest = new AbortController()
  #resting: Promise<unknown> = Promise.resolve()
  #possessions: Possessions = { held: {}, worn: [] }

  constructor(context: ResidentContext) {
    this.#context = context
    this.#language = goalLanguage(registryFor(context.connection.version))
    const stayed = stay(
      { ...context, inventory: (held, worn) => this.#onInventory({ held, worn }) },
      this.#over.signal,
      (presence) => this.#inhabit(presence),
    )
    this.ended = stayed
      .catch((error: unknown): LifeOutcome => {
        if (this.#over.signal.aborted) return { end: 'stopped', detail: 'the agent left' }
        return { end: 'no-server', detail: plainError(error) }
      })
      .then((outcome) => {
        this.#over.abort(new Interrupt('disconnected', outcome.detail))
        return outcome
      })
    this.joined = Promise.race([this.#arrived.promise, this.ended.then(() => {})])
  }

  /** The body of the current connection; null between two connections. */
  get workplace(): Workplace | null {
    return this.#workplace
  }

  get language(): SkillLanguage {
    return this.#language
  }

  /** What the server last confirmed that the agent carries. */
  get possessions(): Possessions {
    const body = this.#workplace?.world.body
    return body ? { held: body.carried, worn: body.inventory.wornKinds } : this.#possessions
  }

  /** Whether the stay is over. */
  get isOver(): boolean {
    return this.#over.signal.aborted
  }

  /** The current observation; null between two connections. */
  observe(): Observation | null {
    return this.#workplace && this.#environment ? this.#environment.observe() : null
  }

  /** Leaves the world. */
  async leave(): Promise<void> {
    this.#over.abort(new Interrupt('interrupted', 'the agent leaves'))
    await this.ended
  }

  /**
   * Does a job. The agent does one at a time.
   * @throws RangeError while another job is running.
   */
  async perform(job: Job, stop: AbortSignal): Promise<JobResult> {
    if (this.#current) throw new RangeError('the agent is busy')
    const { clock } = this.#context
    const finished = Promise.withResolvers<void>()
    const shown = new AbortController()
    const timeUp = new AbortController()
    let before: Possessions | null = null
    this.#current = {
      job,
      over: finished.promise,
      check: () => {
        if (before && job.endsWhenShown && this.#isShown(job, before)) shown.abort()
      },
    }
    const start = clock.tick
    try {
      const signal = AbortSignal.any([stop, shown.signal, timeUp.signal, this.#over.signal])
      this.#rest.abort(new Interrupt('interrupted', 'the agent starts a job'))
      await this.#resting
      before = await this.#settledAfterArrival(signal)
      clock.wait(job.maxTicks, AbortSignal.any([finishedSignal(finished.promise), signal])).then(
        () => timeUp.abort(new Interrupt('timeout', 'out of time')),
        () => {},
      )
      if (this.#workplace) job.enter(this.#workplace)
      this.#current.check()
      let outcome = await this.#run(job, signal)
      // What the agent has just obtained may be gone, as a block that it placed.
      for (let rounds = 1; rounds < MAX_ROUNDS && job.doesTheRest && endedWell(outcome); rounds++) {
        if (await this.#isShownSoon(job, before, outcome)) break
        outcome = await this.#run(job, signal)
      }
      return await this.#judged(job, outcome, { before, start, timeUp, stop })
    } catch (error) {
      // The signal fired before the job began, with whatever reason.
      const isStopped = stop.aborted || this.isOver
      if (!(error instanceof Interrupt) && !isStopped) throw error
      const { held } = before ?? this.possessions
      const outcome =
        error instanceof Interrupt
          ? failed(error.kind, error.message)
          : failed('interrupted', 'stopped')
      const failure = this.#failureOf(outcome, timeUp, stop)
      return {
        failure,
        shownBy: job.evidence,
        before: held,
        after: held,
        ticks: clock.tick - start,
      }
    } finally {
      this.#current = null
      finished.resolve()
    }
  }

  /** Runs a job to its end, whatever ends it. */
  async #run(job: Job, signal: AbortSignal): Promise<JobOutcome | Error> {
    try {
      signal.throwIfAborted()
      return await job.run(signal)
    } catch (error) {
      if (error instanceof Interrupt) return failed(error.kind, error.message)
      if (signal.aborted) return failed('interrupted', 'stopped')
      return error instanceof Error ? error : new Error(String(error))
    }
  }

  /** Waits for the server's inventory, which decides. */
  async #judged(
    job: Job,
    outcome: JobOutcome | Error,
    { before, start, timeUp, stop }: Started,
  ): Promise<JobResult> {
    // Who stops a job wants something else at once.
    const isShown = stop.aborted
      ? this.#isShown(job, before)
      : await this.#isShownSoon(job, before, outcome)
    const after = this.possessions.held
    const ticks = this.#context.clock.tick - start
    const result = { before: before.held, after, ticks, shownBy: job.evidence }
    if (isShown) return { ...result, failure: null }
    if (outcome instanceof Error)
      return { ...result, failure: { kind: 'crash', detail: plainError(outcome) } }
    if (!outcome.ok) return { ...result, failure: this.#failureOf(outcome, timeUp, stop) }
    if (job.evidence !== 'inventory') return { ...result, failure: null }
    const detail = "the skill ended, but the server's inventory does not show its result"
    return { ...result, failure: { kind: 'unconfirmed', detail } }
  }

  /** Whether the inventory shows success, waiting for it if the job should have brought it about. */
  async #isShownSoon(job: Job, before: Possessions, outcome: JobOutcome | Error): Promise<boolean> {
    if (job.evidence === 'inventory' && (endedWell(outcome) || job.endsWhenShown))
      for (let ticks = 0; ticks < SETTLE_TICKS && !this.isOver; ticks++) {
        if (this.#isShown(job, before)) return true
        await this.#context.clock.wait(1)
      }
    return this.#isShown(job, before)
  }

  #failureOf(outcome: JobOutcome, timeUp: AbortController, stop: AbortSignal): JobFailure | null {
    if (this.isOver) return { kind: 'disconnected', detail: reasonOf(this.#over.signal) }
    if (stop.aborted) return { kind: 'stopped', detail: 'the job was stopped' }
    if (timeUp.signal.aborted) return { kind: 'out-of-time', detail: 'the ticks are used up' }
    return outcome.ok ? null : outcome.failure
  }

  /** Whether the agent's inventory shows success, and the server's own inventory, where it can be asked. */
  #isShown(job: Job, before: Possessions): boolean {
    if (job.evidence !== 'inventory' || !job.isShown(before, this.possessions)) return false
    const carried = this.#context.carried?.()
    return !carried || job.isShown(before, carried)
  }

  /** Waits until the agent is in the world and knows its inventory. */
  async #settledAfterArrival(signal: AbortSignal): Promise<Possessions> {
    while (!this.#workplace) {
      signal.throwIfAborted()
      await Promise.race([this.#arrived.promise, aborted(signal)])
    }
    return this.possessions
  }

  /** Lives in the body of one connection. */
  async #inhabit({ embodiment, lost }: Presence): Promise<string> {
    const over = this.#over.signal
    const gone = AbortSignal.any([lost, over])
    const world = embodiment.world(over)
    const controller = new Controller(this.#language, world, new Reflexes(world))
    const workplace = { world, controller, lost }
    this.#environment = new MinecraftEnvironment(this.#language, world, controller, {})
    this.#workplace = workplace
    this.#context.onPresence?.(workplace)
    this.#current?.job.enter(workplace)
    this.#arrived.resolve()
    this.#arrived = Promise.withResolvers()
    try {
      while (!gone.aborted) {
        if (this.#current) await Promise.race([this.#current.over, aborted(gone)])
        else await this.#keepAlive(workplace, gone)
      }
      await this.#current?.job.idle()
    } finally {
      this.#possessions = this.possessions
      this.#workplace = null
      this.#context.onPresence?.(null)
    }
    throw gone.reason
  }

  /** Rests until a job comes or the connection is lost. */
  async #keepAlive({ controller, world }: Workplace, gone: AbortSignal): Promise<void> {
    this.#rest = new AbortController()
    const signal = AbortSignal.any([gone, this.#rest.signal])
    const resting = keepAlive(controller, world, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
    this.#resting = resting.catch(() => {})
    await resting
  }

  #onInventory(possessions: Possessions): void {
    this.#possessions = possessions
    this.#current?.check()
  }
}

interface Started {
  readonly before: Possessions
  readonly start: number
  readonly timeUp: AbortController
  readonly stop: AbortSignal
}

/** A signal that fires when a promise settles. */
function finishedSignal(promise: Promise<void>): AbortSignal {
  const controller = new AbortController()
  void promise.then(() => controller.abort())
  return controller.signal
}

/** Resolves when a signal fires. */
function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

function reasonOf({ reason }: AbortSignal): string {
  return reason instanceof Error ? reason.message : String(reason)
}

function endedWell(outcome: JobOutcome | Error): boolean {
  return !(outcome instanceof Error) && outcome.ok
}
