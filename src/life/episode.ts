import { Controller } from '#agent/controller/controller'
import { MinecraftEnvironment } from '#agent/environment/minecraft-environment'
import { Body, type Eyes } from '#body/body'
import type { Client } from '#body/client'
import { ConnectionLost, connect } from '#body/connect'
import { Interrupt } from '#body/interrupt'
import { createNavigator } from '#body/navigation/create-navigator'
import { targetCounts } from '#events/events'
import { UNLOADED } from '#knowledge/block-traits'
import { registryFor } from '#knowledge/registry'
import { createPerception, type Perception } from '#perception/perception'
import type { WorldMemory } from '#perception/world-memory'
import { AgentState } from '#skills/core/agent-state'
import type { SkillWorld } from '#skills/core/skill'
import { goalLanguage } from '#skills/library'
import { getBearings } from '#skills/moving/get-bearings'
import { Reflexes } from '#skills/reflexes/reflexes'
import type { EpisodeContext, EpisodeOutcome } from './port.ts'
import { createPursuit, pursue } from './pursuit.ts'
import { Rejoining } from './rejoining.ts'
import { SkillRecorder } from './skill-recorder.ts'
import { roundedPosition, Telemetry } from './telemetry.ts'

/**
 * Plays one trial: joins, pursues the target by the strategy, and comes back when the connection
 * breaks. Interface of the trial runner.
 */
export async function runEpisode(context: EpisodeContext): Promise<EpisodeOutcome> {
  const over = new AbortController()
  const stop = () => over.abort(new Interrupt('interrupted', 'the trial is over'))
  context.signal.addEventListener('abort', stop, { once: true })
  if (context.signal.aborted) stop()
  try {
    return await new Episode(context, over.signal).run()
  } catch (error) {
    if (error instanceof Interrupt && over.signal.aborted)
      return { end: 'stopped', detail: error.message }
    throw error
  } finally {
    context.signal.removeEventListener('abort', stop)
  }
}

/** One trial from the agent's side: a life in the world for each connection. */
class Episode {
  readonly #context: EpisodeContext
  readonly #signal: AbortSignal
  readonly #rejoining = new Rejoining()
  /** What the agent remembers from one connection to the next. */
  readonly #agentState: AgentState
  #perception: Perception | undefined
  #joinedAt: number | undefined

  constructor(context: EpisodeContext, signal: AbortSignal) {
    this.#context = context
    this.#signal = signal
    this.#agentState = new AgentState(context.clock)
  }

  /** @throws Stop when the trial is over. */
  async run(): Promise<EpisodeOutcome> {
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
          // Faults without end are a bug.
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
   * @throws Stop when the trial is over.
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
    // Half of a packet's handlers may not have run: only a new connection brings back what is true.
    const deafen = this.#context.onUncaught((error) => lose(ConnectionLost.byFault(error)))
    try {
      const { connection, clock } = this.#context
      const client = await connect(connection, clock, signal, lose)
      return await this.#inhabit(client, signal)
    } catch (error) {
      throw loss && !this.#signal.aborted ? loss : error
    } finally {
      deafen()
    }
  }

  /** Works towards the target for as long as the signal lets it, and leaves. */
  async #inhabit(client: Client, signal: AbortSignal): Promise<string> {
    const { connection, clock } = this.#context
    const registry = registryFor(connection.version)
    const perception = createPerception(client.world, registry, {
      mode: this.#context.settings.perception,
      clock,
      before: this.#perception,
    })
    this.#perception = perception
    const eyes: Eyes = {
      state: (x, y, z) => perception.plannedState(x, y, z) ?? UNLOADED,
      examine: (x, y, z) => perception.examine(x, y, z),
      isKnown: (x, y, z) => perception.isKnown(x, y, z),
      light: (x, y, z) => perception.light(x, y, z),
      omnidirectional: perception.omnidirectional,
    }
    const navigator = createNavigator(this.#context.settings.navigator ?? 'grid')
    const hands = this.#context.settings.hands ?? 'vanilla'
    const body = new Body(client, registry, clock, eyes, this.#agentState, navigator, hands)
    const telemetry = new Telemetry(this.#context, body, perception, this.#agentState)
    const unwatch = this.#context.watchBody?.(body)
    try {
      this.#announce(body)
      return await this.#act(body, perception.memory, telemetry, signal)
    } finally {
      unwatch?.()
      telemetry.off()
      perception.stop()
      client.leave()
    }
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
      inventory: body.carried,
    })
  }

  /** Pursues the target until nothing is left to try, or the signal fires. */
  async #act(
    body: Body,
    memory: WorldMemory,
    telemetry: Telemetry,
    signal: AbortSignal,
  ): Promise<string> {
    const { registry } = body
    const { record, target, signal: over } = this.#context
    const log = new SkillRecorder(body, over, record, telemetry)
    const world: SkillWorld = { body, registry, memory, agentState: this.#agentState, log }
    await getBearings({ ...world, signal })
    const language = goalLanguage(registry)
    const controller = new Controller(language, world, new Reflexes(world))
    const environment = new MinecraftEnvironment(language, world, controller, targetCounts(target))
    return pursue(createPursuit(language, this.#context), environment, signal)
  }
}
