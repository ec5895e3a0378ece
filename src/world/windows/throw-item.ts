import type { Item } from 'prismarine-item'
import type { Drops } from '../entities/items.ts'
import type { Player } from '../player.ts'

/** Speed of a thrown stack (blocks a tick), and the part of it that goes upward. */
const SPEED = 0.3
const LIFT = 0.1

/** Ticks before anyone picks a thrown stack up again. */
const PICKUP_DELAY_TICKS = 40

/** Stacks leave the hand this far below the eyes (blocks). */
const BELOW_EYES = 0.3

/** Throws a stack the way a player looks. */
export function throwItem(drops: Drops, player: Player, item: Item): void {
  drops.drop(item, player.eye.offset(0, -BELOW_EYES, 0), {
    velocity: player.gaze.scaled(SPEED).offset(0, LIFT, 0),
    pickupDelayTicks: PICKUP_DELAY_TICKS,
  })
}
