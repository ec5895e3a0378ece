import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { RefusedFile, readGuardedText } from '#wire/guarded-file'

/** Only the user may read the tokens. */
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
/** Larger than any cached token (bytes). */
const MAX_BYTES = 256 * 1024
/** Microsoft's refresh tokens expire when they are unused for this long (ms). */
const REFRESH_MS = 90 * 24 * 3600 * 1000

type Tokens = Readonly<Record<string, unknown>>

/** One file of tokens, with the methods that prismarine-auth calls. */
export interface TokenCache {
  reset(): Promise<Tokens>
  getCached(): Promise<Tokens>
  setCached(tokens: Tokens): Promise<void>
  setCachedPartial(tokens: Tokens): Promise<void>
}

/** Creates the cache of one kind of tokens of one account. */
export type TokenCacheFactory = (of: { cacheName: string; username: string }) => TokenCache

/** How far the stored login of an account carries. */
export type StoredLogin =
  | { readonly state: 'none' }
  /** The game's own token is valid until then; afterwards it is renewed without the user. */
  | { readonly state: 'valid'; readonly until: Date }
  /** The next join renews the tokens. */
  | { readonly state: 'renewable' }
  /** The user has to sign in again. */
  | { readonly state: 'expired' }

/** The folder of the tokens: in the user's configuration folder. */
export function accountFolder(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  const usual = {
    win32: env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'),
    darwin: join(homedir(), 'Library', 'Application Support'),
  }[platform as string]
  return join(usual ?? (env.XDG_CONFIG_HOME || join(homedir(), '.config')), 'delver', 'accounts')
}

/** The caches of accounts in a folder that only the user can read. */
export function accountCaches(folder = accountFolder()): TokenCacheFactory {
  return ({ cacheName, username }) => new PrivateFile(folder, fileOf(folder, username, cacheName))
}

/** What the stored tokens of an account are good for, by their own dates. No server is asked. @param now ms. */
export function storedLogin(
  username: string,
  folder = accountFolder(),
  now = Date.now(),
): StoredLogin {
  const game = gameSchema.safeParse(read(fileOf(folder, username, 'mca'))).data?.mca
  const microsoft = microsoftSchema.safeParse(read(fileOf(folder, username, 'live'))).data?.token
  const until = game ? game.obtainedOn + game.expires_in * 1000 : 0
  if (until > now) return { state: 'valid', until: new Date(until) }
  if (!microsoft) return { state: game ? 'expired' : 'none' }
  return { state: microsoft.obtainedOn + REFRESH_MS > now ? 'renewable' : 'expired' }
}

const date = z.number().nonnegative().max(8.64e15)
const gameSchema = z.object({
  mca: z.object({ obtainedOn: date, expires_in: z.number().max(1e9) }),
})
const microsoftSchema = z.object({
  token: z.object({ obtainedOn: date, refresh_token: z.string() }),
})

/** The name of an account is no part of a path. */
function fileOf(folder: string, username: string, cacheName: string): string {
  const account = createHash('sha256').update(username).digest('hex').slice(0, 16)
  return join(folder, `${account}-${cacheName}.json`)
}

/** The tokens in a file; none if it is missing, damaged, or not a regular file. */
function read(file: string): Tokens {
  try {
    const parsed: unknown = JSON.parse(readGuardedText(file, MAX_BYTES) ?? '{}')
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RefusedFile) return {}
    throw error
  }
}

class PrivateFile implements TokenCache {
  readonly #folder: string
  readonly #file: string
  #tokens: Tokens | undefined

  constructor(folder: string, file: string) {
    this.#folder = folder
    this.#file = file
  }

  async reset(): Promise<Tokens> {
    await this.setCached({})
    return {}
  }

  async getCached(): Promise<Tokens> {
    this.#tokens ??= read(this.#file)
    return this.#tokens
  }

  async setCached(tokens: Tokens): Promise<void> {
    this.#tokens = tokens
    mkdirSync(this.#folder, { recursive: true, mode: FOLDER_MODE })
    chmodSync(this.#folder, FOLDER_MODE)
    const draft = `${this.#file}.${process.pid}.tmp`
    writeFileSync(draft, JSON.stringify(tokens), { mode: FILE_MODE })
    renameSync(draft, this.#file)
  }

  async setCachedPartial(tokens: Tokens): Promise<void> {
    await this.setCached({ ...(await this.getCached()), ...tokens })
  }
}
