/**
 * Walks over the land of the practice world, and prints for each navigator the ticks of the walks, their ratio to the plans,
 * and the CPU time of planning:
 *
 *     npx node bench/navigators.ts [--seeds 41001-41020] [--navigators grid,pathfinder] [--perception seen]
 *         [--hands vanilla]
 */
import { parseArgs } from 'node:util'
import { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import type { HandsName } from '#body/hand-limits'
import { NAVIGATORS, type NavigatorName } from '#body/navigation/navigators'
import { parseSeeds } from '#cli/seeds'
import { tableLines } from '#cli/table'

import type { PerceptionMode } from '#perception/perception-modes'
import { stacksOf } from '#world/windows/stacks'
import { type Practice, practice } from '../test/support/practice.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '41001-41020' },
    navigators: { type: 'string', default: NAVIGATORS.join(',') },
    perception: { type: 'string', default: 'seen' },
    hands: { type: 'string', default: 'vanilla' },
    verbose: { type: 'boolean', default: false },
  },
})

const STRAIGHT = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const
const DIAGONAL = [
  [Math.SQRT1_2, Math.SQRT1_2],
  [-Math.SQRT1_2, Math.SQRT1_2],
  [-Math.SQRT1_2, -Math.SQRT1_2],
  [Math.SQRT1_2, -Math.SQRT1_2],
] as const
/** Courses over land, and through stone at a height with an iron pickaxe (blocks). */
const COURSES = [
  { name: '28 straight', distance: 28, directions: STRAIGHT, height: null },
  { name: '28 diagonal', distance: 28, directions: DIAGONAL, height: null },
  { name: '60 straight', distance: 60, directions: STRAIGHT, height: null },
  { name: '60 diagonal', distance: 60, directions: DIAGONAL, height: null },
  { name: '24 in rock', distance: 24, directions: STRAIGHT, height: 30 },
] as const

interface Walk {
  readonly navigator: string
  readonly course: string
  readonly seed: number
  readonly arrived: boolean
  readonly ticks: number
  readonly planned: number
  readonly planningMs: number
  readonly hurt: number
}

const SETTLE_TICKS = 30
/** Distance of the courses from the spawn (chunks). */
const VIEW = 6

const walks: Walk[] = []
for (const seed of parseSeeds(values.seeds))
  for (const navigator of values.navigators.split(',') as NavigatorName[])
    walks.push(...(await walkAll(seed, navigator, values.perception as PerceptionMode)))
const names = values.navigators.split(',')
console.log(
  tableLines([
    [
      'course',
      'navigator',
      'walks',
      'lost',
      'ticks',
      'planned',
      'walked/planned',
      'plan ms',
      'hurt',
    ],
    ...COURSES.flatMap(({ name }) => names.map((navigator) => row(name, navigator))),
  ]).join('\n'),
)
process.exit()

function row(course: string, navigator: string): string[] {
  const of = walks.filter((walk) => walk.course === course && walk.navigator === navigator)
  const good = of.filter(({ arrived }) => arrived)
  const mean = (pick: (walk: Walk) => number) =>
    good.reduce((sum, walk) => sum + pick(walk), 0) / Math.max(1, good.length)
  const spread = Math.sqrt(
    good.reduce((sum, walk) => sum + (walk.ticks - mean(({ ticks }) => ticks)) ** 2, 0) /
      Math.max(1, good.length - 1) /
      Math.max(1, good.length),
  )
  return [
    course,
    navigator,
    String(of.length),
    String(of.length - good.length),
    `${mean(({ ticks }) => ticks).toFixed(0)} ± ${(1.96 * spread).toFixed(0)}`,
    mean(({ planned }) => planned).toFixed(0),
    mean(({ ticks, planned }) => ticks / planned).toFixed(2),
    mean(({ planningMs }) => planningMs).toFixed(1),
    of.reduce((sum, { hurt }) => sum + hurt, 0).toFixed(0),
  ]
}

async function walkAll(seed: number, name: NavigatorName, mode: PerceptionMode): Promise<Walk[]> {
  const session = await practice({ seed, version: '1.16.5', viewDistance: VIEW })
  const { AgentState } = await import('#skills/core/agent-state')
  const { Body } = await import('#body/body')
  const { Client } = await import('#body/client')
  const { createNavigator } = await import('#body/navigation/navigators')
  const { GoalNear } = await import('#body/navigation/goal')
  const { travel } = await import('#body/navigation/travel')
  const { createPerception } = await import('#perception/perception')
  const { GameClock } = await import('#clock/game-clock')
  const { UNLOADED } = await import('#knowledge/block-traits')
  const { bot, world, simulation } = session
  const { game } = world
  const [player] = game.players
  if (!player) throw new Error('the world has no player')
  const clock = new GameClock()
  const client = new Client(bot)
  await simulation.advance(200)
  const made: Walk[] = []
  for (const { name: course, distance, directions, height } of COURSES) {
    const target = directions
      .map(([x, z]) => landAt(session, height, x * distance, z * distance))
      .find((place) => place !== undefined)
    if (!target) continue
    player.vitals.restore()
    const start = world.terrain.spawn.floored()
    if (height !== null) {
      start.y = height
      for (const y of [height, height + 1]) game.level.set(start.x, y, start.z, 0)
      player.inventory.set(36, stacksOf(game.registry).make('iron_pickaxe', 1))
    }
    game.movement.teleport(player, start.offset(0.5, 0, 0.5))
    await simulation.advance(4)
    const eyes = createPerception(client.world, game.registry, { mode, clock })
    const look = () => eyes.update()
    bot.on('physicsTick', look)
    const navigator = createNavigator(name)
    const body: Body = new Body(
      client,
      game.registry,
      clock,
      {
        state: (x, y, z) => eyes.plannedState(x, y, z) ?? UNLOADED,
        omnidirectional: true,
        examine: (x, y, z) => eyes.examine(x, y, z),
        knownSection: () => undefined,
        isKnown: (x, y, z) => eyes.isKnown(x, y, z),
        light: (x, y, z) => eyes.light(x, y, z),
        distantGround: (x, z) => eyes.distantGround(x, z),
      },
      new AgentState(clock),
      {
        estimate: (from, goal) => navigator.estimate(from, goal),
        plan(from, goal, view, budget) {
          const begun = process.cpuUsage()
          const route = navigator.plan(from, goal, view, budget)
          spent += process.cpuUsage(begun).user / 1000
          planned ||= route.ticks
          if (values.verbose)
            console.log('  plan', from, route.complete, route.ticks.toFixed(0), route.steps.length)
          return route
        },
      },
      values.hands as HandsName,
    )
    let spent = 0
    let planned = 0
    await simulation.advance(SETTLE_TICKS)
    const begun = clock.tick
    const goal = new GoalNear(target.x, target.y, target.z, 1)
    const arrival = await simulation.run(travel(body, goal, new AbortController().signal))
    made.push({
      navigator: name,
      course,
      seed,
      arrived: arrival === 'arrived',
      ticks: clock.tick - begun,
      planned,
      planningMs: spent,
      hurt: 20 - bot.health,
    })
    if (values.verbose) console.log(made.at(-1))
    bot.off('physicsTick', look)
    eyes.stop()
  }
  await session.close()
  return made
}

/** A place to stand on dry land at a distance; undefined if there is water. */
function landAt(
  { world }: Practice,
  height: number | null,
  dx: number,
  dz: number,
): Vec3 | undefined {
  const x = Math.floor(world.terrain.spawn.x + dx)
  const z = Math.floor(world.terrain.spawn.z + dz)
  const { level } = world.game
  if (height !== null) return new Vec3(x, height, z)
  for (let y = world.terrain.spawn.y + 40; y > 30; y--) {
    const kind = level.name(x, y, z)
    if (/water|lava|leaves|log|cactus/.test(kind)) return undefined
    const { boundingBox } = world.game.registry.block(level.state(x, y, z))
    if (boundingBox === 'block') return new Vec3(x, y + 1, z)
  }
  return undefined
}
