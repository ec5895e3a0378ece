import { Vec3 } from 'vec3'
import type { Player } from '#world/player'
import { floorIn } from './floor.ts'
import type { Practice } from './practice.ts'

/** A {@link Floor} for tests with vectors; the bot stands on its middle. */
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

export async function field(session: Practice): Promise<Field> {
  const { bot, simulation } = session
  const { game, player, ...floor } = floorIn(session, RADIUS)
  const put = async ({ x, y, z }: Vec3) => {
    floor.teleport(x, y, z)
    await simulation.advance(4)
  }
  await put(new Vec3(0, 0, 0))
  return {
    player,
    at: ({ x, y, z }) => floor.at(x, y, z).offset(0.5, 0, 0.5),
    block: ({ x, y, z }, name, properties) => floor.block(x, y, z, name, properties),
    fill: (from, to, name) => floor.fill([from.x, from.y, from.z], [to.x, to.y, to.z], name),
    put,
    hold: floor.hold,
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
