import type { Body } from '#body/body'
import type { UnreadableChunk } from '#body/chunks'
import type { Client } from '#body/client'
import { ConnectionLost, connect } from '#body/connect'
import { Interrupt } from '#body/interrupt'
import { refusalLine, refusalOf } from '#body/refusal'
import { registryFor } from '#knowledge/registry'
import { waitForBlocks } from '#perception/first-blocks'
import type { Perception } from '#perception/perception'
import { AgentState } from '#skills/core/agent-state'
import { plainText } from '#wire/plain-text'
import { Embodiment, type EmbodimentContext } from './embodiment.ts'
import type { LifeContext, LifeOutcome } from './port.ts'
import { Rejoining } from './rejoining.ts'
import { roundedPosition } from './telemetry.ts'

/** What a stay in a world needs: a way in, a clock, and the receivers of its reports. */
export interface StayContext
  extends EmbodimentContext,
    Pick<LifeContext, 'connection' | 'onUncaught'> {
  /** Whether a server that is gone is never given up, once the agent has been in the world; false by default. */
  readonly isPatient?: boolean
}

/** The agent in the world, for the time of one connection. */
export interface Presence {
  readonly embodiment: Embodiment
  /** Fires when the connection is lost. */
  readonly lost: AbortSignal
}

/**
 * Works in the world for as long as the connection lasts.
 * @returns why the agent gave up, which ends the stay.
 * @throws the reason of `lost` once nothing is being done with the lost connection.
 */
type Inhabit = (presence: Presence) => Promise<string>

/**
 * Joins a world, and rejoins when the connection breaks. The agent's memory outlives connections.
 * @param inhabit called with each connection.
 * @throws Interrupt when the signal fires.
 */
export function stay(
  context: StayContext,
  signal: AbortSignal,
  inhabit: Inhabit,
): Promise<LifeOutcome> {
  return new Stay(context, signal, inhabit).run()
}

class Stay {
  readonly #context: StayContext
  readonly #signal: AbortSignal
  readonly #inhabitant: Inhabit
  readonly #rejoining: Rejoining
  /** The agent's memory, which outlives connections. */
  readonly #agentState: AgentState
  #perception: Perception | undefined
  #joinedAt: number | undefined
  #hasUnreadable = false
  /** The last connection ended after a death that is in the log, before the respawn. */
  #leftDead = false

  constructor(context: StayContext, signal: AbortSignal, inhabit: Inhabit) {
    this.#context = context
    this.#signal = signal
    this.#inhabitant = inhabit
    this.#agentState = new AgentState(context.clock)
    this.#rejoining = new Rejoining(context.isPatient)
  }

  async run(): Promise<LifeOutcome> {
    const { clock, record } = this.#context
    for (;;) {
      this.#joinedAt = undefined
      try {
        return { end: 'gave-up', detail: await this.#live() }
      } catch (error) {
        if (!(error instanceof ConnectionLost)) throw error
        const { message, kicked } = error
        const verdict = this.#rejoining.lost(error, clock.tick - (this.#joinedAt ?? clock.tick))
        const retryTicks = verdict.rejoin ? verdict.afterTicks : null
        record({ type: 'disconnect', reason: message, kicked, retryTicks })
        if (!verdict.rejoin) {
          // An error that recurs after each rejoin is a bug.
          if (error.cause) throw error.cause
          const isKnown = kicked || refusalOf(message) !== null
          const isRefused = isKnown && !this.#rejoining.hasJoined
          return { end: verdict.end, detail: isRefused ? refusalLine(message) : message }
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

  /** Lives in the world until the signal fires, and leaves. */
  async #inhabit(client: Client, signal: AbortSignal, lost: AbortSignal): Promise<string> {
    const { connection, clock, record } = this.#context
    const registry = registryFor(connection.version)
    try {
      await waitForBlocks(client.world, registry, clock, signal, () =>
        record({ type: 'login-queue' }),
      )
    } catch (error) {
      client.leave()
      throw error
    }
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
      await embodiment.getBearings(signal, this.#signal)
      return await this.#inhabitant({ embodiment, lost })
    } finally {
      this.#leftDead = !body.vitals.alive
      const { count } = client.corrections
      if (count > 0) this.#context.record({ type: 'corrections', count })
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
}
