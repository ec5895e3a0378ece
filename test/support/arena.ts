import type { Bot } from 'mineflayer'
import { Vec3 } from 'vec3'
import type { Player } from '#world/player'
import type { Game } from '#world/practice-world'
import { floorIn } from './floor.ts'
import { type Practice, practice } from './practice.ts'

/** Height of the arena's floor, above all terrain; a player's feet are one block higher. */
export const FLOOR = 150
const RADIUS = 12

/** A practice world with a {@link Floor}, the bot on its middle, and shorthands for the tests of rules. */
export interface Arena extends Practice {
  game: Game
  player: Player
  /** Centre of the floor. */
  x: number
  z: number
  /** Places a block, `up` above the floor. */
  put(dx: number, up: number, dz: number, name: string, properties?: Record<string, string>): void
  /** Name of a block, `up` above the floor. */
  kind(dx: number, up: number, dz: number): string
  block(dx: number, up: number, dz: number): NonNullable<ReturnType<Bot['blockAt']>>
  /** Gives the bot a held item. */
  hold(name: string | null, count?: number): Promise<void>
  /** Number of items of a name that the player carries on the server. */
  carries(name: string): number
  /** Teleports the player to a position on the floor. */
  stand(dx: number, dz: number): Promise<void>
}

export async function arena(version: string, seed = 1): Promise<Arena> {
  const session = await practice({ version, seed })
  const floor = floorIn(session, RADIUS, FLOOR + 1)
  const { game, player } = floor
  const { registry } = game
  const { x, z } = floor.at(0, 0, 0)
  const made: Arena = {
    ...session,
    game,
    player,
    x,
    z,
    put: (dx, up, dz, name, properties) => floor.block(dx, up - 1, dz, name, properties),
    kind: (dx, up, dz) => floor.kind(dx, up - 1, dz),
    hold: floor.hold,
    block(dx, up, dz) {
      const block = session.bot.blockAt(new Vec3(x + dx, FLOOR + up, z + dz))
      if (!block) throw new Error('block not loaded')
      return block
    },
    carries: (name) =>
      player.inventory.slots
        .filter((item) => item !== null)
        .filter((item) => registry.itemName(item) === name)
        .reduce((sum, item) => sum + item.count, 0),
    async stand(dx, dz) {
      floor.teleport(dx, 0, dz)
      await session.simulation.advance(10)
    },
  }
  await made.stand(0, 0)
  return made
}
