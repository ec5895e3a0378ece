import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accountFolder, storedLogin } from '#body/account-cache'
import { signIn } from '#body/sign-in'
import { loginFinding } from '#cli/login-command'

const DAY_MS = 24 * 3600 * 1000
const SECRETS = ['access-of-live', 'refresh-of-live', 'token-of-game', 'token-of-xbox']

let folder: string
/** The requests that left the library, by address. */
let requests: string[]
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'delver-account-')), 'accounts')
  requests = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Stands in for the servers of Microsoft, Xbox and the game. @param profile null for an account without the game. */
function microsoft({ refuses = 0, profile = 'Steve' as string | null } = {}): void {
  const notAfter = new Date(Date.now() + DAY_MS).toISOString()
  const xbox = { Token: 'token-of-xbox', NotAfter: notAfter, IssueInstant: notAfter }
  let polls = 0
  const answers: Readonly<Record<string, () => [number, object]>> = {
    'https://login.live.com/oauth20_connect.srf': () => [
      200,
      {
        user_code: 'ABCD1234',
        device_code: 'secret-device-code',
        verification_uri: 'https://www.microsoft.com/link',
        interval: 0,
        expires_in: 900,
      },
    ],
    'https://login.live.com/oauth20_token.srf': () => [
      200,
      ++polls <= refuses
        ? { error: 'authorization_pending' }
        : { access_token: 'access-of-live', refresh_token: 'refresh-of-live', expires_in: 3600 },
    ],
    'https://user.auth.xboxlive.com/user/authenticate': () => [200, xbox],
    'https://device.auth.xboxlive.com/device/authenticate': () => [200, xbox],
    'https://title.auth.xboxlive.com/title/authenticate': () => [200, xbox],
    'https://xsts.auth.xboxlive.com/xsts/authorize': () => [
      200,
      { ...xbox, DisplayClaims: { xui: [{ uhs: 'user', xid: '1' }] } },
    ],
    'https://api.minecraftservices.com/authentication/login_with_xbox': () => [
      200,
      { access_token: 'token-of-game', expires_in: DAY_MS / 1000 },
    ],
    'https://api.minecraftservices.com/minecraft/profile': () =>
      profile === null ? [404, { error: 'NOT_FOUND' }] : [200, { id: '0', name: profile }],
  }
  vi.stubGlobal('fetch', async (url: string) => {
    const [address = ''] = url.split('?')
    requests.push(address)
    const [status, body] = answers[address]?.() ?? [500, {}]
    return new Response(JSON.stringify(body), { status })
  })
}

describe('a login with a Microsoft account', () => {
  it('asks for a code in one line, and stores the tokens where only the user can read them', async () => {
    microsoft({ refuses: 2 })
    const lines: string[] = []
    expect(await signIn('Delver', (line) => lines.push(line), folder)).toBe('Steve')
    expect(lines).toEqual([
      'sign in at https://www.microsoft.com/link with the code ABCD1234, within 15 minutes',
    ])
    const files = readdirSync(folder)
    expect(files.length).toBeGreaterThan(0)
    const modes = files.map((file) => statSync(join(folder, file)).mode & 0o777)
    if (process.platform !== 'win32') {
      expect(new Set(modes)).toEqual(new Set([0o600]))
      expect(statSync(folder).mode & 0o777).toBe(0o700)
    }
    expect(files.map((file) => readFileSync(join(folder, file), 'utf8')).join()).toContain(
      'refresh-of-live',
    )
  })

  it('needs no second code while the tokens are valid', async () => {
    microsoft()
    await signIn('Delver', () => {}, folder)
    requests = []
    const codes: string[] = []
    expect(await signIn('Delver', (line) => codes.push(line), folder)).toBe('Steve')
    expect(codes).toEqual([])
    expect(requests).toEqual(['https://api.minecraftservices.com/minecraft/profile'])
  })

  it('is separate for each name, whatever it is', async () => {
    microsoft()
    await signIn('../../etc/passwd', () => {}, folder)
    expect(storedLogin('../../etc/passwd', folder).state).toBe('valid')
    expect(storedLogin('Delver', folder).state).toBe('none')
    expect(readdirSync(folder).every((file) => /^[0-9a-f]{16}-[a-z]+\.json$/.test(file))).toBe(true)
  })

  it('fails in one line without secrets', async () => {
    microsoft({ profile: null })
    await expect(signIn('Delver', () => {}, folder)).rejects.toThrow('no Java edition of the game')
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('fetch failed')
    })
    const other = join(folder, 'other')
    // The library tries again after some seconds.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const failure = expect(signIn('Delver', () => {}, other)).rejects.toThrow(
      /^the login failed \(fetch failed\)$/,
    )
    await vi.advanceTimersByTimeAsync(60_000)
    await failure
  })
})

describe('a stored login', () => {
  const stateAfter = (ms: number) => storedLogin('Delver', folder, Date.now() + ms).state

  it('is valid, renewable, and in the end expired', async () => {
    microsoft()
    expect(stateAfter(0)).toBe('none')
    await signIn('Delver', () => {}, folder)
    expect([0, 2, 80, 100].map((days) => stateAfter(days * DAY_MS))).toEqual([
      ...['valid', 'renewable', 'renewable', 'expired'],
    ])
  })

  it('has a line in delver doctor, without secrets', async () => {
    microsoft()
    const lineAfter = (ms: number) =>
      loginFinding('Delver', {
        isRequired: true,
        login: storedLogin('Delver', folder, Date.now() + ms),
      })
    expect(() => lineAfter(0)).toThrow('not signed in; run delver login')
    await signIn('Delver', () => {}, folder)
    expect(lineAfter(0)).toMatch(/^signed in; the login renews itself after [\d-]+T[\d:]+Z$/)
    expect(lineAfter(2 * DAY_MS)).toBe('signed in; the next join renews the login')
    expect(() => lineAfter(100 * DAY_MS)).toThrow('the login has expired; run delver login')
    for (const secret of SECRETS) expect(lineAfter(0)).not.toContain(secret)
  })

  it('is none where a file is damaged or a link', async () => {
    microsoft()
    await signIn('Delver', () => {}, folder)
    for (const file of readdirSync(folder)) writeFileSync(join(folder, file), '{"mca": ')
    expect(stateAfter(0)).toBe('none')
    const linked = mkdtempSync(join(tmpdir(), 'delver-account-'))
    for (const file of readdirSync(folder)) symlinkSync(join(folder, file), join(linked, file))
    expect(storedLogin('Delver', linked).state).toBe('none')
  })
})

it.each([
  ['linux', { XDG_CONFIG_HOME: '/home/me/.cfg' }, '/home/me/.cfg/delver/accounts'],
  ['win32', { APPDATA: '/roaming' }, '/roaming/delver/accounts'],
] as const)('tokens are in the configuration folder of the user on %s', (platform, env, place) => {
  expect(accountFolder(env, platform).replaceAll('\\', '/')).toBe(place)
})
