import type { Readable, Writable } from 'node:stream'
import { delverVersion } from '#trial/versions'
import { plainJson, plainText } from '#wire/plain-text'
import { Episodes, type EpisodesOptions } from './episodes.ts'
import { linesOf, MAX_LINE } from './lines.ts'
import { type EnvReply, errorReply } from './replies.ts'
import { type EnvRequest, requestSchema } from './requests.ts'

/** The version of the protocol: it changes when a client has to. */
const PROTOCOL = 1

const MESSAGE_LENGTH = 300

export interface EnvStreams {
  readonly input: Readable
  readonly output: Writable
  readonly signal: AbortSignal
}

/**
 * Serves one environment by lines of JSON: a line of the client, a line of answer, in this order. It ends with `close`, the
 * end of the input, or the signal.
 */
export async function serveEnv(
  options: EpisodesOptions,
  { input, output, signal }: EnvStreams,
): Promise<void> {
  const episodes = new Episodes(options)
  const write = (value: object) => void output.write(`${plainJson(value)}\n`)
  const stop = () => {
    episodes.stop()
    input.destroy()
  }
  // A client that is gone reads no answers.
  output.on('error', stop)
  signal.addEventListener('abort', stop, { once: true })
  write({ type: 'ready', protocol: PROTOCOL, delver: delverVersion() })
  try {
    for await (const line of linesOf(input)) {
      if (line !== null && line.trim() === '') continue
      const read = readRequest(line)
      if (!read.ok) {
        write(withId(errorReply('bad-request', read.message), read.id))
        continue
      }
      const { request } = read
      if (request.type === 'close') {
        await episodes.close()
        write(withId({ type: 'closed' }, request.id))
        return
      }
      const reply =
        request.type === 'reset' ? await episodes.reset(request) : await episodes.answer(request)
      write(withId(reply, request.id))
    }
  } catch (error) {
    if (!signal.aborted && !input.destroyed) throw error
  } finally {
    signal.removeEventListener('abort', stop)
    await episodes.close()
  }
}

type Id = EnvRequest['id']

type ReadRequest =
  | { readonly ok: true; readonly request: EnvRequest }
  | { readonly ok: false; readonly message: string; readonly id: Id }

function readRequest(line: string | null): ReadRequest {
  if (line === null) return wrong(`the line is longer than ${MAX_LINE} characters`)
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return wrong('the line is not JSON')
  }
  const parsed = requestSchema.safeParse(value)
  if (parsed.success) return { ok: true, request: parsed.data }
  const [issue] = parsed.error.issues
  const place = issue?.path.join('.') ?? ''
  return wrong(`${place ? `${place}: ` : ''}${issue?.message ?? 'no request'}`, idOf(value))
}

function wrong(message: string, id?: Id): ReadRequest {
  return { ok: false, message: plainText(message, MESSAGE_LENGTH), id }
}

/** The id of a request that is wrong otherwise. */
function idOf(value: unknown): Id {
  if (typeof value !== 'object' || value === null || !('id' in value)) return undefined
  const { id } = value
  if (typeof id === 'string') return id.slice(0, 64)
  return typeof id === 'number' ? id : undefined
}

function withId(reply: EnvReply, id: Id): object {
  return id === undefined ? reply : { id, ...reply }
}
