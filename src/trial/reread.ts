import { registryFor } from '#knowledge/registry'
import type { Reading } from '#llm/reading'
import { boundedReading, readTranscript, type TranscriptLine } from '#llm/transcript'
import { readEvents } from './event-log.ts'
import { transcriptReader } from './transcript-reader.ts'
import { DEFAULT_VERSION } from './trial-start.ts'

/** An answer that today's parser reads in another way than the trial did. */
export interface RereadChange {
  /** Number of the call, from 1. */
  readonly call: number
  readonly purpose: string
  readonly before: Reading
  readonly now: Reading
}

export interface Reread {
  /** Number of answers that a parser read. */
  readonly answers: number
  readonly changes: readonly RereadChange[]
}

/**
 * Reads the stored answers of a trial again, without a model.
 * @throws TranscriptError when the folder has no readable transcript.
 * @throws Error when its log is not readable.
 */
export function reread(folder: string): Reread {
  const lines = readTranscript(folder)
  const [start] = readEvents(folder)
  if (start?.type !== 'trial-start')
    throw new Error(`the log in ${folder} does not begin with trial-start`)
  const { settings } = start
  const read = transcriptReader(registryFor(settings.version ?? DEFAULT_VERSION), settings)
  const pairs = lines.flatMap((line) => {
    const now = line.reading && readAgain(line, read)
    return line.reading && now ? [{ line, before: line.reading, now }] : []
  })
  const changes = pairs
    .filter(({ before, now }) => before.text !== now.text || before.problem !== now.problem)
    .map(({ line: { call, purpose }, before, now }) => ({ call, purpose, before, now }))
  return { answers: pairs.length, changes }
}

function readAgain(
  { purpose, structured, reply: { outcome } }: TranscriptLine,
  read: ReturnType<typeof transcriptReader>,
): Reading | null {
  if (!outcome.ok) return null
  const { text, calls, finishReason } = outcome
  const answer = { purpose, text, calls, isStructured: structured }
  const reading = read({ ...answer, isCutOff: finishReason === 'length' })
  return reading && boundedReading(reading)
}
