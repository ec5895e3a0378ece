import { Interrupt } from '#body/interrupt'
import { targetCounts } from '#events/events'
import { registryFor } from '#knowledge/registry'
import { goalLanguage, type SkillLanguage } from '#skills/library'
import { attended } from './attended-model.ts'
import type { LifeContext, LifeOutcome } from './port.ts'
import { createPursuit, type Pursuit, pursue } from './pursuit.ts'
import { ReconnectingEnvironment } from './reconnecting-environment.ts'
import { type Presence, stay } from './stay.ts'

/**
 * Plays one trial: joins, pursues the target with the strategy, and rejoins when the connection breaks. The trial runner
 * calls this.
 */
export async function runLife(context: LifeContext): Promise<LifeOutcome> {
  const over = new AbortController()
  const stop = () => over.abort(new Interrupt('interrupted', 'the trial is over'))
  context.signal.addEventListener('abort', stop, { once: true })
  if (context.signal.aborted) stop()
  try {
    return await new Life(context, over.signal).run()
  } catch (error) {
    if (error instanceof Interrupt && over.signal.aborted)
      return { end: 'stopped', detail: error.message }
    throw error
  } finally {
    context.signal.removeEventListener('abort', stop)
  }
}

/** One trial from the agent's side: one strategy, over all connections. */
class Life {
  readonly #context: LifeContext
  readonly #signal: AbortSignal
  readonly #language: SkillLanguage
  readonly #pursuit: Pursuit
  readonly #environment: ReconnectingEnvironment
  /** Why the strategy gave up; undefined until the agent has joined. */
  #verdict: Promise<string> | undefined
  /** Fires when the agent cannot come back. */
  readonly #giveUp = new AbortController()

  constructor(context: LifeContext, signal: AbortSignal) {
    this.#context = context
    this.#signal = signal
    this.#language = goalLanguage(registryFor(context.connection.version))
    this.#environment = new ReconnectingEnvironment(this.#language)
    const llm = attended(context.llm, this.#environment)
    this.#pursuit = createPursuit(this.#language, { ...context, llm })
  }

  /** @throws Interrupt when the trial is over. */
  async run(): Promise<LifeOutcome> {
    try {
      return await stay(this.#context, this.#signal, (presence) => this.#pursue(presence))
    } finally {
      // The strategy of an agent that cannot come back ends here.
      this.#giveUp.abort(new Interrupt('disconnected', 'the connection is lost for good'))
      await this.#verdict?.catch(() => {})
    }
  }

  /**
   * Puts the strategy's environment into the body of this connection, and starts the strategy or lets it continue, until it
   * gives up or the connection is lost.
   */
  async #pursue({ embodiment, lost }: Presence): Promise<string> {
    const target = targetCounts(this.#context.target)
    this.#environment.enter(embodiment.environment(this.#language, target, this.#signal), lost)
    if (!this.#verdict) {
      const signal = AbortSignal.any([this.#signal, this.#giveUp.signal])
      this.#verdict = pursue(this.#pursuit, this.#environment, signal)
      // Between two connections nothing awaits it.
      this.#verdict.catch(() => {})
    }
    const lineBroke = Promise.withResolvers<never>()
    lineBroke.promise.catch(() => {})
    const onLost = async () => {
      await this.#environment.idle()
      if (!this.#signal.aborted) lineBroke.reject(lost.reason)
    }
    lost.addEventListener('abort', onLost, { once: true })
    if (lost.aborted) void onLost()
    try {
      return await Promise.race([this.#verdict, lineBroke.promise])
    } finally {
      lost.removeEventListener('abort', onLost)
    }
  }
}
