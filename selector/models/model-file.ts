import { z } from 'zod'
import { networkSchema } from './horizon-network.ts'

const countsSchema = z.strictObject({
  trials: z.number(),
  samples: z.number(),
  /** Number of samples whose goal the agent gave up. */
  censored: z.number(),
})

/** Scores of the predictions; see `evaluate.ts`. Null where there are too few samples for one. */
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

/** The origin and quality of a model. It has no date, so that the same data and seed give the same file. */
const cardSchema = z.strictObject({
  /** Tasks and seeds of the training trials, as free text. */
  source: z.string(),
  /** The agents that played them, by `agentName`; none for a model from before agents had names. */
  agents: z.array(z.string()).default([]),
  training: countsSchema,
  heldOut: countsSchema,
  /** Seed of the split, the initial weights and the order of samples. */
  seed: z.number(),
  library: z.string(),
  /** Best epoch of each network. */
  epochs: z.array(z.number()),
  /** On the held-out trials. */
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
  /** Index of the skill's estimate among the features, and the distribution of horizons around it, in log(1 + ticks). */
  estimate: z.strictObject({ index: z.number(), shift: z.number(), scale: z.number().positive() }),
  inputs: z.array(inputSchema).min(1),
  networks: z.array(networkSchema).min(1),
  /** Corrections of the networks' uncertainty for some kinds of choices; see `widths.ts`. */
  widths: z
    .array(z.strictObject({ feature: z.int().nonnegative(), factor: z.number().positive() }))
    .default([]),
})

/** The content of a model file. */
export type ModelFile = z.infer<typeof modelFileSchema>
