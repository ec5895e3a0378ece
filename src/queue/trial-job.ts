import { z } from 'zod'
import { settingsSchema } from '#events/settings'
import { modelFlagsSchema } from '#llm/settings'
import { remoteProgressSchema } from '#trial/remote-progress'
import { resultSchema } from '#trial/result'

/**
 * What campaigns and workers say to each other by the queue. All of it is read by these schemas: whoever can write to Redis
 * could have written it.
 */

/** Before the names of all keys in Redis. */
export const PREFIX = 'delver'

/** Names of Redis's keys, of folders and of files: no separators, and nothing that leads out of a folder. */
const word = z.string().regex(/^\w[\w+.-]{0,199}$/)

/** What is shown on a terminal. */
const shown = z.string().regex(/^[\w +.-]{1,100}$/)

/** Name of the queue of those who play with one build: a job never comes to a worker that plays otherwise. */
export function queueName(build: string): string {
  return `trials-${build}`
}

/** Where the names of the builds are kept for which there are queues. */
export const BUILDS_KEY = `${PREFIX}:builds`

/** One trial on the queue. A model's key is not among it: the worker has that in its environment. */
export const trialJobSchema = z.strictObject({
  v: z.literal(1),
  /** What is to play, see `buildName`. */
  build: word,
  campaign: word,
  /** Name of the trial's folder in that of the campaign. */
  name: word,
  settings: settingsSchema,
  /** Of the language model; null without one. */
  model: modelFlagsSchema.nullable(),
  /** Hash of the file by which the selector predicts, where the settings name one. */
  selectorModel: word.nullable(),
  recording: z.boolean(),
  /** Longest wall-clock time for it (ms). */
  wallLimitMs: z.number().positive(),
  /** How its files come back: through Redis, or by a folder that both can reach. */
  files: z.enum(['redis', 'store']),
  /** Whether the campaign has a limit in dollars. */
  isPaid: z.boolean(),
})
export type TrialJob = z.infer<typeof trialJobSchema>

export function jobId({ campaign, name }: Pick<TrialJob, 'campaign' | 'name'>): string {
  return `${campaign}.${name}`
}
export const jobIdSchema = word

/** How far a trial is that a worker plays. */
const runningSchema = remoteProgressSchema.extend({ kind: z.literal('running') })
export type Running = z.infer<typeof runningSchema>

/** A trial that was played, and where its files are. */
export const finishSchema = z.strictObject({
  kind: z.literal('finish'),
  worker: remoteProgressSchema.shape.worker,
  result: resultSchema.extend({
    milestones: z.array(z.object({ name: shown, tick: z.int().nonnegative() })),
  }),
  /** Hash of its history, see `historyDigest`. */
  history: z.string().max(100),
  /** Names of its files on the way. */
  files: z.array(word).max(10),
  /** Files that were left out because they are too large (bytes). */
  leftOut: z.array(z.object({ name: z.string().max(100), bytes: z.int() })).max(10),
})
export type Finish = z.infer<typeof finishSchema>

/** What stands as progress in a job. */
export const progressSchema = z.discriminatedUnion('kind', [runningSchema, finishSchema])
