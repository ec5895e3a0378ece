import type { Game } from '../game.ts'
import { stacksOf } from '../windows/stacks.ts'
import type { Mob } from './mob.ts'

/** A whole number from `min` to `max`, all alike. */
export function roll(random: () => number, min: number, max: number): number {
  return min + Math.floor(random() * (max - min + 1))
}

/** Drops what a dead mob leaves behind. */
export function dropLoot(game: Game, mob: Mob): void {
  const { registry, items, random, time } = game
  const place = mob.position.offset(0, mob.height / 2, 0)
  for (const { item, min, max, meat } of mob.kind.loot) {
    const count = roll(random, min, max)
    const name = meat && time.tick < mob.burningUntil ? `cooked_${item}` : item
    if (count > 0) items.drop(stacksOf(registry).make(name, count), place)
  }
  if (mob.wool && !mob.shorn) items.drop(stacksOf(registry).make(`${mob.wool}_wool`), place)
}
