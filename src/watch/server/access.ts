import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'

const TOKEN_BYTES = 16
const NAME_BYTES = 4

/** Names of this machine that a page on it goes by. */
const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]']

const NO_TOKEN = 'the address needs the ?token= that the command has printed\n'
const WRONG_HOST = 'open the page by the address that the command has printed\n'

/** Whether only this machine can reach an address that is listened on. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

/**
 * Who may see the page. On this machine: whoever asks for it by one of the machine's own names, so
 * that no page from elsewhere can have its name lead here. From other machines: who has the token.
 */
export class Access {
  /** What must be in the address of the first request; null on this machine. */
  readonly token: string | null
  /** Turns away all others. */
  readonly guard = createMiddleware(async (c, next) => {
    if (!this.#admits(c)) return c.text(this.token ? NO_TOKEN : WRONG_HOST, 403)
    return next()
  })
  readonly #host: string
  /** A name of its own: cookies do not tell the ports of a machine apart. */
  readonly #cookie = `delver-${randomBytes(NAME_BYTES).toString('hex')}`

  /** @param host the address that is listened on. */
  constructor(host: string) {
    this.#host = host
    this.token = isLoopback(host) ? null : randomBytes(TOKEN_BYTES).toString('hex')
  }

  /** Whether a request is let in; if by the address, a cookie lets in those that follow. */
  #admits(c: Context): boolean {
    if (!this.token) return this.#isLocal(c.req.header('host'))
    if (isSame(c.req.query('token'), this.token)) {
      setCookie(c, this.#cookie, this.token, { httpOnly: true, sameSite: 'Strict' })
      return true
    }
    return isSame(getCookie(c, this.#cookie), this.token)
  }

  #isLocal(header = ''): boolean {
    const name = header.replace(/:\d+$/, '').toLowerCase()
    return LOCAL_NAMES.includes(name) || name === this.#host
  }
}

/** Compares in a time that says nothing of how much is right. */
function isSame(given = '', wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted))
}
