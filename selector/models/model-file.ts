import { z } from 'zod'
import { networkSchema } from './horizon-network.ts'

const countsSchema = z.strictObject({
  trials: z.number(),
  samples: z.number(),
  /** How many of the samples are of goals that were given up. */
  censored: z.number(),
})

/** How well horizons are predicted; see `evaluate.ts`. Null where there is nothing to tell it by. */
const scoresSchema = z.strictObject({
  samples: z.number(),
  reached: z.number(),
  negativeLogLikelihood: z.number().nullable(),
  coverage50: z.number().nullable(),
  coverage80: z.number().nullable(),
  rankCorrelation: z.number().nullable(),
  medianFactorOff: z.number().nullable(),
})

export type Scores = z.infer<typeof scoresSchema>

/** Where a model comes from and how good it is. It has no date: the same data and seed give the same file. */
const cardSchema = z.strictObject({
  /** What was played, as told by whoever trained it: tasks and seeds. */
  source: z.string(),
  training: countsSchema,
  heldOut: countsSchema,
  /** Of the split, the first weights and the order of samples. */
  seed: z.number(),
  library: z.string(),
  /** Passes over the training data until each net was at its best. */
  epochs: z.array(z.number()),
  /** Over the trials held out. */
  scores: scoresSchema,
})

export type ModelCard = z.infer<typeof cardSchema>

const inputSchema = z.strictObject({
  name: z.string(),
  mean: z.number(),
  deviation: z.number().positive(),
  /** Lowest and highest value in training. */
  low: z.number(),
  high: z.number(),
})

export type Input = z.infer<typeof inputSchema>

export const modelFileSchema = z.strictObject({
  featureVersion: z.number(),
  card: cardSchema,
  /** The feature that is the skill's estimate, and how horizons lie around it, in log(1 + ticks). */
  estimate: z.strictObject({ index: z.number(), shift: z.number(), scale: z.number().positive() }),
  inputs: z.array(inputSchema).min(1),
  networks: z.array(networkSchema).min(1),
  /** Kinds of choices that are less sure, or surer, than the nets have it; see `widths.ts`. */
  widths: z
    .array(z.strictObject({ feature: z.int().nonnegative(), factor: z.number().positive() }))
    .default([]),
})

/** A trained model, as it is kept. */
export type ModelFile = z.infer<typeof modelFileSchema>
