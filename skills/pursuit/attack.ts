import type { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import { wield } from '#body/hand'
import { firstBlockToward } from '#body/sight'
import type { KnownEntity } from '#perception/world-memory'

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
  const ranked = body.inventory.items.flatMap((item) => {
    const weapon = WEAPONS.find(({ name }) => name.test(item.name))
    return weapon ? [{ item, ...weapon }] : []
  })
  const best = ranked.sort((a, b) => b.rank - a.rank)[0]
  if (!best) return BARE_HAND_REST
  await wield(body, best.item, signal)
  return best.rest
}

/** Parts of a creature's height that one looks for and aims at: its eyes and its middle. */
const AIMED_AT = [0.85, 0.5]

/** Whether a blow reaches an entity from where the body stands. */
export function canHit(body: Body, { position, height }: KnownEntity): boolean {
  const middle = position.offset(0, height / 2, 0)
  return body.eye.distanceTo(middle) <= BLOW_REACH
}

/** A part of an entity with nothing between the eye and it; undefined where something stands before all of it. */
export function freeAim(body: Body, { position, height }: KnownEntity): Vec3 | undefined {
  return AIMED_AT.map((part) => position.offset(0, height * part, 0)).find(
    (point) => firstBlockToward(body, point) === null,
  )
}

/** One blow at an entity in reach. */
export async function strike(body: Body, entity: KnownEntity): Promise<void> {
  const { id, position, height } = entity
  body.intent.hunt(id)
  await body.controls.lookAt(freeAim(body, entity) ?? position.offset(0, height / 2, 0))
  body.interaction.attack(id)
}
