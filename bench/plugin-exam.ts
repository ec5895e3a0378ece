/**
 * Runs plugins for mineflayer, unmodified, against the practice world in simulated time. They come from a separate folder:
 *
 *     npm install --prefix FOLDER mineflayer-pathfinder mineflayer-collectblock mineflayer-pvp mineflayer-auto-eat \
 *         mineflayer-tool mineflayer-statemachine mineflayer-armor-manager
 *     npx node bench/plugin-exam.ts --folder FOLDER [--versions 1.16.5,1.21.4] [--cases pvp,tool]
 *
 * Prints a line for each case, and a table at the end.
 */
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { Bot, Plugin } from 'mineflayer'
import type { Entity } from 'prismarine-entity'
import type { Vec3 } from 'vec3'
import { tableLines } from '#cli/table'
import { stacksOf } from '#world/windows/stacks'
import { type Floor, floorIn } from '../test/support/floor.ts'
import { joinAs, type Practice, practice } from '../test/support/practice.ts'

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    versions: { type: 'string', default: '1.12.2,1.16.5,1.20.6,1.21.4,1.21.11,26.1' },
    cases: { type: 'string' },
  },
})
if (!values.folder) throw new Error('--folder must hold the plugins')
const FOLDER = resolve(values.folder)
/** Loads a plugin from the folder of the exam, because Delver does not depend on it. */
const load = createRequire(join(FOLDER, 'package.json'))
/** Limit of a case (ticks). */
const LIMIT_TICKS = 1200

interface Stage {
  readonly session: Practice
  readonly floor: Floor
  readonly bot: Bot
  /** The other player. */
  readonly friend: Bot
  give(...items: readonly (readonly [name: string, count: number])[]): Promise<void>
  /** Advances the world until the condition holds or the time is up; returns whether it holds. */
  until(holds: () => boolean): Promise<boolean>
}

/** Runs a plugin; returns whether it did its work. */
type Case = (stage: Stage) => Promise<boolean>

/** The plugins add these to the bot. */
interface Extended {
  readonly pathfinder: {
    setMovements(movements: unknown): void
    setGoal(goal: unknown, dynamic?: boolean): void
    goto(goal: unknown): Promise<void>
  }
  readonly collectBlock: { collect(blocks: unknown): Promise<void> }
  readonly tool: { equipForBlock(block: unknown, options?: object): Promise<void> }
  readonly pvp: { attack(target: Entity): Promise<void>; stop(): Promise<void> }
  readonly autoEat: { enableAuto(): void }
  readonly armorManager: { equipAll(): Promise<void> | void }
}
const extended = (bot: Bot) => bot as unknown as Extended

interface Pathfinding {
  readonly pathfinder: Plugin
  readonly Movements: new (bot: Bot) => unknown
  readonly goals: Readonly<Record<string, new (...args: unknown[]) => unknown>>
}
const pathfinding = () => load('mineflayer-pathfinder') as Pathfinding
const pluginOf = (name: string) => (load(name) as { plugin: Plugin }).plugin

function loadPathfinder(bot: Bot): Pathfinding {
  const loaded = pathfinding()
  if (!extended(bot).pathfinder) bot.loadPlugin(loaded.pathfinder)
  extended(bot).pathfinder.setMovements(new loaded.Movements(bot))
  return loaded
}

function goal(name: string, ...args: readonly unknown[]): unknown {
  const Goal = pathfinding().goals[name]
  if (!Goal) throw new Error(`mineflayer-pathfinder has no ${name}`)
  return new Goal(...args)
}

const away = (bot: Bot, place: Vec3) => bot.entity.position.distanceTo(place.offset(0.5, 0, 0.5))

const CASES: Readonly<Record<string, Case>> = {
  async 'pathfinder: goto'({ bot, floor, until }) {
    loadPathfinder(bot)
    floor.fill([4, 0, -8], [4, 1, 6], 'stone')
    const to = floor.at(8, 0, 0)
    void extended(bot).pathfinder.goto(goal('GoalBlock', to.x, to.y, to.z))
    return until(() => away(bot, to) < 1)
  },
  async 'pathfinder: dig'({ bot, floor, until, give }) {
    await give(['iron_pickaxe', 1])
    loadPathfinder(bot)
    floor.fill([3, 0, -3], [9, 3, 3], 'stone')
    floor.fill([5, 0, -1], [7, 2, 1], 'air')
    const inside = floor.at(6, 0, 0)
    void extended(bot).pathfinder.goto(goal('GoalBlock', inside.x, inside.y, inside.z))
    return until(() => away(bot, inside) < 1)
  },
  async 'pathfinder: tower'({ bot, floor, until, give }) {
    await give(['dirt', 32])
    loadPathfinder(bot)
    const top = floor.at(0, 4, 0)
    void extended(bot).pathfinder.goto(goal('GoalY', top.y))
    return until(() => bot.entity.onGround && Math.floor(bot.entity.position.y) === top.y)
  },
  async 'pathfinder: follow'({ bot, floor, friend, session, until }) {
    loadPathfinder(bot)
    const player = bot.players[friend.username]?.entity
    extended(bot).pathfinder.setGoal(goal('GoalFollow', player, 2), true)
    await session.run(friend.look(-Math.PI / 2, 0, true))
    friend.setControlState('forward', true)
    await session.simulation.advance(50)
    friend.clearControlStates()
    return until(
      () =>
        away(bot, friend.entity.position.offset(-0.5, 0, -0.5)) < 3.5 &&
        away(bot, floor.at(0, 0, 0)) > 3,
    )
  },
  async collectblock({ bot, floor, session, until, give }) {
    await give(['iron_pickaxe', 1], ['iron_axe', 1])
    loadPathfinder(bot)
    bot.loadPlugin(pluginOf('mineflayer-collectblock'))
    // It loads mineflayer-tool a moment later.
    await session.simulation.advance(5)
    floor.fill([5, 0, 0], [5, 2, 0], 'oak_log')
    floor.fill([-5, 0, 2], [-5, 0, 3], 'cobblestone')
    // The bot sees the blocks a tick later.
    await session.simulation.advance(2)
    const blocks = [floor.at(5, 0, 0), floor.at(5, 1, 0), floor.at(5, 2, 0), floor.at(-5, 0, 2)]
    await extended(bot).collectBlock.collect(blocks.map((place) => bot.blockAt(place)))
    const held = () => bot.inventory.items().reduce((sum, { count }) => sum + count, 0)
    return until(() => held() === 6)
  },
  async tool({ bot, floor, session, give }) {
    await give(['wooden_pickaxe', 1], ['iron_pickaxe', 1], ['iron_axe', 1], ['iron_shovel', 1])
    bot.loadPlugin(pluginOf('mineflayer-tool'))
    floor.block(2, 0, 0, 'stone')
    floor.block(2, 0, 1, 'oak_log')
    // The bot sees the blocks a tick later.
    await session.simulation.advance(2)
    const picked: (string | undefined)[] = []
    for (const place of [floor.at(2, 0, 0), floor.at(2, 0, 1)]) {
      await extended(bot).tool.equipForBlock(bot.blockAt(place), { requireHarvest: true })
      picked.push(bot.heldItem?.name)
    }
    return /_pickaxe,\w+_axe$/.test(picked.join())
  },
  async pvp({ bot, floor, session, until, give }) {
    await give(['iron_sword', 1])
    loadPathfinder(bot)
    bot.loadPlugin(pluginOf('mineflayer-pvp'))
    const { game } = session.world
    game.time.ofDay = 18_000
    const zombie = game.mobs.spawn('zombie', floor.at(7, 0, 0).offset(0.5, 0, 0.5))
    await session.simulation.advance(5)
    const target = bot.entities[zombie.id]
    if (!target) return false
    void extended(bot).pvp.attack(target)
    return until(() => zombie.dead)
  },
  async 'auto-eat'({ bot, floor, session, until, give }) {
    await give(['bread', 5])
    const file = pathToFileURL(load.resolve('mineflayer-auto-eat')).href
    const { loader } = (await import(file)) as { loader: Plugin }
    bot.loadPlugin(loader)
    const { vitals } = floor.player
    while (vitals.food > 10) {
      vitals.exhaust(4)
      await session.simulation.advance(1)
    }
    extended(bot).autoEat.enableAuto()
    return until(() => bot.food >= 15)
  },
  async 'armor-manager'({ bot, until, give }) {
    await give(['iron_helmet', 1], ['iron_boots', 1], ['iron_leggings', 1], ['iron_chestplate', 1])
    bot.loadPlugin(load('mineflayer-armor-manager') as Plugin)
    await extended(bot).armorManager.equipAll()
    return until(() =>
      [5, 6, 7, 8].every((slot) => bot.inventory.slots[slot]?.name.startsWith('iron_')),
    )
  },
  async statemachine({ bot, friend, session, until }) {
    interface StateMachine {
      readonly StateTransition: new (options: object) => unknown
      readonly BotStateMachine: new (bot: Bot, layer: unknown) => unknown
      readonly BehaviorFollowEntity: new (
        bot: Bot,
        targets: object,
      ) => { distanceToTarget(): number }
      readonly BehaviorGetClosestEntity: new (bot: Bot, targets: object, filter: unknown) => unknown
      readonly EntityFilters: () => { readonly PlayersOnly: unknown }
      readonly NestedStateMachine: new (transitions: readonly unknown[], start: unknown) => unknown
    }
    loadPathfinder(bot)
    const machine = load('mineflayer-statemachine') as StateMachine
    const targets = {}
    const players = machine.EntityFilters().PlayersOnly
    const closest = new machine.BehaviorGetClosestEntity(bot, targets, players)
    const follow = new machine.BehaviorFollowEntity(bot, targets)
    const found = new machine.StateTransition({
      ...{ parent: closest, child: follow },
      shouldTransition: () => true,
    })
    new machine.BotStateMachine(bot, new machine.NestedStateMachine([found], closest))
    await session.run(friend.look(Math.PI / 2, 0, true))
    friend.setControlState('forward', true)
    await session.simulation.advance(50)
    friend.clearControlStates()
    return until(() => follow.distanceToTarget() < 3)
  },
}

async function run(version: string, test: Case): Promise<string | null> {
  const session = await practice({ version, difficulty: 'normal' })
  const { bot, simulation, world } = session
  const floor = floorIn(session, 12)
  floor.teleport(0, 0, 0)
  const friend = await joinAs(session, 'friend')
  const other = [...world.game.players].find(({ name }) => name === 'friend')
  if (other) world.game.movement.teleport(other, floor.at(0, 0, 2).offset(0.5, 0, 0.5))
  await simulation.advance(20)
  const stage: Stage = {
    ...{ session, floor, bot, friend },
    async give(...items) {
      const stacks = stacksOf(world.game.registry)
      items.forEach(
        ([name, count], i) => void floor.player.inventory.set(36 + i, stacks.make(name, count)),
      )
      await simulation.advance(3)
    },
    async until(holds) {
      for (let tick = 0; tick < LIMIT_TICKS && !holds(); tick++) await simulation.advance(1)
      return holds()
    },
  }
  try {
    let outcome: string | null = `no end within ${LIMIT_TICKS} ticks`
    let isOver = false
    const over = (reason: string | null) => {
      outcome = reason
      isOver = true
    }
    test(stage).then(
      (passes) => over(passes ? null : 'not reached'),
      (error: unknown) => over(String(error)),
    )
    // This loop advances the world for cases that wait for a plugin.
    for (let tick = 0; tick < 2 * LIMIT_TICKS && !isOver; tick++) await simulation.advance(1)
    return outcome
  } finally {
    friend.end()
    await session.close()
  }
}

process.on('unhandledRejection', () => {})
const versions = values.versions.split(',')
const chosen = values.cases?.split(',')
const names = Object.keys(CASES).filter((name) => !chosen || chosen.includes(name))
const table: string[][] = []
for (const name of names) {
  const row = [name]
  for (const version of versions) {
    const reason = await run(version, CASES[name] as Case)
    if (reason) console.log(`${version} ${name}: ${reason}`.slice(0, 300))
    row.push(reason === null ? 'pass' : 'FAIL')
  }
  table.push(row)
}
console.log(tableLines([['plugin', ...versions], ...table]).join('\n'))
process.exit(0)
