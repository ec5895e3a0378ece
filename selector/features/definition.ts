import type { Observation } from '#goal/observation'
import type { Candidate } from '../selector.ts'
import type { ItemKind } from './item-kind.ts'

/** What a feature is told by. */
export interface Judged {
  readonly candidate: Candidate
  /** All candidates of the choice, this one among them. */
  readonly among: readonly Candidate[]
  readonly observation: Observation
  /** The item that the goal is for (the first, where there are several), and what sort of thing it is. */
  readonly item: string
  readonly kind: ItemKind
}

/** Lowest and highest value by unit; what is beyond counts as that. */
const BOUNDS = {
  /** 0 or 1. */
  flag: [0, 1],
  /** From none of something to all of it. */
  share: [0, 1],
  'log(1 + ticks)': [0, 12],
  'log(1 + blocks)': [0, 8],
  'log(1 + count)': [0, 8],
  /** Of estimates in ticks. */
  'log ratio': [-12, 12],
  blocks: [-256, 512],
  /** A cosine or a sine. */
  'part of a circle': [-1, 1],
  /** From 0 for none over wood and stone to 7. */
  tier: [0, 7],
} as const satisfies Readonly<Record<string, readonly [number, number]>>

export type Unit = keyof typeof BOUNDS

/** A feature and how it comes about. */
export interface Definition {
  readonly name: string
  readonly unit: Unit
  of(judged: Judged): number
}

/** The feature of a candidate: finite, within the bounds of its unit, with three decimals. */
export function featureValue({ unit, of }: Definition, judged: Judged): number {
  const [low, high] = BOUNDS[unit]
  const value = of(judged)
  if (Number.isNaN(value)) return low
  return Math.round(Math.min(high, Math.max(low, value)) * 1000) / 1000
}

/** One flag for each of some words, set where it is the word of a candidate. */
export function flags<Word extends string>(
  group: string,
  words: readonly Word[],
  wordOf: (judged: Judged) => Word | null,
): Definition[] {
  return words.map((word) => ({
    name: `${group}.${word}`,
    unit: 'flag',
    of: (judged) => Number(wordOf(judged) === word),
  }))
}

/** Whether something is so. */
export function flag(name: string, of: (judged: Judged) => boolean): Definition {
  return { name, unit: 'flag', of: (judged) => Number(of(judged)) }
}

/** Game ticks, 0 where there are none. */
export function ticks(name: string, of: Definition['of']): Definition {
  return { name, unit: 'log(1 + ticks)', of: (judged) => Math.log1p(of(judged)) }
}

/** A distance along the map or straight, where the nearer matters more than the farther. */
export function distance(name: string, of: Definition['of']): Definition {
  return { name, unit: 'log(1 + blocks)', of: (judged) => Math.log1p(of(judged)) }
}

/** How many there are of something. */
export function count(name: string, of: Definition['of']): Definition {
  return { name, unit: 'log(1 + count)', of: (judged) => Math.log1p(of(judged)) }
}

/** A height, or the difference of two. */
export function blocks(name: string, of: Definition['of']): Definition {
  return { name, unit: 'blocks', of }
}
