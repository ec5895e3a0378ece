import { z } from 'zod'
import { settingsSchema } from '#events/settings'
import type { EpisodeReply, ResetReply } from './replies.ts'

/** The trial that a process plays as its next episode. */
export const episodeOrderSchema = z.strictObject({
  type: z.literal('order'),
  settings: settingsSchema,
  /** Folder of the trial's log. */
  folder: z.string().min(1),
  /** Whether the folder stays after the episode. */
  isKept: z.boolean(),
})
export type EpisodeOrder = z.infer<typeof episodeOrderSchema>

/** What the process of an episode answers. */
export interface EpisodeMessage {
  readonly reply: ResetReply | EpisodeReply
  /** Whether the process can play another episode; null while this one continues. */
  readonly isReusable: boolean | null
}
