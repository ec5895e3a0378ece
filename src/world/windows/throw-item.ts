import type { Item } from 'prismarine-item'
import type { Drops } from '../entities/items.ts'
import type { Player } from '../player.ts'

/** Speed of a thrown item (blocks a tick), and its upward part. */
const SPEED = 0.3
const LIFT = 0.1

/** Pickup delay of a thrown item (ticks). */
const PICKUP_DELAY_TICKS = 40

/** Height below the eyes at which thrown items start (blocks). */
const BELOW_EYES = 0.3

/** Throws a stack in the player's look direction. */
export function throwItem(drops: Drops, player: Player, item: Item): void {
  drops.drop(item, player.eye.offset(0, -BELOW_EYES, 0), {
    velocity: player.gaze.scaled(SPEED).offset(0, LIFT, 0),
    pickupDelayTicks: PICKUP_DELAY_TICKS,
  })
}
