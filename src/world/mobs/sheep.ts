import type { Item } from 'prismarine-item'
import type { Registry } from '../../knowledge/registry.ts'
import { COLOURS } from '../colours.ts'
import { metadataEntry } from '../entities/entity.ts'
import { stacksOf } from '../windows/stacks.ts'
import { roll } from './loot.ts'
import type { Mob } from './mob.ts'

/** Shares of the colours among sheep, in parts of 100,000; the rest are white. */
const SHARES = [
  ['black', 5000],
  ['gray', 5000],
  ['light_gray', 5000],
  ['brown', 3000],
  ['pink', 164],
] as const
const WHOLE = 100_000
const SHORN_BIT = 0x10

/** A colour of wool, with the odds of sheep in the wild. */
export function wildColour(random: () => number): string {
  let left = random() * WHOLE
  for (const [colour, share] of SHARES) {
    left -= share
    if (left < 0) return colour
  }
  return 'white'
}

/** Gives a sheep its wool, as clients see it. */
export function dress(registry: Registry, mob: Mob): void {
  const colour = (COLOURS as readonly string[]).indexOf(mob.wool ?? 'white')
  const value = Math.max(0, colour) | (mob.shorn ? SHORN_BIT : 0)
  mob.metadata = [metadataEntry(registry, woolKey(registry), 'byte', value)]
}

/** Shears a sheep: the wool that it gives, undefined when it has none. */
export function shear(registry: Registry, mob: Mob, random: () => number): Item | undefined {
  if (!mob.wool || mob.shorn || mob.dead) return undefined
  mob.shorn = true
  dress(registry, mob)
  return stacksOf(registry).make(`${mob.wool}_wool`, roll(random, 1, 3))
}

/** Where in the metadata the wool stands: new entries of all entities have moved it over the years. */
function woolKey({ data }: Registry): number {
  if (data.version['>=']('1.17')) return 17
  if (data.version['>=']('1.15')) return 16
  return data.version['>=']('1.14') ? 15 : 13
}
