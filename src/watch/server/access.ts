import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { isLoopback, isSameSecret, namesThisMachine } from '#wire/loopback'

const TOKEN_BYTES = 16
const NAME_BYTES = 4

const NO_TOKEN = 'forbidden: open the address that the command printed, with its ?token=\n'
const WRONG_HOST = 'forbidden: open the address that the command printed\n'

/**
 * Decides who may see the page. A loopback server accepts requests for one of the machine's own names, which
 * stops DNS rebinding by pages of other sites. Any other server requires the token.
 */
export class Access {
  /** The token that the first request must contain; null for a loopback server. */
  readonly token: string | null
  /** Rejects every request that is not allowed. */
  readonly guard = createMiddleware(async (c, next) => {
    if (!this.#admits(c)) return c.text(this.token ? NO_TOKEN : WRONG_HOST, 403)
    return next()
  })
  readonly #host: string
  /** Unique per server, because servers on different ports of a machine share cookies. */
  readonly #cookie = `delver-${randomBytes(NAME_BYTES).toString('hex')}`

  /** @param host the address that the server listens on. */
  constructor(host: string) {
    this.#host = host
    this.token = isLoopback(host) ? null : randomBytes(TOKEN_BYTES).toString('hex')
  }

  /** Whether a request is allowed. A token in the address sets a cookie for later requests. */
  #admits(c: Context): boolean {
    if (!this.token) return namesThisMachine(c.req.header('host'), this.#host)
    if (isSameSecret(c.req.query('token'), this.token)) {
      setCookie(c, this.#cookie, this.token, { httpOnly: true, sameSite: 'Strict' })
      return true
    }
    return isSameSecret(getCookie(c, this.#cookie), this.token)
  }
}
