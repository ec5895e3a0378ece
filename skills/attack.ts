import type { Entity } from 'prismarine-entity'
import type { Body } from '../src/body/body.ts'
import { wield } from '../src/body/hand.ts'

/** Reach of a blow, from the eyes to the middle of the body hit (blocks). */
const BLOW_REACH = 3.2

/** How well an item serves as a weapon, and how long it rests between two full blows (ticks). */
const WEAPONS: readonly {
  readonly name: RegExp
  readonly rank: number
  readonly rest: number
}[] = [
  { name: /^(diamond|netherite)_sword$/, rank: 9, rest: 13 },
  { name: /^iron_sword$/, rank: 8, rest: 13 },
  { name: /^stone_sword$/, rank: 7, rest: 13 },
  { name: /^(diamond|netherite|iron)_axe$/, rank: 6, rest: 22 },
  { name: /_sword$/, rank: 5, rest: 13 },
  { name: /^stone_axe$/, rank: 4, rest: 25 },
  { name: /_axe$/, rank: 3, rest: 25 },
  { name: /^stone_pickaxe$/, rank: 2, rest: 17 },
]
const BARE_HAND_REST = 6

/** Takes the best weapon that is carried in the hand; returns the rest between two blows (ticks). */
export async function drawWeapon(body: Body, signal: AbortSignal): Promise<number> {
  const ranked = body.bot.inventory.items().flatMap((item) => {
    const weapon = WEAPONS.find(({ name }) => name.test(item.name))
    return weapon ? [{ item, ...weapon }] : []
  })
  const best = ranked.sort((a, b) => b.rank - a.rank)[0]
  if (!best) return BARE_HAND_REST
  await wield(body, best.item, signal)
  return best.rest
}

export function canHit(body: Body, entity: Entity): boolean {
  const middle = entity.position.offset(0, (entity.height ?? 1) / 2, 0)
  return body.eye.distanceTo(middle) <= BLOW_REACH
}

/** One blow at an entity in reach. */
export async function strike(body: Body, entity: Entity): Promise<void> {
  body.intent.hunt(entity.id)
  await body.bot.lookAt(entity.position.offset(0, (entity.height ?? 1) * 0.7, 0), true)
  body.bot.attack(entity)
}
