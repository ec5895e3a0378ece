import type { Bot } from 'mineflayer'
import { Vec3 } from 'vec3'
import type { Player } from '#world/player'
import type { Game } from '#world/practice-world'
import { stacksOf } from '#world/windows/stacks'
import { type Practice, practice } from './practice.ts'

/** Height of the arena's floor, above all terrain; a player's feet are one block higher. */
export const FLOOR = 150
const RADIUS = 12

/** A practice world with a stone floor in the sky, the bot on it, and helpers for tests of rules. */
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
  const { game } = session.world
  const [player] = game.players
  if (!player) throw new Error('no player joined')
  const { level, registry } = game
  const x = Math.floor(player.position.x)
  const z = Math.floor(player.position.z)
  const stone = registry.blockState('stone')
  for (let dx = -RADIUS; dx <= RADIUS; dx++)
    for (let dz = -RADIUS; dz <= RADIUS; dz++) level.set(x + dx, FLOOR, z + dz, stone)
  const made: Arena = {
    ...session,
    game,
    player,
    x,
    z,
    put(dx, up, dz, name, properties = {}) {
      level.set(x + dx, FLOOR + up, z + dz, registry.blockState(name, properties))
    },
    kind: (dx, up, dz) => level.name(x + dx, FLOOR + up, z + dz),
    block(dx, up, dz) {
      const block = session.bot.blockAt(new Vec3(x + dx, FLOOR + up, z + dz))
      if (!block) throw new Error('block not loaded')
      return block
    },
    async hold(name, count = 1) {
      player.inventory.set(36, name === null ? null : stacksOf(registry).make(name, count))
      session.bot.setQuickBarSlot(0)
      await session.simulation.advance(3)
    },
    carries: (name) =>
      player.inventory.slots
        .filter((item) => item !== null)
        .filter((item) => registry.itemName(item) === name)
        .reduce((sum, item) => sum + item.count, 0),
    async stand(dx, dz) {
      game.movement.teleport(player, new Vec3(x + dx + 0.5, FLOOR + 1, z + dz + 0.5))
      await session.simulation.advance(10)
    },
  }
  await made.stand(0, 0)
  return made
}
