import { createRequire } from 'node:module'
import { plainText } from '#wire/plain-text'
import { accountCaches, accountFolder, type TokenCacheFactory } from './account-cache.ts'

/** Longest address and code of a login page that are shown (characters). */
const MAX_SHOWN = 100
/** Longest reason of a failed login (characters). */
const MAX_REASON = 200

/** A code that the user enters on Microsoft's page, as the page's server sends it. */
interface DeviceCode {
  readonly user_code: string
  readonly verification_uri: string
  /** Seconds. */
  readonly expires_in: number
}

/** The client of the game that Microsoft signs in: mineflayer and minecraft-protocol use the same one by default. */
const CLIENT = { authTitle: '00000000441cc96b', deviceType: 'Nintendo', flow: 'live' } as const

/** The part of prismarine-auth that signs in. */
interface Auth {
  readonly Authflow: new (
    username: string,
    caches: TokenCacheFactory,
    options: typeof CLIENT,
    onCode: (code: DeviceCode) => void,
  ) => {
    getMinecraftJavaToken(options: { fetchProfile: boolean }): Promise<{
      readonly profile?: { readonly name?: unknown }
    }>
  }
}

/** The options of mineflayer for an account. Tokens are kept in the user's configuration folder. */
export function accountOptions(onCode: (line: string) => void): object {
  return {
    ...CLIENT,
    profilesFolder: accountCaches(),
    onMsaCode: (code: DeviceCode) => onCode(signInLine(code)),
  }
}

/**
 * Signs in with a Microsoft account, with the stored tokens as far as they are valid.
 * @param username the name under which the tokens are stored.
 * @param onCode receives the line that asks the user to enter a code.
 * @returns the player's name.
 * @throws Error with one line when the login fails or the account has no game.
 */
export async function signIn(
  username: string,
  onCode: (line: string) => void,
  folder = accountFolder(),
): Promise<string> {
  const { Authflow } = authLibrary()
  const onDeviceCode = (code: DeviceCode) => onCode(signInLine(code))
  const flow = new Authflow(username, accountCaches(folder), CLIENT, onDeviceCode)
  const { profile } = await withoutChatter(() =>
    flow.getMinecraftJavaToken({ fetchProfile: true }),
  ).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`the login failed (${plainText(reason.split('\n')[0] ?? '', MAX_REASON)})`)
  })
  if (typeof profile?.name !== 'string')
    throw new Error('the account has no Java edition of the game, or its profile cannot be read')
  return plainText(profile.name, MAX_SHOWN)
}

/** What the user has to do, in one line. */
export function signInLine({ user_code, verification_uri, expires_in }: DeviceCode): string {
  const [page, code] = [plainText(verification_uri, MAX_SHOWN), plainText(user_code, MAX_SHOWN)]
  return `sign in at ${page} with the code ${code}, within ${Math.floor(expires_in / 60)} minutes`
}

/** The copy of prismarine-auth that minecraft-protocol uses. */
function authLibrary(): Auth {
  const require = createRequire(import.meta.url)
  return createRequire(require.resolve('minecraft-protocol'))('prismarine-auth') as Auth
}

/** Keeps the library's own notes off the terminal while it works. */
async function withoutChatter<T>(work: () => Promise<T>): Promise<T> {
  const { info, warn, debug } = console
  Object.assign(console, { info() {}, warn() {}, debug() {} })
  try {
    return await work()
  } finally {
    Object.assign(console, { info, warn, debug })
  }
}
