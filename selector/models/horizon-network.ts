import { z } from 'zod'

const layerSchema = z.strictObject({
  /** One row per input, one column per unit. */
  weights: z.array(z.array(z.number())).min(1),
  biases: z.array(z.number()).min(1),
})

/** The layers of a feed-forward network with ReLU, from standardised features to the parameters of a mixture. */
export const networkSchema = z.array(layerSchema).min(1)

export type Layers = z.infer<typeof networkSchema>

/** Lower bound of scales, in log(1 + ticks): the likelihood of a horizon that never varies would be unbounded. */
export const MIN_SCALE = 0.02

/** Outputs of the last layer per component: weight, location and scale, before they are transformed to their ranges. */
export const OUTPUTS = 3
