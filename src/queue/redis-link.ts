import { isIP } from 'node:net'
import { Redis } from 'ioredis'
import { SystemError } from '#trial/system-error'
import { UsageError } from '#trial/usage-error'
import { plainText } from '#wire/plain-text'
import { addressText, type QueueAddress } from './address.ts'

/** Longest pause between two tries to connect (ms). */
const MOST_PAUSE_MS = 2000

/** How often a connection that stands is tried, so that one that broke without a sign is noticed (ms). */
const KEEP_ALIVE_MS = 10_000

/** Codes of errors by which Node tells of a certificate that it does not trust. */
const NOT_TRUSTED = /^(ERR_TLS_CERT|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(GET|VERIFY))/

const REASON_LENGTH = 200

/** What Redis says to somebody whom it does not let in. */
const SHUT_OUT =
  /^(NOAUTH|WRONGPASS|NOPERM|ERR (AUTH|Client sent AUTH|invalid password|invalid username))/

export interface LinkListener {
  /** Redis cannot be reached, or is again: one line each time that this changes. */
  onNotice(line: string): void
  /** It is there again after it was away. */
  onBack?(): void
}

/**
 * Opens a connection to Redis that comes back by itself for as long as it takes; commands wait meanwhile. BullMQ makes others
 * after its model.
 * @throws UsageError when Redis does not let us in, or its certificate is not to be trusted.
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
    // The certificate is checked as any other; NODE_EXTRA_CA_CERTS names further authorities.
    ...(address.tls && { tls: isIP(address.host) ? {} : { servername: address.host } }),
    lazyConnect: true,
    keepAlive: KEEP_ALIVE_MS,
    // As BullMQ's workers need it: a command is never given up.
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(100 * times, MOST_PAUSE_MS),
  })
  let isAway = false
  let wasThere = false
  const lose = (reason: string) => {
    if (isAway) return
    isAway = true
    const state = wasThere
      ? `Redis at ${where} is gone; waiting for it`
      : `waiting for Redis at ${where}`
    onNotice(`${state} (${reason})`)
  }
  const { promise: shutOut, reject } = Promise.withResolvers<never>()
  shutOut.catch(() => {})
  redis.on('error', (error: Error) => {
    const reason = plainText(error.message, REASON_LENGTH)
    if (SHUT_OUT.test(error.message))
      reject(
        new UsageError(`Redis at ${where} does not let us in (${reason}); check user and password`),
      )
    const code = reasonOf(error)
    if (NOT_TRUSTED.test(code))
      reject(
        new UsageError(
          `the certificate of Redis at ${where} is not trusted (${code}); NODE_EXTRA_CA_CERTS=FILE adds one to those that are`,
        ),
      )
    lose(code || reason)
  })
  // A connection that breaks is an error before it is closed, unless the other side ended it in good order.
  redis.on('close', () => {
    if (wasThere && redis.status !== 'end') lose('closed')
  })
  redis.on('ready', () => {
    if (isAway) onNotice(`Redis at ${where} is there`)
    isAway = false
    if (wasThere) onBack?.()
    wasThere = true
  })
  // A refusal to connect is an event, above; tries go on.
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
