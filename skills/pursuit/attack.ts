import type { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import { wield } from '#body/hand'
import { firstBlockToward } from '#body/sight'
import type { KnownEntity } from '#perception/world-memory'

/** Attack reach from the eyes to the middle of the mob (blocks). */
const ATTACK_REACH = 3.2

/** Weapons with their rank (the higher the better) and attack cooldown (ticks). */
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

/** Whether the agent carries a sword or an axe. */
export function isArmed({ inventory }: Body): boolean {
  return inventory.items.some(({ name }) => /_(sword|axe)$/.test(name))
}

/** Takes the best carried weapon in hand; returns its attack cooldown (ticks). */
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

/** Parts of a mob's height that the agent looks for and aims at: its eyes and its middle. */
const AIMED_AT = [0.85, 0.5]

/** Whether an attack reaches an entity from where the agent stands. */
export function canHit(body: Body, { position, height }: KnownEntity): boolean {
  const middle = position.offset(0, height / 2, 0)
  return body.eye.distanceTo(middle) <= ATTACK_REACH
}

/** A part of an entity with no block between it and the agent's eyes; undefined where all of it is hidden. */
export function freeAim(body: Body, { position, height }: KnownEntity): Vec3 | undefined {
  return AIMED_AT.map((part) => position.offset(0, height * part, 0)).find(
    (point) => firstBlockToward(body, point) === null,
  )
}

/**
 * Attacks an entity in reach once, if the crosshair gets onto it in time.
 * @returns whether the agent attacked.
 * @throws the signal's reason when `signal` fires first.
 */
export async function strike(
  body: Body,
  { id }: KnownEntity,
  signal: AbortSignal,
): Promise<boolean> {
  body.intent.hunt(id)
  return body.interaction.attack(id, signal)
}
