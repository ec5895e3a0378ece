import { z } from 'zod'
import { settingsSchema } from '#events/settings'
import { modelFlagsSchema } from '#llm/settings'

/** Exit code of a trial's process that cannot write its files; `EX_IOERR` of sysexits.h. */
export const CANNOT_WRITE = 74

/** A trial for a child process to play. It lacks the model's API key, which comes from the environment only. */
export const trialOrderSchema = z.strictObject({
  settings: settingsSchema,
  /** Options of the language model; null without one. */
  model: modelFlagsSchema.nullable(),
  /** Folder of the trial. */
  folder: z.string().min(1),
  /** Whether to write a recording. */
  recording: z.boolean(),
})
export type TrialOrder = z.infer<typeof trialOrderSchema>
