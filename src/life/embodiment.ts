import { Controller } from '#agent/controller/controller'
import { MinecraftEnvironment } from '#agent/environment/minecraft-environment'
import { Body } from '#body/body'
import type { Client } from '#body/client'
import { createNavigator } from '#body/navigation/navigators'
import type { ItemCounts } from '#goal/goal'
import type { Registry } from '#knowledge/registry'
import { createPerception, type Perception, type RememberedBlock } from '#perception/perception'
import type { AgentState } from '#skills/core/agent-state'
import type { SkillWorld } from '#skills/core/skill'
import type { SkillLanguage } from '#skills/library'
import { getBearings } from '#skills/moving/get-bearings'
import { Reflexes } from '#skills/reflexes/reflexes'
import type { AgentSettings, LifeContext } from './port.ts'
import { respectBuilds } from './respect-builds.ts'
import { SkillRecorder } from './skill-recorder.ts'
import { Telemetry } from './telemetry.ts'
import { visionOf } from './vision.ts'

/** How an embodiment perceives and moves, and who receives its reports. */
export interface EmbodimentContext
  extends Pick<LifeContext, 'clock' | 'record' | 'inventory' | 'watchBody'> {
  readonly settings: Pick<AgentSettings, 'perception' | 'navigator' | 'hands' | 'builds'>
  /** Blocks of a world that are remembered from an earlier process; none by default. */
  readonly rememberedBlocks?: (world: string) => Iterable<RememberedBlock>
}

/** What outlives an embodiment. */
export interface Remembered {
  readonly agentState: AgentState
  /** The perception of the embodiment before; its memory is kept. */
  readonly perception: Perception | undefined
}

/** The agent in the body of one connection: what it perceives, its body, and the telemetry of both. */
export class Embodiment {
  readonly body: Body
  readonly perception: Perception
  readonly registry: Registry
  readonly #context: EmbodimentContext
  readonly #agentState: AgentState
  readonly #telemetry: Telemetry
  readonly #unwatch: (() => void) | undefined
  readonly #ignoreBuilds: (() => void) | undefined

  constructor(
    client: Client,
    registry: Registry,
    context: EmbodimentContext,
    { agentState, perception: before }: Remembered,
  ) {
    const { settings, clock } = context
    const perception = createPerception(client.world, registry, {
      mode: settings.perception,
      clock,
      before,
      onFalseOres: () => context.record({ type: 'false-ores' }),
      rememberedBlocks: context.rememberedBlocks,
    })
    const vision = visionOf(perception)
    const navigator = createNavigator(settings.navigator ?? 'grid')
    const hands = settings.hands ?? 'vanilla'
    this.registry = registry
    this.perception = perception
    this.body = new Body(client, registry, clock, vision, agentState, navigator, hands)
    this.#context = context
    this.#agentState = agentState
    agentState.builds.respects = settings.builds === 'respect'
    this.#ignoreBuilds = agentState.builds.respects
      ? respectBuilds(this.body, perception)
      : undefined
    this.#telemetry = new Telemetry(context, this.body, perception, agentState)
    this.#unwatch = context.watchBody?.(this.body)
  }

  /**
   * The environment in which a strategy pursues a target.
   * @param target items that the agent does not discard.
   * @param over fires when the trial is over: skills that fail afterwards were cut off.
   */
  environment(
    language: SkillLanguage,
    target: ItemCounts,
    over: AbortSignal,
  ): MinecraftEnvironment {
    const world = this.world(over)
    return new MinecraftEnvironment(language, world, controllerOf(language, world), target)
  }

  /** The controller, for single goals. @param over as for {@link environment}. */
  controller(language: SkillLanguage, over: AbortSignal): Controller {
    return controllerOf(language, this.world(over))
  }

  /** Looks around before the first goal. @throws the signal's reason when it fires. */
  getBearings(signal: AbortSignal, over: AbortSignal): Promise<void> {
    return getBearings({ ...this.world(over), signal })
  }

  /** Stops perception and reports. The connection stays. */
  end(): void {
    this.#unwatch?.()
    this.#telemetry.off()
    this.#ignoreBuilds?.()
    this.perception.stop()
  }

  /**
   * What skills work with in this body.
   * @param over fires when the trial is over: skills that fail afterwards were cut off.
   */
  world(over: AbortSignal): SkillWorld {
    const { body, registry } = this
    const { memory } = this.perception
    const log = new SkillRecorder(body, over, this.#context.record, this.#telemetry)
    return { body, registry, memory, agentState: this.#agentState, log }
  }
}

function controllerOf(language: SkillLanguage, world: SkillWorld): Controller {
  return new Controller(language, world, new Reflexes(world))
}
