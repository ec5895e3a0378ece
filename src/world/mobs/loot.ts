import type { Registry } from '#knowledge/registry'
import type { Drops } from '../entities/items.ts'
import { stacksOf } from '../windows/stacks.ts'
import type { Mob } from './mob.ts'

/** A uniformly distributed integer from `min` to `max`. */
export function roll(random: () => number, min: number, max: number): number {
  return min + Math.floor(random() * (max - min + 1))
}

/** Drops the loot of a dead mob. */
export function dropLoot(
  registry: Registry,
  mob: Mob,
  tick: number,
  drops: Drops,
  random: () => number,
): void {
  // Baby animals and larger slimes drop nothing.
  if ((mob.baby && !mob.kind.hostile) || mob.size > 1) return
  const place = mob.position.offset(0, mob.height / 2, 0)
  for (const { item, min, max, meat } of mob.kind.loot) {
    const count = roll(random, min, max)
    const name = meat && tick < mob.burningUntil ? `cooked_${item}` : item
    if (count > 0) drops.drop(stacksOf(registry).make(name, count), place)
  }
  if (mob.wool && !mob.shorn) drops.drop(stacksOf(registry).make(`${mob.wool}_wool`), place)
}
