import type { Body } from '#body/body'
import type { UnreadableChunk } from '#body/chunks'
import type { Client } from '#body/client'
import { ConnectionLost, connect } from '#body/connect'
import { Interrupt } from '#body/interrupt'
import { targetCounts } from '#events/events'
import { registryFor } from '#knowledge/registry'
import type { Perception } from '#perception/perception'
import { AgentState } from '#skills/core/agent-state'
import { goalLanguage, type SkillLanguage } from '#skills/library'
import { plainText } from '#wire/plain-text'
import { attended } from './attended-model.ts'
import { Embodiment } from './embodiment.ts'
import type { LifeContext, LifeOutcome } from './port.ts'
import { createPursuit, type Pursuit, pursue } from './pursuit.ts'
import { ReconnectingEnvironment } from './reconnecting-environment.ts'
import { Rejoining } from './rejoining.ts'
import { roundedPosition } from './telemetry.ts'

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

/** One trial from the agent's side: one strategy, and a body for each connection. */
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
  readonly #rejoining = new Rejoining()
  /** The agent's memory, which outlives connections. */
  readonly #agentState: AgentState
  #perception: Perception | undefined
  #joinedAt: number | undefined
  #hasUnreadable = false
  /** The last connection ended after a death that is in the log, before the respawn. */
  #leftDead = false

  constructor(context: LifeContext, signal: AbortSignal) {
    this.#context = context
    this.#signal = signal
    this.#agentState = new AgentState(context.clock)
    this.#language = goalLanguage(registryFor(context.connection.version))
    this.#environment = new ReconnectingEnvironment(this.#language)
    const llm = attended(context.llm, this.#environment)
    this.#pursuit = createPursuit(this.#language, { ...context, llm })
  }

  /** @throws Interrupt when the trial is over. */
  async run(): Promise<LifeOutcome> {
    try {
      return await this.#stayConnected()
    } finally {
      // The strategy of an agent that cannot come back ends here.
      this.#giveUp.abort(new Interrupt('disconnected', 'the connection is lost for good'))
      await this.#verdict?.catch(() => {})
    }
  }

  async #stayConnected(): Promise<LifeOutcome> {
    const { clock, record } = this.#context
    for (;;) {
      this.#joinedAt = undefined
      try {
        return { end: 'gave-up', detail: await this.#live() }
      } catch (error) {
        if (!(error instanceof ConnectionLost)) throw error
        const { message, kicked } = error
        record({ type: 'disconnect', reason: message, kicked })
        const verdict = this.#rejoining.lost(error, clock.tick - (this.#joinedAt ?? clock.tick))
        if (!verdict.rejoin) {
          // An error that recurs after each rejoin is a bug.
          if (error.cause) throw error.cause
          return { end: verdict.end, detail: message }
        }
        await clock.wait(verdict.afterTicks, this.#signal)
      }
    }
  }

  /**
   * One connection's life.
   * @returns why the agent gave up.
   * @throws ConnectionLost when the connection ends, or could not be made.
   * @throws Interrupt when the trial is over.
   */
  async #live(): Promise<string> {
    const line = new AbortController()
    const signal = AbortSignal.any([this.#signal, line.signal])
    let loss: ConnectionLost | undefined
    const lose = (error: ConnectionLost) => {
      loss ??= error
      const [summary = ''] = error.message.split('\n')
      line.abort(new Interrupt('disconnected', summary))
    }
    // Some of the packet's handlers may not have run: only a new connection restores a consistent state.
    const deafen = this.#context.onUncaught((error) => lose(ConnectionLost.byFault(error)))
    try {
      const { connection, clock } = this.#context
      const client = await connect(connection, clock, signal, lose, this.#onUnreadable)
      return await this.#inhabit(client, signal, line.signal)
    } catch (error) {
      throw loss && !this.#signal.aborted ? loss : error
    } finally {
      deafen()
    }
  }

  /** Works towards the target until the signal fires, and leaves. */
  async #inhabit(client: Client, signal: AbortSignal, lost: AbortSignal): Promise<string> {
    const registry = registryFor(this.#context.connection.version)
    const embodiment = new Embodiment(client, registry, this.#context, {
      agentState: this.#agentState,
      perception: this.#perception,
    })
    this.#perception = embodiment.perception
    const { body } = embodiment
    try {
      this.#announce(body)
      if (client.joinedDead && !this.#leftDead)
        this.#context.record({ type: 'death', cause: 'unknown', position: roundedPosition(body) })
      await this.#settleIn(embodiment, signal, lost)
      return await this.#pursue(lost)
    } finally {
      this.#leftDead = !body.vitals.alive
      embodiment.end()
      client.leave()
    }
  }

  /** A server that sends one unreadable chunk sends more of them: the log has the first. */
  readonly #onUnreadable = (chunk: UnreadableChunk) => {
    if (this.#hasUnreadable) return
    this.#hasUnreadable = true
    const reason = plainText(chunk.reason)
    this.#context.record({ type: 'unreadable-chunk', ...chunk, reason })
  }

  #announce(body: Body): void {
    const { record, clock } = this.#context
    const { game } = body
    this.#joinedAt = clock.tick
    if (this.#rejoining.hasJoined) {
      record({ type: 'reconnect', attempt: this.#rejoining.attempts })
      return
    }
    this.#rejoining.joined()
    record({
      type: 'join',
      version: game.version,
      difficulty: game.difficulty,
      gameMode: game.mode,
      position: roundedPosition(body),
      spawnPoint: game.spawnPoint && {
        x: game.spawnPoint.x,
        y: game.spawnPoint.y,
        z: game.spawnPoint.z,
      },
      inventory: body.carried,
    })
  }

  /** Puts the strategy's environment into the body of this connection. */
  async #settleIn(embodiment: Embodiment, signal: AbortSignal, lost: AbortSignal): Promise<void> {
    await embodiment.getBearings(signal, this.#signal)
    const target = targetCounts(this.#context.target)
    this.#environment.enter(embodiment.environment(this.#language, target, this.#signal), lost)
  }

  /** Starts the strategy or lets it continue, until it gives up or the connection is lost. */
  async #pursue(lost: AbortSignal): Promise<string> {
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
