import { MAX_VERSION, MIN_VERSION } from '#knowledge/played-versions'

/** Why a server does not let a player in, or lets it in no longer. */
interface RefusalKind {
  /** Reasons of servers, proxies and plugins in English, and translation keys of the game. */
  readonly pattern: RegExp
  /** What is the matter, for people. */
  readonly meaning: string
  readonly advice: string
  /** `wait`: the server may let a player in soon. `never`: it does not let back one that was in, either. */
  readonly retry: 'wait' | 'never' | 'unless-in'
}

/** The known reasons. The first pattern that matches decides. */
export const REFUSALS = {
  throttled: {
    pattern:
      /throttl|wait (a few seconds )?before (re)?connecting|(logging|connecting|joining) (in )?too (fast|quickly)/i,
    meaning: 'the server limits how often players join',
    advice: 'wait a few seconds',
    retry: 'wait',
  },
  'name-in-use': {
    pattern:
      /another location|duplicate_login|name_taken|already (connected|logged in|online|playing)|same (user)?name/i,
    meaning: 'a player of this name is on the server',
    advice: 'use another --username',
    retry: 'wait',
  },
  'server-full': {
    pattern: /server(_| is )(currently )?full|not_?enough_?slots|no (free )?slots/i,
    meaning: 'the server is full',
    advice: 'try again later',
    retry: 'wait',
  },
  restarting: {
    pattern:
      /restart(?!ing your game)|shut(ting)? ?down|server_shutdown|server closed|still starting|not (yet )?ready/i,
    meaning: 'the server restarts',
    advice: 'try again in a minute',
    retry: 'wait',
  },
  whitelist: {
    pattern: /white-?list/i,
    meaning: 'the server has a whitelist',
    advice: "add the agent's name or turn the whitelist off",
    retry: 'never',
  },
  banned: {
    pattern: /\bbann?ed\b|\bbl[ao]ck-?list/i,
    meaning: 'the player or its address is banned',
    advice: "the server's operators can lift the ban",
    retry: 'never',
  },
  mods: {
    pattern: /\bforge\b|\bfml\b|\bfabric\b|\bquilt\b|neoforge|\bmods?\b/i,
    meaning: 'the server needs mods',
    advice: 'join a server without them, as Delver has none',
    retry: 'unless-in',
  },
  'chat-time': {
    pattern:
      /expired_public_key|expired ?profile ?(public )?key|out.of.order.chat|chat received out.of.order/i,
    meaning: "the server rejects the time of the player's chat",
    advice:
      "set this machine's clock and run delver login again, or set enforce-secure-profile=false",
    retry: 'unless-in',
  },
  'chat-signing': {
    pattern:
      /public_key|profile ?(public )?key|secure.?profile|unsigned_chat|chat.(message )?(signing|validation|signature)|signed chat|missing or invalid signature|chat had an invalid signature/i,
    meaning: 'the server requires signed chat',
    advice: 'run delver login and play with --auth microsoft, or set enforce-secure-profile=false',
    retry: 'unless-in',
  },
  'outdated-client': {
    pattern:
      /outdated.?client|client is (outdated|too old)|please use (minecraft )?v?\d|incompatible/i,
    meaning: 'the server wants another version of the game',
    advice: `name its version with --mc-version, or, if it is newer than ${MAX_VERSION}, install ViaVersion and ViaBackwards on the server`,
    retry: 'unless-in',
  },
  'outdated-server': {
    pattern: /outdated.?server|server is (outdated|too old)|i'?m still on/i,
    meaning: 'the server is older than the version that joins',
    advice: `name its version with --mc-version, or, if it is older than ${MIN_VERSION}, install ViaVersion on the server`,
    retry: 'unless-in',
  },
  'authentication-down': {
    pattern: /auth(entication)? ?servers? (are|is) |authservers_down|serversunavailable/i,
    meaning: 'the servers that check accounts do not answer',
    advice: 'try again in a few minutes',
    retry: 'wait',
  },
  account: {
    pattern:
      /verif|authenti|authserver|invalid session|encrypt|online.?mode|not logged (in|into)|premium/i,
    meaning: 'the server checks accounts',
    advice:
      'set online-mode=false in its server.properties, or run delver login and play with --auth microsoft',
    retry: 'unless-in',
  },
  'no-game': {
    pattern: /own minecraft|profile data/i,
    meaning: 'the account has no Java edition of the game',
    advice: 'sign in with another account',
    retry: 'unless-in',
  },
  'resource-pack': {
    pattern: /resource ?pack|requiredtextureprompt/i,
    meaning: 'the server requires its resource pack',
    advice: 'set require-resource-pack=false in its server.properties',
    retry: 'unless-in',
  },
  'not-allowed': {
    pattern: /not allowed|no permission/i,
    meaning: 'the server does not allow it',
    advice: "ask the server's operators",
    retry: 'never',
  },
} satisfies Readonly<Record<string, RefusalKind>>

export type RefusalName = keyof typeof REFUSALS

/** Longest part of a reason that decides (characters). */
const MAX_LENGTH = 400

/** Recognizes the reason that a server gives. @param reason plain text. @returns null for any other reason. */
export function refusalOf(reason: string): RefusalName | null {
  const text = reason.slice(0, MAX_LENGTH)
  const found = (Object.keys(REFUSALS) as RefusalName[]).find((name) =>
    REFUSALS[name].pattern.test(text),
  )
  return found ?? null
}

/** Whether the server may let the player in soon, without a change by people. */
export function mayPass(name: RefusalName | null): boolean {
  return name !== null && REFUSALS[name].retry === 'wait'
}

/** Whether the server does not let back a player that was in. */
export function isForGood(name: RefusalName | null): boolean {
  return name !== null && REFUSALS[name].retry === 'never'
}

/** What is the matter and what to do, in one line. @param reason the server's, in plain text. */
export function refusalLine(reason: string): string {
  const name = refusalOf(reason)
  if (name === null) return `the server rejects the player (${reason})`
  const { meaning, advice } = REFUSALS[name]
  return `${meaning} (${reason}); ${advice}`
}
