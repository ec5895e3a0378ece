import type { Item } from 'prismarine-item'
import type { Registry } from '#knowledge/registry'
import { stacksOf } from '../windows/stacks.ts'

/** One entry of the loot table: its weight, its count and the largest share of durability left. */
interface Entry {
  readonly item: string
  readonly weight: number
  readonly count?: number
  readonly maxLeft?: number
}

/** Weight of each category. */
const FISH_WEIGHT = 85
const JUNK_WEIGHT = 10
const TREASURE_WEIGHT = 5

const FISH: readonly Entry[] = [
  { item: 'cod', weight: 60 },
  { item: 'salmon', weight: 25 },
  { item: 'tropical_fish', weight: 2 },
  { item: 'pufferfish', weight: 13 },
]

const LILY_PAD = 'lily_pad'
const LILY_PAD_AS_JUNK: Entry = { item: LILY_PAD, weight: 17 }
const LILY_PAD_AS_TREASURE: Entry = { item: LILY_PAD, weight: 1 }

/** Bamboo is left out: it is caught in jungles only. */
const JUNK: readonly Entry[] = [
  { item: 'leather_boots', weight: 10, maxLeft: 0.9 },
  { item: 'leather', weight: 10 },
  { item: 'bone', weight: 10 },
  { item: 'potion', weight: 10 },
  { item: 'string', weight: 5 },
  { item: 'fishing_rod', weight: 2, maxLeft: 0.9 },
  { item: 'bowl', weight: 10 },
  { item: 'stick', weight: 5 },
  { item: 'ink_sac', weight: 1, count: 10 },
  { item: 'tripwire_hook', weight: 10 },
  { item: 'rotten_flesh', weight: 10 },
]

/** The practice world has no enchantments. */
const TREASURE: readonly Entry[] = [
  { item: 'name_tag', weight: 1 },
  { item: 'saddle', weight: 1 },
  { item: 'bow', weight: 1, maxLeft: 0.25 },
  { item: 'fishing_rod', weight: 1, maxLeft: 0.25 },
  { item: 'enchanted_book', weight: 1 },
  { item: 'nautilus_shell', weight: 1 },
]

/**
 * Rolls a catch by the game's loot table `gameplay/fishing`, without enchantments.
 * @param openWater whether the bobber is in open water, which treasure requires from 1.16 on.
 */
export function rollCatch(registry: Registry, openWater: boolean, random: () => number): Item {
  // In 1.16 lily pads became junk, and treasure began to require open water.
  const isModern = registry.data.isNewerOrEqualTo('1.16')
  const sorts = [
    { weight: FISH_WEIGHT, entries: FISH },
    { weight: JUNK_WEIGHT, entries: isModern ? [LILY_PAD_AS_JUNK, ...JUNK] : JUNK },
  ]
  if (openWater || !isModern) {
    const entries = isModern ? TREASURE : [LILY_PAD_AS_TREASURE, ...TREASURE]
    sorts.push({ weight: TREASURE_WEIGHT, entries })
  }
  const { entries } = pick(sorts, random)
  // Nautilus shells exist from 1.13 on.
  const known = entries.filter(({ item }) => registry.hasItem(item))
  return makeStack(registry, pick(known, random), random)
}

function pick<Choice extends { readonly weight: number }>(
  choices: readonly Choice[],
  random: () => number,
): Choice {
  let left = random() * choices.reduce((sum, { weight }) => sum + weight, 0)
  for (const choice of choices) {
    left -= choice.weight
    if (left < 0) return choice
  }
  throw new Error('the loot table is empty')
}

function makeStack(
  registry: Registry,
  { item, count = 1, maxLeft }: Entry,
  random: () => number,
): Item {
  const stacks = stacksOf(registry)
  const stack = stacks.make(item, count)
  if (maxLeft === undefined) return stack
  const most = stack.maxDurability
  const wear = Math.floor((1 - random() * maxLeft) * most)
  return stacks.worn(stack, Math.min(most - 1, wear)) ?? stack
}
