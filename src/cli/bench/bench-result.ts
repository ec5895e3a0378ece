import { gunzipSync, gzipSync } from 'node:zlib'
import { z } from 'zod'
import { modelFlagsSchema } from '#llm/settings'
import { writeAtomically } from '#trial/atomic-file'
import { UsageError } from '#trial/errors'
import { MAX_TRIAL_FILE_BYTES, readGuardedText } from '#wire/guarded-file'

/** Version of the format. */
const RESULT_VERSION = 1
/** Largest transcript of one trial (bytes). */
const MAX_TRANSCRIPT = 64 * 1024 * 1024

const count = z.int().nonnegative()
const text = z.string().min(1).max(200)

const partSchema = z.strictObject({
  successes: count,
  trials: count,
  /** Number of trials of the suite; more than `trials` while some are missing. */
  total: count,
  calls: z.number().nonnegative(),
  inputTokens: z.number().nonnegative(),
  outputTokens: z.number().nonnegative(),
  /** Null where the price is unknown. */
  dollars: z.number().nonnegative().nullable(),
})
export type PartResult = Readonly<z.infer<typeof partSchema>>

const trialSchema = z.strictObject({
  part: text,
  task: text,
  seed: z.int(),
  success: z.boolean(),
  /** Hash of the trial's events without wall-clock times, and without the settings in its first line. */
  history: z.string().regex(/^[0-9a-f]{64}$/),
  /** The model's calls, as gzip in base64: a replay needs no model. */
  transcript: z.base64(),
})
export type BenchTrial = Readonly<z.infer<typeof trialSchema>>

/** All tasks of a part of TextCraft, which share one transcript. */
const gamesSchema = z.strictObject({
  part: text,
  tasks: z
    .array(z.strictObject({ id: z.int(), solved: z.boolean(), calls: count }))
    .max(10_000)
    .readonly(),
  transcript: z.base64(),
})
export type BenchGames = Readonly<z.infer<typeof gamesSchema>>

/** The options of a model that a replay needs: they are part of its requests, or end its trials. */
const optionsSchema = modelFlagsSchema.pick({
  contextTokens: true,
  maxOutputTokens: true,
  temperature: true,
  reasoningEffort: true,
  maxCalls: true,
  maxTokens: true,
})
export type ReplayedOptions = z.infer<typeof optionsSchema>

const modelSchema = z.strictObject({
  model: text,
  /** Host name of its server; null for the null model. */
  server: text.nullable(),
  parts: z.record(text, partSchema),
  trials: z.array(trialSchema).readonly(),
  games: z.array(gamesSchema).readonly().default([]),
  options: optionsSchema.default({}),
})
export type BenchModel = Readonly<z.infer<typeof modelSchema>>

const resultSchema = z.strictObject({
  v: z.literal(RESULT_VERSION),
  suite: text,
  /** Version of Delver. */
  delver: text,
  models: z.array(modelSchema).readonly(),
})
export type BenchResult = Readonly<z.infer<typeof resultSchema>>

/** @throws SystemError */
export function writeBenchResult(file: string, result: Omit<BenchResult, 'v'>): void {
  writeAtomically(file, `${JSON.stringify({ v: RESULT_VERSION, ...result })}\n`)
}

/** Reads a result, which may come from others. @throws UsageError */
export function readBenchResult(file: string): BenchResult {
  let found: string | null
  try {
    found = readGuardedText(file, MAX_TRIAL_FILE_BYTES)
  } catch (error) {
    throw new UsageError(`cannot read ${file} (${(error as Error).message})`)
  }
  if (found === null) throw new UsageError(`there is no file ${file}`)
  const read = resultSchema.safeParse(parsed(found))
  if (!read.success)
    throw new UsageError(`${file} is not a result of delver bench, or of another version`)
  return read.data
}

/** What a replay needs of a model's options. */
export function replayedOptions(options: object): ReplayedOptions {
  return optionsSchema.strip().parse(options)
}

export function packed(transcript: string): string {
  return gzipSync(transcript).toString('base64')
}

/** @throws Error for damaged or oversized data. */
export function unpacked(transcript: string): string {
  return gunzipSync(Buffer.from(transcript, 'base64'), {
    maxOutputLength: MAX_TRANSCRIPT,
  }).toString()
}

function parsed(found: string): unknown {
  try {
    return JSON.parse(found)
  } catch {
    return null
  }
}
