import { Vec3 } from 'vec3'
import type { Player } from '#world/player'
import type { Game } from '#world/practice-world'
import { stacksOf } from '#world/windows/stacks'
import type { Practice } from './practice.ts'

/** Height of the feet on the floor, above all terrain. */
export const FEET_HEIGHT = 150

type Corner = readonly [x: number, y: number, z: number]

/** A stone floor in the sky above the spawn chunk. Positions count from the block of the feet in its middle. */
export interface Floor {
  readonly game: Game
  readonly player: Player
  at(x: number, y: number, z: number): Vec3
  /** Kind of a block in the world. */
  kind(x: number, y: number, z: number): string
  block(x: number, y: number, z: number, name: string, properties?: Record<string, string>): void
  /** Fills a box, both corners included. */
  fill(from: Corner, to: Corner, name: string): void
  teleport(x: number, y: number, z: number): void
  /** Puts a stack into the player's hand. */
  hold(name: string | null, count?: number): Promise<void>
}

/** @param feetHeight Height of the feet on the floor. */
export function floorIn(
  { bot, world, simulation }: Practice,
  radius: number,
  feetHeight = FEET_HEIGHT,
): Floor {
  const { game, terrain } = world
  const { level, registry } = game
  const [player] = game.players
  if (!player) throw new Error('no player is in the world')
  // Away from the origin: prismarine-physics enters walls at x or z of ±2, because 2.3 - 0.3 is less than 2.
  const middle = terrain.spawn.floored().offset(8, 0, 8)
  middle.y = feetHeight
  const at = (x: number, y: number, z: number) => middle.offset(x, y, z)
  const block: Floor['block'] = (x, y, z, name, properties = {}) => {
    const place = at(x, y, z)
    level.set(place.x, place.y, place.z, registry.blockState(name, properties))
  }
  const fill: Floor['fill'] = (from, to, name) => {
    for (let x = from[0]; x <= to[0]; x++)
      for (let y = from[1]; y <= to[1]; y++)
        for (let z = from[2]; z <= to[2]; z++) block(x, y, z, name)
  }
  fill([-radius, -1, -radius], [radius, -1, radius], 'stone')
  return {
    game,
    player,
    at,
    kind(x, y, z) {
      const place = at(x, y, z)
      return level.name(place.x, place.y, place.z)
    },
    block,
    fill,
    teleport(x, y, z) {
      game.movement.teleport(player, at(x, y, z).plus(new Vec3(0.5, 0, 0.5)))
    },
    async hold(name, count = 1) {
      player.inventory.set(36, name === null ? null : stacksOf(registry).make(name, count))
      bot.setQuickBarSlot(0)
      await simulation.advance(3)
    },
  }
}
