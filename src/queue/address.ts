import { Secret } from '#llm/secret'
import { UsageError } from '#trial/errors'

/** Environment variable with the password of Redis. */
const PASSWORD_VARIABLE = 'DELVER_QUEUE_PASSWORD'
/** Environment variable with the whole address, for `--queue env`. */
const ADDRESS_VARIABLE = 'DELVER_QUEUE'

const DEFAULT_PORT = 6379

/** Address of the Redis or Valkey server with the queue. */
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
 * Parses the value of `--queue`: `redis://[USER@]HOST[:PORT][/DATABASE]`, `rediss://` for TLS, or `env` for the address in
 * `DELVER_QUEUE`. The password comes from the environment, because every user can list the arguments of a process.
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
      `every user of this machine can see a password on the command line; put it into ${PASSWORD_VARIABLE}, or the whole address into ${ADDRESS_VARIABLE} with --queue env`,
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

/** The address for people, without user and password. */
export function addressText({ host, port }: QueueAddress): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

function decoded(text: string, name: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new UsageError(`${name} contains an invalid % escape; write a literal % as %25`)
  }
}
