import type { Vec3 } from 'vec3'
import type { Game } from '../game.ts'
import type { Player } from '../player.ts'
import { gaze } from '../rules/look.ts'
import { HOTBAR_START, OFF_HAND } from '../windows/inventory.ts'
import { stacksOf } from '../windows/stacks.ts'

const RELEASE = 5
/** A shield covers half a second after it is raised, and wears only from blows of some weight. */
const RAISE_TICKS = 5
const LIGHT_BLOW = 3

interface Raised {
  slot: number
  ready: number
}

const raised = new WeakMap<Player, Raised>()

/** Lets players raise a shield, in either hand, against what comes from ahead. */
export function installShields(game: Game): void {
  game.players.on('join', (player) => {
    player.receive('use_item', ({ hand }: { hand: number }) => {
      const slot = hand === 1 ? OFF_HAND : HOTBAR_START + player.inventory.held
      const item = player.inventory.slots[slot]
      if (!item || game.registry.itemName(item) !== 'shield') return
      raised.set(player, { slot, ready: game.time.tick + RAISE_TICKS })
    })
    player.receive('block_dig', ({ status }: { status: number }) => {
      if (status === RELEASE) raised.delete(player)
    })
    player.receive('held_item_slot', () => raised.delete(player))
  })
}

/** Whether the player's raised shield stops a blow of so many points from a place; it wears by it. */
export function blockedByShield(game: Game, player: Player, from: Vec3, points: number): boolean {
  const shield = raised.get(player)
  if (!shield || game.time.tick < shield.ready) return false
  const item = player.inventory.slots[shield.slot]
  if (!item || game.registry.itemName(item) !== 'shield') return false
  const { x, z } = gaze(player)
  const ahead = x * (from.x - player.position.x) + z * (from.z - player.position.z)
  if (ahead <= 0) return false
  if (points >= LIGHT_BLOW) {
    player.inventory.set(shield.slot, stacksOf(game.registry).worn(item, 1 + Math.floor(points)))
  }
  return true
}
