import { createHash } from 'node:crypto'
import { z } from 'zod'
import { MAX_TRIAL_FILE_BYTES, readGuardedText } from '#wire/guarded-file'
import { MODEL_FAILURES } from './model.ts'
import type { TransportRequest } from './transport.ts'

/** Version of the format: one JSON object per line, in the order of the calls. */
const CASSETTE_VERSION = 1

const count = z.int().nonnegative()

const outcomeSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), text: z.string(), finishReason: z.string() }),
  z.object({
    ok: z.literal(false),
    failure: z.object({ kind: z.enum(MODEL_FAILURES), detail: z.string() }),
  }),
])

const lineSchema = z.object({
  v: z.literal(CASSETTE_VERSION),
  /** The model that was asked. */
  model: z.string().min(1),
  /** Key by which a replay finds the call. */
  hash: z.string(),
  /** For human readers; a replay uses the hash. */
  request: z.unknown(),
  reply: z.object({
    outcome: outcomeSchema,
    thoughts: z.string().default(''),
    usage: z.object({ inputTokens: count, outputTokens: count, estimated: z.boolean() }).nullable(),
    responseModel: z.string().nullable(),
    latencyMs: z.number().nonnegative(),
    attempts: count,
    droppedMessages: count,
  }),
})
export type CassetteLine = z.infer<typeof lineSchema>

/** Thrown for an unreadable cassette; the message is one line. */
export class CassetteError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CassetteError'
  }
}

/** A hash of what makes two requests equal; pinned messages and the model do not count. */
export function hashOf(request: TransportRequest): string {
  return createHash('sha256')
    .update(JSON.stringify(essence(request)))
    .digest('hex')
}

/** A line for the cassette, without its newline. */
export function cassetteLine(
  model: string,
  request: TransportRequest,
  reply: CassetteLine['reply'],
): string {
  const line: CassetteLine = {
    v: CASSETTE_VERSION,
    model,
    hash: hashOf(request),
    request: essence(request),
    reply,
  }
  return JSON.stringify(line)
}

/**
 * Reads the calls of a cassette, without a last line that was cut off.
 * @throws CassetteError
 */
export function readCassette(file: string): CassetteLine[] {
  const lines = contentOf(file).split('\n')
  lines.pop()
  if (lines.length === 0) throw new CassetteError(`the recording ${file} holds no calls`)
  return lines.map((line, index) => parseLine(line, `${file}:${index + 1}`))
}

function contentOf(file: string): string {
  try {
    const text = readGuardedText(file, MAX_TRIAL_FILE_BYTES)
    if (text !== null) return text
  } catch {
    // The error below names the file.
  }
  throw new CassetteError(`cannot read the recording ${file}`)
}

function parseLine(line: string, place: string): CassetteLine {
  try {
    return lineSchema.parse(JSON.parse(line))
  } catch {
    throw new CassetteError(`${place} is not a recorded call`)
  }
}

/** The request with its fields in a fixed order. */
function essence(request: TransportRequest) {
  const { purpose, messages, schema, maxOutputTokens, temperature, stop } = request
  return {
    purpose,
    messages: messages.map(({ role, content }) => ({ role, content })),
    schema,
    maxOutputTokens,
    temperature,
    ...(stop.length > 0 && { stop }),
  }
}
