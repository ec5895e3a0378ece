import { isIP } from 'node:net'
import { Redis } from 'ioredis'
import { SystemError, UsageError } from '#trial/errors'
import { plainText } from '#wire/plain-text'
import { addressText, type QueueAddress } from './address.ts'

/** Longest pause between two attempts to connect (ms). */
const MAX_PAUSE_MS = 2000

/** Interval of keep-alive probes, which detect a dead connection (ms). */
const KEEP_ALIVE_MS = 10_000

/** Error codes of Node for an untrusted certificate. */
const NOT_TRUSTED = /^(ERR_TLS_CERT|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(GET|VERIFY))/

const REASON_LENGTH = 200

/** Errors of Redis that reject the user or the password. */
const ACCESS_DENIED =
  /^(NOAUTH|WRONGPASS|NOPERM|ERR (AUTH|Client sent AUTH|invalid password|invalid username))/

export interface LinkListener {
  /** One line each time the connection to Redis is lost or restored. */
  onNotice(line: string): void
  /** The connection is restored. */
  onBack?(): void
}

/**
 * Opens a connection to Redis that reconnects without limit while commands wait. BullMQ duplicates it for its own
 * connections.
 * @throws UsageError when Redis denies access, or its certificate is not trusted.
 * @throws SystemError when the signal fires first.
 */
export async function openLink(
  address: QueueAddress,
  { onNotice, onBack }: LinkListener,
  signal: AbortSignal,
): Promise<Redis> {
  const where = addressText(address)
  const redis = new Redis({
    host: address.host,
    port: address.port,
    db: address.db,
    ...(address.username !== null && { username: address.username }),
    ...(address.password !== null && { password: address.password.reveal() }),
    // Node checks the certificate; NODE_EXTRA_CA_CERTS adds certificate authorities.
    ...(address.tls && { tls: isIP(address.host) ? {} : { servername: address.host } }),
    lazyConnect: true,
    keepAlive: KEEP_ALIVE_MS,
    // BullMQ's workers require that commands never time out.
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(100 * times, MAX_PAUSE_MS),
  })
  let isAway = false
  let wasThere = false
  const lose = (reason: string) => {
    if (isAway) return
    isAway = true
    const state = wasThere
      ? `Redis at ${where} is unavailable; waiting for it`
      : `waiting for Redis at ${where}`
    onNotice(`${state} (${reason})`)
  }
  const { promise: shutOut, reject } = Promise.withResolvers<never>()
  shutOut.catch(() => {})
  redis.on('error', (error: Error) => {
    const reason = plainText(error.message, REASON_LENGTH)
    if (ACCESS_DENIED.test(error.message))
      reject(
        new UsageError(
          `Redis at ${where} denies access (${reason}); check the user in the URL, and DELVER_QUEUE_PASSWORD`,
        ),
      )
    const code = reasonOf(error)
    if (NOT_TRUSTED.test(code))
      reject(
        new UsageError(
          `the certificate of Redis at ${where} is not trusted (${code}); set NODE_EXTRA_CA_CERTS=FILE to trust its authority`,
        ),
      )
    lose(code || reason)
  })
  // A broken connection emits an error first; a connection that the server closes in good order does not.
  redis.on('close', () => {
    if (wasThere && redis.status !== 'end') lose('closed')
  })
  redis.on('ready', () => {
    if (isAway) onNotice(`Redis at ${where} is available`)
    isAway = false
    if (wasThere) onBack?.()
    wasThere = true
  })
  // A failed attempt is handled by the error event above, and attempts continue.
  redis.connect().catch(() => {})
  const ready = new Promise<void>((resolve) => redis.once('ready', resolve))
  const stopped = new Promise<never>((_, stop) => {
    const leave = () => stop(new SystemError(`stopped while waiting for Redis at ${where}`))
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
  })
  stopped.catch(() => {})
  try {
    await Promise.race([ready, shutOut, stopped])
    return redis
  } catch (error) {
    redis.disconnect()
    throw error
  }
}

function reasonOf(error: Error): string {
  return (error as NodeJS.ErrnoException).code ?? ''
}
