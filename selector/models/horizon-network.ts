import { z } from 'zod'

const layerSchema = z.strictObject({
  /** A row for each input, a column for each unit. */
  weights: z.array(z.array(z.number())).min(1),
  biases: z.array(z.number()).min(1),
})

/**
 * A feed-forward net with rectified linear units that gives a mixture for a state and a goal: layers from the
 * standardised features to the distribution.
 */
export const networkSchema = z.array(layerSchema).min(1)

export type Layers = z.infer<typeof networkSchema>

/** No component is narrower than this, in log(1 + ticks): what always takes as long would else have no likelihood. */
export const LEAST_SCALE = 0.02

/** Numbers that the last layer gives for each component: weight, location and scale, before they are put in bounds. */
export const OUTPUTS = 3
