import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

const TOKEN_BYTES = 16
const NAME_BYTES = 4

/** Names of this machine that a page on it goes by. */
const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]']

/** Whether only this machine can reach an address that is listened on. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

/**
 * Who may see the page. On this machine: whoever asks for it by one of the machine's own names, so
 * that no page from elsewhere can have its name lead here. From other machines: who has the token.
 */
export class Access {
  /** What must be in the address of the first request; null on this machine. */
  readonly token: string | null
  readonly #host: string
  /** A name of its own: cookies do not tell the ports of a machine apart. */
  readonly #cookie = `delver-${randomBytes(NAME_BYTES).toString('hex')}`

  /** @param host the address that is listened on. */
  constructor(host: string) {
    this.#host = host
    this.token = isLoopback(host) ? null : randomBytes(TOKEN_BYTES).toString('hex')
  }

  /** Whether a request is let in; if by the address, a cookie lets in those that follow. */
  admits(request: IncomingMessage, url: URL, response: ServerResponse): boolean {
    if (!this.token) return this.#isLocal(request.headers.host)
    const given = url.searchParams.get('token')
    if (given !== null && isSame(given, this.token)) {
      const kept = `${this.#cookie}=${this.token}; Path=/; HttpOnly; SameSite=Strict`
      response.setHeader('set-cookie', kept)
      return true
    }
    const kept = cookie(request, this.#cookie)
    return kept !== undefined && isSame(kept, this.token)
  }

  #isLocal(header = ''): boolean {
    const name = header.replace(/:\d+$/, '').toLowerCase()
    return LOCAL_NAMES.includes(name) || name === this.#host
  }
}

/** Value of a cookie; undefined where there is none. */
function cookie({ headers }: IncomingMessage, wanted: string): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  return pairs.find(([name]) => name === wanted)?.[1]
}

/** Compares in a time that says nothing of how much is right. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
