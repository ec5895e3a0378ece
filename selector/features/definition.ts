import type { Observation } from '#goal/observation'
import type { EstimatedCandidate } from '../selector.ts'
import type { ItemKind } from './item-kind.ts'

/** What a feature is computed from. */
export interface Judged {
  readonly candidate: EstimatedCandidate
  /** All candidates of the choice, this one among them. */
  readonly among: readonly EstimatedCandidate[]
  readonly observation: Observation
  /** The goal's item (the first of several) and its kind. */
  readonly item: string
  readonly kind: ItemKind
}

/** Lowest and highest value of each unit; features are clamped to them. */
const BOUNDS = {
  /** 0 or 1. */
  flag: [0, 1],
  /** Fraction of a maximum. */
  share: [0, 1],
  'log(1 + ticks)': [0, 12],
  'log(1 + blocks)': [0, 8],
  'log(1 + count)': [0, 8],
  /** Of two estimates. */
  'log ratio': [-12, 12],
  blocks: [-256, 512],
  /** A cosine or a sine. */
  'part of a circle': [-1, 1],
  /** 0 for no tool, 1 for wood, up to 7. */
  tier: [0, 7],
} as const satisfies Readonly<Record<string, readonly [number, number]>>

export type Unit = keyof typeof BOUNDS

/** A feature and its computation. */
export interface Definition {
  readonly name: string
  readonly unit: Unit
  of(judged: Judged): number
}

/** The value of a candidate's feature: finite, within the bounds of its unit, with three decimals. */
export function featureValue({ unit, of }: Definition, judged: Judged): number {
  const [low, high] = BOUNDS[unit]
  const value = of(judged)
  if (Number.isNaN(value)) return low
  return Math.round(Math.min(high, Math.max(low, value)) * 1000) / 1000
}

/** A one-hot encoding: a flag for each word, set for the candidate's word. */
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

/** A flag. */
export function flag(name: string, of: (judged: Judged) => boolean): Definition {
  return { name, unit: 'flag', of: (judged) => Number(of(judged)) }
}

/** A time in game ticks, on a log scale. */
export function ticks(name: string, of: Definition['of']): Definition {
  return { name, unit: 'log(1 + ticks)', of: (judged) => Math.log1p(of(judged)) }
}

/** A distance in blocks, on a log scale. */
export function distance(name: string, of: Definition['of']): Definition {
  return { name, unit: 'log(1 + blocks)', of: (judged) => Math.log1p(of(judged)) }
}

/** A count, on a log scale. */
export function count(name: string, of: Definition['of']): Definition {
  return { name, unit: 'log(1 + count)', of: (judged) => Math.log1p(of(judged)) }
}

/** A height or a difference of heights (blocks). */
export function blocks(name: string, of: Definition['of']): Definition {
  return { name, unit: 'blocks', of }
}
