import { z } from 'zod'
import { BadAnswer, type Refusal, type ServerError, WebPage } from './api.ts'
import type { ModelFailure, ModelFailureKind } from './model.ts'
import { type SizeLimits, sizeLimitsIn } from './size-limits.ts'

/** The failure of one request to the server. */
export interface Failed {
  readonly ok: false
  readonly failure: ModelFailure
  /** Whether the same request may succeed later. */
  readonly passing: boolean
  /** The pause that the server asks for (ms); null for none. */
  readonly retryAfterMs: number | null
  /** The server's objection to the request itself; null for none. */
  readonly refusal: Refusal | null
  /** The size limits that the server reports; null when the size is not the problem. */
  readonly limits: SizeLimits | null
  /** Whether the answer is empty because thoughts used up its tokens. */
  readonly lacksRoom: boolean
}

const PASSING: ReadonlySet<ModelFailureKind> = new Set([
  'rate-limit',
  'server',
  'connection',
  'timeout',
  'empty',
  'bad-output',
])

export function failed(kind: ModelFailureKind, detail: string, rest: Partial<Failed> = {}): Failed {
  return {
    ok: false,
    failure: { kind, detail },
    passing: PASSING.has(kind),
    retryAfterMs: null,
    refusal: null,
    limits: null,
    lacksRoom: false,
    ...rest,
  }
}

/**
 * The failure behind an error that an API threw.
 * @param error the server's or the connection's; undefined for another kind of error.
 */
export function failureOf(thrown: unknown, error: ServerError | undefined): Failed {
  if (error) return failureOfServer(error)
  if (thrown instanceof WebPage) return failed('server', thrown.message)
  if (thrown instanceof BadAnswer) return failed('bad-output', thrown.message)
  if (thrown instanceof SyntaxError) return failed('bad-output', 'the answer is not JSON')
  // undici throws a TypeError when the connection ends within a body.
  if (thrown instanceof TypeError) return failed('connection', rootMessage(thrown))
  return failed('bad-output', thrown instanceof Error ? thrown.message : String(thrown))
}

function failureOfServer(error: ServerError): Failed {
  const { code, cause } = error
  const message = withoutPage(error.message)
  if (error.isTimeout) return failed('timeout', 'no answer in time')
  const retryAfterMs = retryAfter(error.headers)
  if (error.status === undefined && cause) return failed('connection', rootMessage(cause))
  // An error without a status was sent by the server within the stream.
  const status = error.status ?? statusOf(code)
  if (status === 401 || status === 403) return failed('auth', message)
  // No credit is left, which no pause changes.
  if (status === 402) return failed('rate-limit', message, { passing: false })
  if (status === 408) return failed('timeout', message)
  if (status === 429) {
    const passing = code !== 'insufficient_quota'
    return failed('rate-limit', message, { retryAfterMs, passing })
  }
  if (status >= 500) return failed('server', message, { retryAfterMs })
  const limits = sizeLimitsIn(message, code, windowIn(error.body))
  if (limits || status === 413)
    return failed('window', message, { limits: limits ?? { window: null, output: null } })
  // OpenRouter answers 404 when no provider of the model supports a feature.
  const objects = status === 400 || status === 422 || (status === 404 && / support /.test(message))
  return failed('rejected', message, {
    refusal: objects ? { message, parameter: error.parameter } : null,
  })
}

/** A message without the source of a web page, which proxies and wrong addresses send. */
function withoutPage(message: string): string {
  const start = message.search(/<(?:!doctype html|html|head|body)\b/i)
  if (start < 0) return message
  const title = /<title>([^<]*)/i.exec(message)?.[1]?.trim()
  return `${message.slice(0, start)}a web page${title ? ` "${title}"` : ''}, not an answer of the API; check --base-url`
}

/** The codes of errors within a stream that stand for a status other than 500. */
const STATUS_OF_CODE: ReadonlyMap<string, number> = new Map([
  ['rate_limit_exceeded', 429],
  ['rate_limit_error', 429],
  ['insufficient_quota', 429],
  ['context_length_exceeded', 400],
  ['invalid_prompt', 400],
  ['invalid_request_error', 400],
  ['authentication_error', 401],
  ['permission_error', 403],
  ['request_too_large', 413],
  ['billing_error', 402],
])

function statusOf(code: string | null): number {
  const number = Number(code ?? Number.NaN)
  if (number >= 400 && number < 600) return number
  return STATUS_OF_CODE.get(code ?? '') ?? 500
}

/** The window that llama.cpp names in a field of its errors. */
const bodySchema = z.object({ n_ctx: z.int().positive() })

function windowIn(body: unknown): number | null {
  return bodySchema.safeParse(body).data?.n_ctx ?? null
}

/** The message of an error's root cause, such as ECONNREFUSED. */
function rootMessage(error: Error): string {
  let root = error
  while (root.cause instanceof Error) root = root.cause
  const code = 'code' in root ? String(root.code) : ''
  return root.message.includes(code) ? root.message : `${root.message} (${code})`
}

/** The pause in `retry-after-ms` or `retry-after` (ms); null for none. */
function retryAfter(headers: Headers | undefined): number | null {
  const ms = Number(headers?.get('retry-after-ms') ?? Number.NaN)
  if (ms >= 0) return ms
  const after = headers?.get('retry-after')
  if (!after) return null
  const wait = Number.isNaN(Number(after)) ? Date.parse(after) - Date.now() : Number(after) * 1000
  return wait >= 0 ? wait : null
}
