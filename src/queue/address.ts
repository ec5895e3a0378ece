import { Secret } from '#llm/secret'
import { UsageError } from '#trial/usage-error'

/** Variable of the environment with the password of Redis. */
const PASSWORD_VARIABLE = 'DELVER_QUEUE_PASSWORD'
/** Variable of the environment with the whole address, for `--queue env`. */
const ADDRESS_VARIABLE = 'DELVER_QUEUE'

const DEFAULT_PORT = 6379

/** Where the queue is: a Redis or Valkey. */
export interface QueueAddress {
  readonly host: string
  readonly port: number
  readonly tls: boolean
  /** Number of the database in Redis. */
  readonly db: number
  readonly username: string | null
  readonly password: Secret | null
}

/**
 * The address by what `--queue` says: `redis://[USER@]HOST[:PORT][/DATABASE]`, `rediss://` for TLS, or `env` for the one in
 * `DELVER_QUEUE`. The password comes from the environment: whatever stands on a command line is in the list of processes.
 * @throws UsageError that says what to change.
 */
export function queueAddress(
  given: string,
  env: Readonly<Record<string, string | undefined>>,
): QueueAddress {
  const fromEnv = given === 'env'
  const text = fromEnv ? env[ADDRESS_VARIABLE]?.trim() : given
  if (!text) throw new UsageError(`--queue env needs ${ADDRESS_VARIABLE} to be set`)
  const name = fromEnv ? ADDRESS_VARIABLE : '--queue'
  const url = URL.parse(text)
  if (!url || !/^rediss?:$/.test(url.protocol) || !url.hostname || url.search || url.hash)
    throw new UsageError(
      `${name} must be an address such as redis://localhost:6379 or rediss://redis.example.org`,
    )
  if (url.password && !fromEnv)
    throw new UsageError(
      `everybody on this machine can see a password on the command line; put it into ${PASSWORD_VARIABLE}, or the whole address into ${ADDRESS_VARIABLE} and say --queue env`,
    )
  const database = url.pathname.slice(1)
  if (!/^\d{0,4}$/.test(database))
    throw new UsageError(`${name} may end in the number of a database, such as redis://localhost/1`)
  const password = url.password ? decoded(url.password, name) : env[PASSWORD_VARIABLE]
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port ? Number(url.port) : DEFAULT_PORT,
    tls: url.protocol === 'rediss:',
    db: Number(database),
    username: url.username ? decoded(url.username, name) : null,
    password: password ? new Secret(password) : null,
  }
}

/** For people, without user and password. */
export function addressText({ host, port }: QueueAddress): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

function decoded(text: string, name: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new UsageError(`${name} has a % that begins no character; write it as %25`)
  }
}
