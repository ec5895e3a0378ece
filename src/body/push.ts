import type { Bot } from 'mineflayer'
import type { Entity } from 'prismarine-entity'
import type { BlockTable } from '#knowledge/block-traits'
import { pushOf } from '#knowledge/entity-push'
import { PLAYER_HALF_WIDTH } from '#knowledge/player-size'
import type { Posture } from './posture.ts'

/** Living entities to which some versions of minecraft-data give no category, and a mob that does not push. */
const UNCATEGORIZED =
  /^(player|bee|fox|hoglin|piglin|piglin_brute|strider|villager|wandering_trader|zoglin|zombified_piglin)$/
const BAT = 'bat'

/** The state that mineflayer passes to its physics: the part that Delver reads. */
interface Motion {
  readonly pos: { readonly x: number; readonly y: number; readonly z: number }
  readonly vel: { x: number; z: number }
}

interface Physics {
  simulatePlayer(motion: Motion, world: unknown): unknown
}

/**
 * Pushes the player away from the mobs and other players that its hitbox overlaps. In the game the client does this after
 * each of the player's movements; mineflayer's physics do not.
 */
export function feelPushes(bot: Bot, posture: Posture, blocks: BlockTable): void {
  const physics = bot.physics as unknown as Physics
  const simulate = physics.simulatePlayer
  physics.simulatePlayer = (motion, world) => {
    const moved = simulate(motion, world)
    if (!isPushable(bot, blocks)) return moved
    for (const other of Object.values(bot.entities)) {
      if (other === bot.entity || !isPushing(other)) continue
      if (!overlaps(motion.pos, posture.height, other)) continue
      const { x, z } = pushOf(motion.pos.x - other.position.x, motion.pos.z - other.position.z)
      motion.vel.x += x
      motion.vel.z += z
    }
    return moved
  }
}

/** Whether others push the player: the dead, spectators and players on ladders stay. */
function isPushable(bot: Bot, blocks: BlockTable): boolean {
  if (bot.health <= 0 || bot.game.gameMode === 'spectator' || bot.isSleeping) return false
  return !blocks.traits(bot.blockAt(bot.entity.position)?.stateId ?? 0).climbable
}

function isPushing({ kind, name = '' }: Entity): boolean {
  return name !== BAT && (/ mobs$/.test(kind ?? '') || UNCATEGORIZED.test(name))
}

function overlaps(
  { x, y, z }: Motion['pos'],
  tall: number,
  { position, width, height }: Entity,
): boolean {
  const reach = PLAYER_HALF_WIDTH + width / 2
  return (
    Math.abs(position.x - x) < reach &&
    Math.abs(position.z - z) < reach &&
    position.y < y + tall &&
    y < position.y + height
  )
}
