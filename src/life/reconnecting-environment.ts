import type { Environment } from '#agent/environment/environment'
import type { Goal } from '#goal/goal'
import { ANY_APPROACH, type Approach, type Observation } from '#goal/observation'
import { type Outcome, succeeded } from '#goal/outcome'
import { goalLeft } from '#goal/success'

/** The environment of one connection. */
interface Stay {
  readonly environment: Environment
  /** Fires when the connection is lost. */
  readonly lost: AbortSignal
}

/**
 * The world as a strategy sees it over all connections of a trial. When a connection is lost in the middle of a goal,
 * the goal waits for the next connection and resumes with what is left of it, so that the strategy notices nothing.
 */
export class ReconnectingEnvironment implements Environment {
  readonly language: Environment['language']
  #stay: Stay | undefined
  #running: Promise<unknown> = Promise.resolve()
  #arrived = Promise.withResolvers<void>()

  constructor(language: Environment['language']) {
    this.language = language
  }

  /** The agent has joined: everything takes place here until `lost` fires. */
  enter(environment: Environment, lost: AbortSignal): void {
    this.#stay = { environment, lost }
    this.#arrived.resolve()
    this.#arrived = Promise.withResolvers()
  }

  /** Resolves when nothing is being done with a connection that was lost. */
  async idle(): Promise<void> {
    await this.#running.catch(() => {})
  }

  /** Between two connections this is the state in which the last one ended. */
  observe(): Observation {
    if (!this.#stay) throw new Error('the agent has not joined yet')
    return this.#stay.environment.observe()
  }

  async execute(
    goal: Goal,
    signal: AbortSignal,
    approach: Approach = ANY_APPROACH,
  ): Promise<Outcome> {
    const before = this.observe().inventory
    let left: Goal | null = goal
    let way = approach
    while (left) {
      const open: Goal = left
      const how = way
      const outcome = await this.#during(signal, (environment, either) =>
        environment.execute(open, either, how),
      )
      if (outcome) return outcome
      await this.#present(signal)
      const { inventory, worn } = this.observe()
      left = goalLeft(this.language, goal, before, inventory, worn)
      // Ids of animals change with the connection, and blocks may have changed in the meantime.
      way = { ...approach, source: null }
    }
    return succeeded
  }

  async wait(ticks: number, signal: AbortSignal): Promise<void> {
    await this.#during(signal, (environment, either) => environment.wait(ticks, either))
  }

  /** Between two connections there is nothing to keep alive. */
  async attend(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
    let isSettled = false
    const settle = () => {
      isSettled = true
    }
    const settled = work.then(settle, settle)
    while (!isSettled) {
      if (this.#isPresent()) await this.#during(signal, (stay, either) => stay.attend(work, either))
      else await untilAborted(Promise.race([settled, this.#arrived.promise]), signal)
    }
    signal.throwIfAborted()
  }

  #isPresent(): boolean {
    return this.#stay !== undefined && !this.#stay.lost.aborted
  }

  /** Runs something in the current connection. @returns undefined when the connection is lost before it ends. */
  async #during<T>(
    signal: AbortSignal,
    run: (environment: Environment, signal: AbortSignal) => Promise<T>,
  ): Promise<T | undefined> {
    const { environment, lost } = await this.#present(signal)
    const running = run(environment, AbortSignal.any([signal, lost]))
    this.#running = running
    try {
      return await running
    } catch (error) {
      signal.throwIfAborted()
      // Whatever fails in a connection that is lost fails because of that.
      if (lost.aborted) return undefined
      throw error
    }
  }

  /** The current connection, or the next one. @throws the signal's reason when it fires. */
  async #present(signal: AbortSignal): Promise<Stay> {
    for (;;) {
      signal.throwIfAborted()
      if (this.#stay && !this.#stay.lost.aborted) return this.#stay
      await untilAborted(this.#arrived.promise, signal)
    }
  }
}

/** Waits for a promise. @throws the signal's reason when it fires first. */
async function untilAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
