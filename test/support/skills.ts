import { connect } from 'node:net'
import { Vec3 } from 'vec3'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { Body, Vision } from '#body/body'
import type { HandsName } from '#body/hand-limits'
import type { NavigatorName } from '#body/navigation/navigators'
import type { Outcome } from '#goal/outcome'
import type { Perception } from '#perception/perception'
import type { PerceptionMode } from '#perception/perception-modes'
import type { Skill, SkillContext } from '#skills/core/skill'
import { takeBackStations } from '#skills/items/station'
import type { TrackedEntity } from '#world/entities/entity'
import type { Mob } from '#world/mobs/mob'
import type { MobName } from '#world/mobs/mob-kinds'
import type { Player } from '#world/player'
import type { Game, PracticeWorldOptions } from '#world/practice-world'
import { stacksOf } from '#world/windows/stacks'
import { delayed } from './delayed.ts'
import { floorIn } from './floor.ts'
import { type Practice, practice } from './practice.ts'

/** The outcome of a skill and its duration (ticks). */
export interface Performance {
  result: Outcome
  ticks: number
}

/**
 * A {@link Floor} with a body that has perception, a memory and skills.
 */
export interface Stage extends Practice {
  game: Game
  player: Player
  body: Body
  context: SkillContext
  at(x: number, y: number, z: number): Vec3
  /** Kind of a block in the world. */
  kind(x: number, y: number, z: number): string
  block(x: number, y: number, z: number, name: string, properties?: Record<string, string>): void
  fill(
    from: readonly [number, number, number],
    to: readonly [number, number, number],
    name: string,
  ): void
  /** Teleports the bot, which forgets everything that it does not see from there. */
  stand(x: number, y: number, z: number): Promise<void>
  /** Gives items to the bot as if it had picked them up. */
  give(items: Record<string, number>): Promise<void>
  /** Drops an item entity on the ground. */
  drop(name: string, count: number, x: number, y: number, z: number): void
  mob(name: MobName, x: number, y: number, z: number): Mob
  /** The bot's inventory, as the server counts. */
  carried(): Record<string, number>
  /** Number of stacks on the cursor or in a crafting grid. */
  loose(): number
  /** Number of item entities. */
  lying(): number
  /** Runs a skill as the controller does. */
  perform<Args>(
    skill: Skill<Args>,
    args: Args,
    options?: { signal?: AbortSignal },
  ): Promise<Performance>
}

export interface StageOptions extends Partial<PracticeWorldOptions> {
  perception?: PerceptionMode
  navigator?: NavigatorName
  hands?: HandsName
  /** Latency each way (ticks). */
  latency?: number
  /** Whether the bot connects over TCP; by default, inside this process. */
  overTcp?: boolean
}

const RADIUS = 10
const DEPTH = 5
const HEADROOM = 10
const MORNING = 1000
/** View distance of the bot, which covers the stage from everywhere on it. Each chunk takes time in each test. */
const VIEW_CHUNKS = 2
/** Age at which item entities despawn (ticks). */
const ITEM_LIFETIME = 6000
const SETTLE_TICKS = 12
/** Maximum latency over TCP while the simulation runs fast (ticks). */
const TCP_TICKS = 2

/**
 * Shares one world between all tests of a suite. Each test starts on the bare stage in the morning, with an empty
 * inventory and an empty memory.
 * @returns a function that returns the stage, within a test.
 */
export function sharedStage(version: string, options: StageOptions = {}): () => Stage {
  let stage: MadeStage | undefined
  beforeAll(async () => {
    stage = await makeStage({ ...options, version })
  })
  beforeEach(() => stage?.reset())
  afterAll(() => stage?.close())
  return () => {
    if (!stage) throw new Error('only within a test')
    return stage
  }
}

/** Takes placed stations back, as before a goal that leads away. @returns the duration (ticks). */
export async function takeBack({ perform }: Stage): Promise<number> {
  const { result, ticks } = await perform(takeBackStations, {})
  expect(result).toEqual({ ok: true })
  return ticks
}

interface MadeStage extends Stage {
  reset(): Promise<void>
}

async function makeStage({
  perception = 'seen',
  navigator = 'grid',
  hands = 'vanilla',
  overTcp = false,
  latency = overTcp ? TCP_TICKS : 0,
  ...options
}: StageOptions): Promise<MadeStage> {
  const session = await practice({ viewDistance: VIEW_CHUNKS, ...options }, (world) => {
    if (overTcp) return connect(world.port, '127.0.0.1')
    return latency > 0 ? delayed(world.connect(), latency) : world.connect()
  })
  const { Body } = await import('#body/body')
  const { Client } = await import('#body/client')
  const { createNavigator } = await import('#body/navigation/navigators')
  const { createPerception } = await import('#perception/perception')
  const { GameClock } = await import('#clock/game-clock')
  const { AgentState } = await import('#skills/core/agent-state')
  const { perform } = await import('#skills/core/skill')
  const { UNLOADED } = await import('#knowledge/block-traits')
  const { bot, world, simulation } = session
  const { game } = world
  const { registry } = game
  const { player, at, kind, block, fill, teleport } = floorIn(session, RADIUS)
  const stacks = stacksOf(registry)
  const clock = new GameClock()
  const log = { started() {}, ended() {} }
  let eyes: Perception | undefined
  bot.on('physicsTick', () => eyes?.update())
  const client = new Client(bot)
  const places = new AgentState(clock)
  const vision: Vision = {
    state: (x, y, z) => eyes?.plannedState(x, y, z) ?? UNLOADED,
    omnidirectional: perception !== 'player',
    examine: (x, y, z) => eyes?.examine(x, y, z),
    isKnown: (x, y, z) => eyes?.isKnown(x, y, z) ?? false,
    knownSection: (...section) => eyes?.knownSection(...section),
    light: (x, y, z) => eyes?.light(x, y, z),
    distantGround: (x, z) => eyes?.distantGround(x, z),
  }
  const body = new Body(client, registry, clock, vision, places, createNavigator(navigator), hands)
  const dropped = dropsOf(game)

  const openEyes = () => {
    eyes?.stop()
    eyes = createPerception(client.world, registry, { mode: perception, clock })
    return eyes
  }
  const stand = async (x: number, y: number, z: number) => {
    teleport(x, y, z)
    await simulation.advance(2 + 2 * latency)
    openEyes()
    await simulation.advance(SETTLE_TICKS + 2 * latency)
  }
  const context = () => ({
    body,
    registry,
    get memory() {
      return (eyes ?? openEyes()).memory
    },
    agentState: new AgentState(clock),
    signal: new AbortController().signal,
    log,
  })

  const stage: MadeStage = {
    ...session,
    game,
    player,
    body,
    context: context(),
    at,
    kind,
    // What a test puts back, the server has not refused.
    block(...change) {
      body.protectedLand.clear()
      block(...change)
    },
    fill(...change) {
      body.protectedLand.clear()
      fill(...change)
    },
    stand,
    async give(items) {
      for (const [name, count] of Object.entries(items)) {
        const size = registry.stackSize(name)
        for (let left = count; left > 0; left -= size)
          player.inventory.give(stacks.make(name, Math.min(size, left)))
      }
      await simulation.advance(2 + latency)
    },
    drop: (name, count, x, y, z) =>
      game.items.drop(stacks.make(name, count), at(x, y, z).offset(0.5, 0.2, 0.5), {
        velocity: new Vec3(0, 0, 0),
      }),
    mob: (name, x, y, z) => game.mobs.spawn(name, at(x, y, z).offset(0.5, 0, 0.5)),
    carried() {
      const counts: Record<string, number> = {}
      for (const item of player.inventory.slots) {
        if (item) counts[stacks.nameOf(item)] = (counts[stacks.nameOf(item)] ?? 0) + item.count
      }
      return counts
    },
    loose() {
      const { slots, cursor } = player.inventory
      return [...slots.slice(0, 5), cursor].filter((item) => item !== null).length
    },
    lying: () => game.items.count,
    async perform(skill, args, { signal = new AbortController().signal } = {}) {
      const start = clock.tick
      const result = await simulation.run(perform({ ...stage.context, signal }, skill, args))
      const ticks = clock.tick - start
      await simulation.advance(2 + 2 * latency)
      return { result, ticks }
    },
    async reset() {
      player.inventory.takeAll()
      clearMobs(game)
      for (const entity of dropped) entity.age = ITEM_LIFETIME
      dropped.clear()
      fill([-RADIUS, 0, -RADIUS], [RADIUS, HEADROOM, RADIUS], 'air')
      fill([-RADIUS, -DEPTH, -RADIUS], [RADIUS, -1, RADIUS], 'stone')
      game.time.ofDay = MORNING
      player.vitals.restore()
      bot.clearControlStates()
      body.avoided.clear()
      body.dangers.clear()
      body.chasms.clear()
      body.builds.clear()
      body.protectedLand.clear()
      await stand(0, 0, 0)
      if (player.burning) {
        stage.block(0, 0, 0, 'water')
        await simulation.advance(2)
        stage.block(0, 0, 0, 'air')
        await stand(0, 0, 0)
        player.vitals.restore()
      }
      // mineflayer keeps those of a player who has died.
      bot.entity.metadata = []
      player.inventory.takeAll()
      stage.context = context()
    },
  }
  return stage
}

/** Item entities, which tests may age. */
function dropsOf(game: Game): Set<TrackedEntity & { age?: number }> {
  const drops = new Set<TrackedEntity & { age?: number }>()
  const { tracker } = game
  const spawn = tracker.spawn.bind(tracker)
  tracker.spawn = (entity) => {
    if (entity.type === 'item') drops.add(entity)
    spawn(entity)
  }
  return drops
}

function clearMobs(game: Game): void {
  for (const mob of game.population) game.population.remove(mob)
}
