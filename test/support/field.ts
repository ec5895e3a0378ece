import { Vec3 } from 'vec3'
import type { Player } from '#world/player'
import { stacksOf } from '#world/windows/stacks'
import type { Practice } from './practice.ts'

/** A stone floor high above the terrain; positions are relative to its centre, with feet at height 0. */
export interface Field {
  readonly player: Player
  /** World coordinates of a position: the centre of the block's underside. */
  at(place: Vec3): Vec3
  block(place: Vec3, name: string, properties?: Record<string, string>): void
  fill(from: Vec3, to: Vec3, name: string): void
  /** Teleports the bot to a position. */
  put(place: Vec3): Promise<void>
  /** Gives the bot a held item. */
  hold(name: string, count?: number): Promise<void>
  /** Number of items of a name in the client's inventory. */
  carries(name: string): number
  /** Counts how often the bot takes damage from now on. */
  hurts(): () => number
  /** The lowest health of the bot from now on, by its client. */
  lowestHealth(): () => number
  /** Restores full health and food. */
  heal(): Promise<void>
}

const RADIUS = 12
const HEIGHT = 150

export async function field({ bot, world, simulation }: Practice): Promise<Field> {
  const { game, terrain } = world
  const [player] = game.players
  if (!player) throw new Error('no player joined')
  const middle = terrain.spawn.floored()
  middle.y = HEIGHT
  const block = (place: Vec3, name: string, properties = {}) => {
    const at = middle.plus(place)
    game.level.set(at.x, at.y, at.z, game.registry.blockState(name, properties))
  }
  const fill = (from: Vec3, to: Vec3, name: string) => {
    for (let x = from.x; x <= to.x; x++)
      for (let y = from.y; y <= to.y; y++)
        for (let z = from.z; z <= to.z; z++) block(new Vec3(x, y, z), name)
  }
  const at = (place: Vec3) => middle.plus(place).offset(0.5, 0, 0.5)
  fill(new Vec3(-RADIUS, -1, -RADIUS), new Vec3(RADIUS, -1, RADIUS), 'stone')
  const put = async (place: Vec3) => {
    game.movement.teleport(player, at(place))
    await simulation.advance(4)
  }
  await put(new Vec3(0, 0, 0))
  return {
    player,
    at,
    block,
    fill,
    put,
    async hold(name, count = 1) {
      player.inventory.set(36, stacksOf(game.registry).make(name, count))
      bot.setQuickBarSlot(0)
      await simulation.advance(3)
    },
    carries: (name) =>
      bot.inventory
        .items()
        .filter((item) => game.registry.itemName(item) === name)
        .reduce((sum, { count }) => sum + count, 0),
    hurts() {
      let count = 0
      bot.on('entityHurt', (entity) => {
        if (entity === bot.entity) count++
      })
      return () => count
    },
    lowestHealth() {
      let lowest = bot.health
      bot.on('health', () => {
        lowest = Math.min(lowest, bot.health)
      })
      return () => lowest
    },
    async heal() {
      player.vitals.restore()
      await simulation.advance(2)
    },
  }
}
