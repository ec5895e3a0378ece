import { Vec3 } from 'vec3'
import { ClientWorld } from '#body/client-world'
import { GameClock } from '#clock/game-clock'
import { registryFor } from '#knowledge/registry'
import { createPerception, type Perception } from '#perception/perception'
import type { PerceptionMode } from '#perception/perception-modes'
import type { Practice } from './practice.ts'

/** A closed room in solid stone, with the bot in its centre. */
export interface SealedRoom {
  /** World position of a position relative to the bot's feet. */
  at(x: number, y: number, z: number): Vec3
  set(x: number, y: number, z: number, name: string): void
  /** Starts perception, which looks in each physics tick. */
  perceive(mode: PerceptionMode): Perception
}

/** Distance from the bot to the walls, and to the end of the stone (blocks). */
const INSIDE = 2
const OUTSIDE = 8

/** Builds a room at a height and moves the bot into it. */
export async function sealedRoom(session: Practice, height: number): Promise<SealedRoom> {
  const { bot, world, simulation } = session
  const { game, terrain } = world
  const [player] = game.players
  if (!player) throw new Error('the world has no player')
  const middle = terrain.spawn.floored()
  middle.y = height
  const at = (x: number, y: number, z: number) => middle.offset(x, y, z)
  const set = (x: number, y: number, z: number, name: string) => {
    const place = at(x, y, z)
    game.level.set(place.x, place.y, place.z, game.registry.blockState(name))
  }
  for (let x = -OUTSIDE; x <= OUTSIDE; x++)
    for (let y = -3; y <= 6; y++)
      for (let z = -OUTSIDE; z <= OUTSIDE; z++) {
        const inside = Math.abs(x) <= INSIDE && Math.abs(z) <= INSIDE && y >= 0 && y <= 3
        set(x, y, z, inside ? 'air' : 'stone')
      }
  game.movement.teleport(player, at(0, 0, 0).plus(new Vec3(0.5, 0, 0.5)))
  await simulation.advance(10)
  return {
    at,
    set,
    perceive(mode) {
      const perception = createPerception(new ClientWorld(bot), registryFor(bot.version), {
        mode,
        clock: new GameClock(),
      })
      bot.on('physicsTick', perception.update)
      return perception
    },
  }
}
