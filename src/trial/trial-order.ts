import { z } from 'zod'
import { settingsSchema } from '#events/settings'
import { modelFlagsSchema } from '#llm/settings'

/** Exit code of a trial's process that could not write its files; `EX_IOERR` of sysexits.h. */
export const CANNOT_WRITE = 74

/**
 * All that a process is told of a trial that it is to play. A model's key is not among it: that comes
 * from the environment alone.
 */
export const trialOrderSchema = z.strictObject({
  settings: settingsSchema,
  /** Of the language model; null without one. */
  model: modelFlagsSchema.nullable(),
  /** Folder of the trial. */
  folder: z.string().min(1),
  /** Whether to write a recording of what there is to see. */
  recording: z.boolean(),
})
export type TrialOrder = z.infer<typeof trialOrderSchema>
