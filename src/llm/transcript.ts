import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { MAX_TRIAL_FILE_BYTES, RefusedFile, readGuardedText } from '#wire/guarded-file'
import { type ChatMessage, MESSAGE_ROLES, MODEL_FAILURES } from './model.ts'
import type { Reading } from './reading.ts'
import type { TransportRequest } from './transport.ts'

/** Name of the transcript in a trial's folder: one JSON object per line, in the order of the calls. */
export const TRANSCRIPT_FILE = 'llm.jsonl'
/** Version of the format. */
export const TRANSCRIPT_VERSION = 2

/** Longest message, answer and thought (characters). A client returns no longer answer. */
export const MAX_MESSAGE = 40_000
export const MAX_ANSWER = 100_000
/** Longest reading of an answer (characters). */
const MAX_READING = 10_000

const count = z.int().nonnegative()
const answer = z.string().max(MAX_ANSWER)

const callSchema = z
  .object({ id: z.string(), name: z.string(), arguments: answer, extra: z.unknown().optional() })
  .readonly()
const signedSchema = z.array(z.record(z.string(), z.unknown()))

const messageSchema = z.object({
  role: z.enum(MESSAGE_ROLES),
  content: z.string(),
  calls: z.array(callSchema).optional(),
  callId: z.string().optional(),
})
type TranscriptMessage = z.infer<typeof messageSchema>

const outcomeSchema = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    text: answer,
    calls: z.array(callSchema).default([]),
    signedThoughts: signedSchema.default([]),
    finishReason: z.string(),
  }),
  z.object({
    ok: z.literal(false),
    failure: z.object({ kind: z.enum(MODEL_FAILURES), detail: z.string() }),
  }),
])

const readingSchema = z.object({ text: z.string(), problem: z.string().nullable() })

/** A reading as a transcript holds it. */
export function boundedReading({ text, problem }: Reading): Reading {
  return { text: text.slice(0, MAX_READING), problem: problem?.slice(0, MAX_READING) ?? null }
}

const lineSchema = z.object({
  v: z.literal(TRANSCRIPT_VERSION),
  /** Number of the call, from 1. */
  call: z.int().positive(),
  purpose: z.string().min(1),
  /** The part of the strategy whose own model was asked; null for the main model. */
  role: z.string().nullable(),
  /** The model that was asked. */
  model: z.string().min(1),
  /** Key by which a replay finds the call. */
  hash: z.string(),
  /** The call with whose first `kept` messages this one begins; null for none. */
  since: z.int().positive().nullable(),
  kept: count,
  /** The messages after those. */
  messages: z.array(messageSchema),
  /** Whether the answer was requested by a JSON schema. */
  structured: z.boolean(),
  /** The names of the tools that were offered. */
  tools: z.array(z.string()).default([]),
  maxOutputTokens: count,
  temperature: z.number().nullable(),
  reply: z.object({
    outcome: outcomeSchema,
    thoughts: z.string().max(MAX_ANSWER),
    usage: z
      .object({
        inputTokens: count,
        outputTokens: count,
        cachedTokens: count.optional(),
        cacheWriteTokens: count.optional(),
        reasoningTokens: count.optional(),
        estimated: z.boolean(),
      })
      .nullable(),
    responseModel: z.string().nullable(),
    latencyMs: z.number().nonnegative(),
    attempts: count,
    droppedMessages: count,
    maxOutputTokens: count.nullable(),
  }),
  /** How the answer was read; null where there was no answer, or no parser. */
  reading: readingSchema.nullable(),
})
export type TranscriptLine = z.infer<typeof lineSchema>

/** Thrown for an unreadable transcript; the message is one line. */
export class TranscriptError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'TranscriptError'
  }
}

/** A message as a transcript holds it: without what matters to the server alone. */
export function transcribed({ role, content, calls, callId }: ChatMessage): TranscriptMessage {
  return {
    role,
    content,
    ...(calls && {
      calls: calls.map(({ id, name, arguments: given }) => ({ id, name, arguments: given })),
    }),
    ...(callId !== undefined && { callId }),
  }
}

/** A hash of what makes two requests equal; pinned messages and the model do not count. */
export function hashOf(request: TransportRequest): string {
  const { purpose, messages, schema, tools, maxOutputTokens, temperature, stop } = request
  const essence = {
    purpose,
    messages: messages.map(transcribed),
    schema,
    maxOutputTokens,
    temperature,
    ...(stop.length > 0 && { stop }),
    ...(tools.length > 0 && { tools }),
  }
  return createHash('sha256').update(JSON.stringify(essence)).digest('hex')
}

/**
 * Reads the calls of a transcript, without a last line that was cut off.
 * @param path a transcript, or a trial's folder.
 * @throws TranscriptError
 */
export function readTranscript(path: string): TranscriptLine[] {
  const file = isFolder(path) ? join(path, TRANSCRIPT_FILE) : path
  const lines = contentOf(file).split('\n')
  lines.pop()
  if (lines.length === 0) throw new TranscriptError(`the transcript ${file} holds no calls`)
  return lines.map((line, index) => parseLine(line, `${file}:${index + 1}`))
}

/** One line of a transcript; null when it is not a recorded call. */
export function transcriptLine(line: string): TranscriptLine | null {
  try {
    return lineSchema.safeParse(JSON.parse(line)).data ?? null
  } catch {
    return null
  }
}

/** The whole dialogue of a call. */
export function messagesOf(
  lines: readonly TranscriptLine[],
  line: TranscriptLine,
): readonly TranscriptMessage[] {
  const before = lines.find(({ call }) => call === line.since && call < line.call)
  const kept = before ? messagesOf(lines, before).slice(0, line.kept) : []
  return [...kept, ...line.messages]
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function contentOf(file: string): string {
  try {
    const text = readGuardedText(file, MAX_TRIAL_FILE_BYTES)
    if (text !== null) return text
  } catch (error) {
    if (error instanceof RefusedFile)
      throw new TranscriptError(`cannot read the transcript: ${error.message}`)
  }
  throw new TranscriptError(`cannot read the transcript ${file}`)
}

function parseLine(line: string, place: string): TranscriptLine {
  const call = transcriptLine(line)
  if (!call) throw new TranscriptError(`${place} is not a recorded call`)
  return call
}
