import { z } from 'zod'
import { settingsSchema } from '#events/settings'
import { modelFlagsSchema } from '#llm/settings'
import { remoteProgressSchema } from '#trial/remote-progress'
import { remoteResultSchema } from '#trial/result'

/**
 * The messages that campaigns and workers exchange through the queue. Anybody who can write to Redis can write them, so all
 * of them are checked by these schemas.
 */

/** Prefix of all keys in Redis. */
export const PREFIX = 'delver'

/** A name of a Redis key, folder or file: it has no separator and cannot lead out of a folder. */
const word = z.string().regex(/^\w[\w+.-]{0,199}$/)

/** Name of the queue of one build; a worker of another build never gets its jobs. */
export function queueName(build: string): string {
  return `trials-${build}`
}

/** Redis key with the names of the builds that have queues. */
export const BUILDS_KEY = `${PREFIX}:builds`

/** One trial on the queue, without API keys, which a worker has in its environment. */
export const trialJobSchema = z.strictObject({
  v: z.literal(1),
  /** The build that must play the trial, see `buildName`. */
  build: word,
  campaign: word,
  /** Name of the trial's folder in that of the campaign. */
  name: word,
  settings: settingsSchema,
  /** Options of the language model; null without one. */
  model: modelFlagsSchema.nullable(),
  /** Hash of the selector model's file, when the settings name one. */
  selectorModel: word.nullable(),
  recording: z.boolean(),
  /** Limit of wall-clock time (ms). */
  wallLimitMs: z.number().positive(),
  /** How its files come back: through Redis or a shared folder. */
  files: z.enum(['redis', 'store']),
  /** Whether the campaign has a limit in dollars. */
  isPaid: z.boolean(),
})
export type TrialJob = z.infer<typeof trialJobSchema>

export function jobId({ campaign, name }: Pick<TrialJob, 'campaign' | 'name'>): string {
  return `${campaign}.${name}`
}
export const jobIdSchema = word

/** Progress of a running trial. */
const runningSchema = remoteProgressSchema.extend({ kind: z.literal('running') })
export type Running = z.infer<typeof runningSchema>

/** A finished trial and its files. */
export const finishSchema = z.strictObject({
  kind: z.literal('finish'),
  worker: remoteProgressSchema.shape.worker,
  result: remoteResultSchema,
  /** Hash of its history, see `historyDigest`. */
  history: z.string().max(100),
  /** Names of its files in the store. */
  files: z.array(word).max(10),
  /** Files that are too large for the store (bytes). */
  leftOut: z.array(z.object({ name: z.string().max(100), bytes: z.int() })).max(10),
})
export type Finish = z.infer<typeof finishSchema>

/** The progress field of a job. */
export const progressSchema = z.discriminatedUnion('kind', [runningSchema, finishSchema])
