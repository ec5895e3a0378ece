import type { Item } from 'prismarine-item'
import type { Registry } from '#knowledge/registry'
import { stacksOf } from '../windows/stacks.ts'
import { roll } from './loot.ts'
import type { Mob } from './mob.ts'
import { mobMetadata } from './mob-metadata.ts'

/** Shares of natural sheep colours in parts of 100,000; the rest are white. */
const SHARES = [
  ['black', 5000],
  ['gray', 5000],
  ['light_gray', 5000],
  ['brown', 3000],
  ['pink', 164],
] as const
const TOTAL = 100_000

/** A random wool colour with the odds of natural spawning. */
export function naturalColour(random: () => number): string {
  let left = random() * TOTAL
  for (const [colour, share] of SHARES) {
    left -= share
    if (left < 0) return colour
  }
  return 'white'
}

/** Shears a sheep. Returns the wool, or undefined when the sheep has none. */
export function shear(registry: Registry, mob: Mob, random: () => number): Item | undefined {
  if (!mob.wool || mob.shorn || mob.baby || mob.dead) return undefined
  mob.shorn = true
  mob.metadata = mobMetadata(registry, mob)
  return stacksOf(registry).make(`${mob.wool}_wool`, roll(random, 1, 3))
}
