/**
 * Sends a bot over the same journeys with Delver's navigator, mineflayer-pathfinder and, if a folder with it is given,
 * @miner-org/mineflayer-baritone. Prints arrivals as the server sees them, mean ticks of the journeys that
 * all completed, damage and the median of CPU time:
 *
 *     npx node bench/navigator-plugins.ts [--seeds 41001-41010] [--plugins delver,pathfinder]
 *         [--baritone <folder with node_modules>]
 */
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Bot } from 'mineflayer'
import mineflayerPathfinder from 'mineflayer-pathfinder'
import { Vec3 } from 'vec3'
import { parseSeeds } from '#cli/seeds'
import { tableLines } from '#cli/table'
import { stacksOf } from '#world/windows/stacks'
import { type Floor, floorIn } from '../test/support/floor.ts'
import { type Practice, practice } from '../test/support/practice.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '41001-41010' },
    plugins: { type: 'string', default: 'delver,pathfinder' },
    baritone: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
})

/** It is not installed with Delver. */
const BARITONE = '@miner-org/mineflayer-baritone'
/** Limit of a journey (ticks): a minute and a half. */
const LIMIT_TICKS = 1800
/** A journey counts as done within this distance of its goal (blocks). */
const RANGE = 1
const ARRIVED = 2.5
/** Journeys of each kind for each seed. */
const EACH = 6
const VIEW = 4

interface Journey {
  readonly kind: string
  readonly from: Vec3
  readonly to: Vec3
}

interface Result {
  readonly plugin: string
  readonly kind: string
  readonly arrived: boolean
  readonly ticks: number
  readonly hurt: number
  readonly cpuMs: number
}

/** Goes to a place; the promise may also reject, or never settle. */
type Go = (to: Vec3) => Promise<unknown>

interface Plugin {
  load(bot: Bot): Promise<Go>
  stop(bot: Bot): void
}

const PLUGINS: Readonly<Record<string, Plugin>> = {
  delver: {
    async load(bot) {
      const { navigator } = await import('#api/navigator')
      bot.loadPlugin(navigator)
      return ({ x, y, z }) =>
        bot.navigator.goto(new mineflayerPathfinder.goals.GoalNear(x, y, z, RANGE))
    },
    stop: (bot) => bot.navigator.stop(),
  },
  pathfinder: {
    async load(bot) {
      countProcessorTime()
      bot.loadPlugin(mineflayerPathfinder.pathfinder)
      bot.pathfinder.setMovements(new mineflayerPathfinder.Movements(bot))
      return ({ x, y, z }) =>
        bot.pathfinder.goto(new mineflayerPathfinder.goals.GoalNear(x, y, z, RANGE))
    },
    stop: (bot) => bot.pathfinder.setGoal(null),
  },
  baritone: {
    async load(bot) {
      const { loader, goals } = baritone()
      const before = new Set(bot.listeners('spawn'))
      bot.loadPlugin(loader)
      // It makes its executor when the bot spawns, which this one has done.
      for (const listener of bot.listeners('spawn')) if (!before.has(listener)) listener()
      return (to) => onProcessorTime(() => finder(bot).goto(new goals.GoalNear(to, RANGE)))
    },
    stop: (bot) => finder(bot).stop(),
  },
}

interface Search {
  /** By the clock of the simulation (ms). */
  readonly startTime: number
}

let isCounting = false

/**
 * mineflayer-pathfinder limits its searches by a clock, which stands still here during a search. Lets it count the processor time
 * of the search instead, which other processes on the machine do not shorten.
 */
function countProcessorTime(): void {
  if (isCounting) return
  isCounting = true
  const require = createRequire(import.meta.url)
  const { prototype } = require('mineflayer-pathfinder/lib/astar.js') as {
    prototype: { compute: (this: Search) => unknown }
  }
  const clock = (require('node:perf_hooks') as { performance: { now: () => number } }).performance
  const { compute } = prototype
  const spentMs = () => process.cpuUsage().user / 1000
  const spent = new WeakMap<Search, number>()
  prototype.compute = function (this: Search) {
    const { now } = clock
    const before = (spent.get(this) ?? 0) - spentMs()
    clock.now = () => this.startTime + before + spentMs()
    try {
      return compute.call(this)
    } finally {
      spent.set(this, before + spentMs())
      clock.now = now
    }
  }
}

/** Lets Baritone limit its searches by processor time, too. It reads the global clock, which mineflayer does not. */
async function onProcessorTime(go: () => Promise<unknown>): Promise<unknown> {
  const { performance } = globalThis
  const now = () => process.cpuUsage().user / 1000
  Object.defineProperty(globalThis, 'performance', {
    ...{ value: { now }, configurable: true, writable: true },
  })
  try {
    return await go()
  } finally {
    Object.defineProperty(globalThis, 'performance', {
      ...{ value: performance, configurable: true, writable: true },
    })
  }
}

interface Baritone {
  readonly loader: (bot: Bot) => void
  readonly goals: { readonly GoalNear: new (to: Vec3, range: number) => unknown }
}

interface Finder {
  goto(goal: unknown): Promise<unknown>
  stop(): void
}

function baritone(): Baritone {
  if (!values.baritone) throw new Error('give --baritone <folder> with the package installed')
  const require = createRequire(join(resolve(values.baritone), 'package.json'))
  return require(BARITONE) as Baritone
}

const finder = (bot: Bot) => (bot as Bot & { readonly ashfinder: Finder }).ashfinder

const results: Result[] = []
const plugins = values.plugins.split(',')
for (const seed of parseSeeds(values.seeds))
  for (const plugin of plugins) results.push(...(await travelAll(seed, plugin)))

const kinds = [...new Set(results.map(({ kind }) => kind))]
/** Journeys that every plugin has completed, by index, so that their ticks can be compared. */
const shared = (kind: string) => {
  const lists = plugins.map((name) =>
    results.filter(({ plugin, kind: of }) => plugin === name && of === kind),
  )
  const indices = [...(lists[0]?.keys() ?? [])].filter((i) =>
    lists.every((list) => list[i]?.arrived),
  )
  return (plugin: string) => indices.flatMap((i) => lists[plugins.indexOf(plugin)]?.[i] ?? [])
}
const mean = (list: readonly Result[], pick: (result: Result) => number) =>
  (list.reduce((sum, each) => sum + pick(each), 0) / Math.max(1, list.length)).toFixed(0)
const median = (list: readonly Result[], pick: (result: Result) => number) =>
  list
    .map(pick)
    .sort((a, b) => a - b)
    [Math.floor(list.length / 2)]?.toFixed(0) ?? '-'
console.log(
  tableLines([
    ['journeys', 'plugin', 'arrived', 'ticks (all arrived)', 'damage', 'CPU ms, median'],
    ...[...kinds, 'all'].flatMap((kind) =>
      plugins.map((plugin) => {
        const of = results.filter(
          (each) => each.plugin === plugin && (kind === 'all' || each.kind === kind),
        )
        const both =
          kind === 'all' ? kinds.flatMap((each) => shared(each)(plugin)) : shared(kind)(plugin)
        return [
          kind,
          plugin,
          `${of.filter(({ arrived }) => arrived).length} of ${of.length}`,
          `${mean(both, ({ ticks }) => ticks)} (${both.length})`,
          of.reduce((sum, { hurt }) => sum + hurt, 0).toFixed(0),
          median(of, ({ cpuMs }) => cpuMs),
        ]
      }),
    ),
  ]).join('\n'),
)
process.exit()

async function travelAll(seed: number, name: string): Promise<Result[]> {
  const plugin = PLUGINS[name]
  if (!plugin) throw new Error(`no plugin "${name}"`)
  const session = await practice({
    ...{ seed, version: '1.16.5', viewDistance: VIEW, terrain: 'normal' },
  })
  const { bot, world, simulation } = session
  const [player] = world.game.players
  if (!player) throw new Error('the world has no player')
  const go = await plugin.load(bot)
  await simulation.advance(200)
  const journeys = journeysIn(session)
  const made: Result[] = []
  for (const { kind, from, to } of journeys) {
    player.vitals.restore()
    const stacks = stacksOf(world.game.registry)
    const belongings = ['iron_pickaxe', 'iron_shovel', 'iron_axe', 'dirt', 'cobblestone']
    belongings.forEach((item, i) => {
      player.inventory.set(36 + i, stacks.make(item, item.startsWith('iron') ? 1 : 64))
    })
    world.game.movement.teleport(player, from.offset(0.5, 0, 0.5))
    await simulation.advance(30)
    const health = bot.health
    let ticks = 0
    let isOver = false
    const cpu = process.cpuUsage()
    go(to).then(
      () => {
        isOver = true
      },
      () => {
        isOver = true
      },
    )
    for (; ticks < LIMIT_TICKS && !isOver; ticks++) await simulation.advance(1)
    const { user, system } = process.cpuUsage(cpu)
    const away = player.position.distanceTo(to.offset(0.5, 0, 0.5))
    made.push({
      ...{ plugin: name, kind, ticks },
      arrived: away <= ARRIVED,
      hurt: health - bot.health,
      cpuMs: (user + system) / 1000,
    })
    if (values.verbose) console.log(seed, String(from), String(to), JSON.stringify(made.at(-1)))
    plugin.stop(bot)
    bot.clearControlStates()
    await simulation.advance(5)
  }
  await session.close()
  return made
}

/** The same journeys for every plugin: over land, through water, in caves, and in buildings. */
function journeysIn(session: Practice): Journey[] {
  const { terrain, game } = session.world
  const { spawn } = terrain
  const kindAt = (x: number, y: number, z: number) => game.level.name(x, y, z)
  const isFree = (x: number, y: number, z: number) => /^(cave_)?air$/.test(kindAt(x, y, z))
  const isFirm = (x: number, y: number, z: number) =>
    game.registry.block(game.level.state(x, y, z)).boundingBox === 'block' &&
    !/leaves|log|cactus/.test(kindAt(x, y, z))
  const canStand = ({ x, y, z }: Vec3) =>
    isFirm(x, y - 1, z) && isFree(x, y, z) && isFree(x, y + 1, z)
  const onLand: Vec3[] = []
  const inCaves: Vec3[] = []
  const reach = 28
  for (let dx = -reach; dx <= reach; dx += 4) {
    for (let dz = -reach; dz <= reach; dz += 4) {
      const [x, z] = [Math.floor(spawn.x) + dx, Math.floor(spawn.z) + dz]
      const surface = terrain.surface(x, z)
      const place = new Vec3(x, surface + 1, z)
      if (canStand(place)) onLand.push(place)
      for (let y = 12; y < surface - 8; y++) {
        const inside = new Vec3(x, y, z)
        if (canStand(inside)) inCaves.push(inside)
      }
    }
  }
  const overWater = (from: Vec3, to: Vec3) =>
    Array.from({ length: 9 }, (_, i) =>
      from.plus(to.minus(from).scaled((i + 1) / 10)).floored(),
    ).some(({ x, z }) => /water/.test(kindAt(x, 62, z)))
  const far = (from: Vec3, to: Vec3) => from.distanceTo(to) >= 20
  const near = (from: Vec3, to: Vec3) => from.distanceTo(to) >= 8 && from.distanceTo(to) <= 24
  return [
    ...pairs('hills', onLand, (from, to) => far(from, to) && !overWater(from, to)),
    ...pairs('water', onLand, (from, to) => far(from, to) && overWater(from, to)),
    ...pairs('caves', inCaves, near),
    ...buildings(floorIn(session, 14)),
  ]
}

/** Picks pairs that are spread over the places, the same in every run. */
function pairs(
  kind: string,
  places: readonly Vec3[],
  suits: (from: Vec3, to: Vec3) => boolean,
): Journey[] {
  const found: Journey[] = []
  for (let i = 0; i < places.length && found.length < EACH; i++) {
    const from = places[(i * 37) % places.length]
    const to = places.find((_, j) => {
      const place = places[(i * 37 + j * 53 + 11) % places.length]
      return from !== undefined && place !== undefined && suits(from, place)
    })
    const index = to ? places.indexOf(to) : -1
    const place = places[(i * 37 + index * 53 + 11) % places.length]
    if (from && place && index >= 0) found.push({ kind, from, to: place })
  }
  return found
}

/** A house of obsidian, which takes long to dig, with a door, and a tower with a ladder inside. */
function buildings(floor: Floor): Journey[] {
  const { at, fill, block } = floor
  fill([3, 0, -3], [9, 3, 3], 'obsidian')
  fill([4, 0, -2], [8, 2, 2], 'air')
  block(3, 0, 0, 'oak_door', { half: 'lower', facing: 'east', hinge: 'left', open: 'false' })
  block(3, 1, 0, 'oak_door', { half: 'upper', facing: 'east', hinge: 'left', open: 'false' })
  fill([-9, 0, -2], [-5, 8, 2], 'obsidian')
  fill([-8, 0, -1], [-6, 8, 1], 'air')
  block(-5, 0, 0, 'air')
  block(-5, 1, 0, 'air')
  for (let y = 0; y <= 7; y++) block(-8, y, 0, 'ladder', { facing: 'east' })
  fill([-8, 7, 1], [-6, 7, 1], 'obsidian')
  const outside = [at(0, 0, 0), at(-1, 0, 6), at(1, 0, -7)]
  return outside.flatMap((from, i) => [
    { kind: 'doors', from, to: at(6 + (i % 2), 0, i - 1) },
    { kind: 'doors', from: at(7, 0, i - 1), to: from },
    { kind: 'ladders', from, to: at(-7, 8, 1) },
    { kind: 'ladders', from: at(-7, 8, 1), to: from },
  ])
}
