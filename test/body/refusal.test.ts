import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import protocol from 'minecraft-protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConnectionLost, connect } from '#body/connect'
import { isForGood, mayPass, refusalLine, refusalOf } from '#body/refusal'
import { GameClock } from '#clock/game-clock'
import { registryFor } from '#knowledge/registry'
import { checkLogin } from '#trial/login-check'
import { type ChatComponent, encodedComponent } from '#world/core/chat-component'
import { versionsFor } from '../support/versions.ts'

/** What servers say, in the words of the game, Paper, proxies and plugins, with the line that a user gets. */
const REASONS: readonly (readonly [reason: string | ChatComponent, line: unknown])[] = [
  ['The server is full!', 'the server is full (The server is full!); try again later'],
  [
    'You are not white-listed on this server!',
    "the server has a whitelist (You are not white-listed on this server!); add the agent's name or turn the whitelist off",
  ],
  [
    { text: 'You are ', extra: [{ text: 'banned', color: 'red' }, { text: ' from this server.' }] },
    "the player or its address is banned (You are banned from this server.); the server's operators can lift the ban",
  ],
  [
    'Outdated client! Please use 1.8.9',
    'the server wants another version of the game (Outdated client! Please use 1.8.9); name its version with --mc-version, or, if it is newer than 26.1, install ViaVersion and ViaBackwards on the server',
  ],
  [
    "Outdated server! I'm still on 1.12.2",
    "the server is older than the version that joins (Outdated server! I'm still on 1.12.2); name its version with --mc-version, or, if it is older than 1.12, install ViaVersion on the server",
  ],
  [
    { text: '', extra: [{ text: 'Outdated client! Please use ' }, { text: '26.3' }] },
    'the server wants another version of the game (Outdated client! Please use 26.3); name its version with --mc-version, or, if it is newer than 26.1, install ViaVersion and ViaBackwards on the server',
  ],
  // Without the version that the game's text names.
  [
    { translate: 'multiplayer.disconnect.outdated_client' },
    expect.stringMatching(
      /^the server wants another version of the game \(.*\); name its version with --mc-version/,
    ),
  ],
  [
    'Authentication servers are down. Please try again later, sorry!',
    'the servers that check accounts do not answer (Authentication servers are down. Please try again later, sorry!); try again in a few minutes',
  ],
  [
    'Server requires a custom resource pack',
    'the server requires its resource pack (Server requires a custom resource pack); set require-resource-pack=false in its server.properties',
  ],
  [
    { translate: 'multiplayer.disconnect.unverified_username' },
    'the server checks accounts (Failed to verify username!); set online-mode=false in its server.properties, or run delver login and play with --auth microsoft',
  ],
  [
    'Missing profile public key. This server requires secure profiles.',
    'the server requires signed chat (Missing profile public key. This server requires secure profiles.); run delver login and play with --auth microsoft, or set enforce-secure-profile=false',
  ],
  [
    'You logged in from another location',
    'a player of this name is on the server (You logged in from another location); use another --username',
  ],
  [
    'Connection throttled! Please wait before reconnecting.',
    'the server limits how often players join (Connection throttled! Please wait before reconnecting.); wait a few seconds',
  ],
  [
    'This server has mods that require Forge to be installed on the client.',
    'the server needs mods (This server has mods that require Forge to be installed on the client.); join a server without them, as Delver has none',
  ],
  ['Server is restarting', 'the server restarts (Server is restarting); try again in a minute'],
  ['Come back on Sunday', 'the server rejects the player (Come back on Sunday)'],
]

/** What servers say about signed chat: a key of the game's language, the game's text of that key, and the meaning. */
const CHAT_REASONS = [
  ['missing_public_key', 'Missing profile public key.', 'signed'],
  ['unsigned_chat', 'Received chat packet with missing or invalid signature.', 'signed'],
  ['unsigned_chat', 'Received a chat packet with a missing or invalid signature.', 'signed'],
  ['chat_validation_failed', 'Chat message validation failure', 'signed'],
  [
    'invalid_public_key_signature',
    'Invalid signature for profile public key.\nTry restarting your game.',
    'signed',
  ],
  ['out_of_order_chat', 'Out-of-order chat packet received. Did your system time change?', 'time'],
  [
    'expired_public_key',
    'Expired profile public key. Check that your system time is synchronized, and try restarting your game.',
    'time',
  ],
] as const
const CHAT_LINES = {
  signed:
    /^the server requires signed chat \(.*\); run delver login and play with --auth microsoft, or set enforce-secure-profile=false$/,
  time: /^the server rejects the time of the player's chat \(.*\); set this machine's clock and run delver login again, or set enforce-secure-profile=false$/,
}

const STAGES = versionsFor('1.21.4', '1.12.2', '1.16.5', '1.20.4').flatMap((version) =>
  (['at its login', 'in the world'] as const).map((when) => ({ version, when })),
)

describe.each(STAGES)('a server of $version that refuses a player $when', ({ version, when }) => {
  let refusal: ChatComponent = { text: '' }
  const server = protocol.createServer({
    ...{ version, port: 0, host: '127.0.0.1', 'online-mode': false },
    validateChannelProtocol: false,
    beforeLogin(client) {
      if (when === 'at its login') client.write('disconnect', { reason: JSON.stringify(refusal) })
    },
  })
  const { socketServer } = server as unknown as { socketServer: Server }
  // As the practice world's core does, in JSON or NBT.
  server.on('playerJoin', (client) => {
    const full = encodedComponent(registryFor(version), refusal)
    ;(client as unknown as { end(reason: string, full: unknown): void }).end('refused', full)
  })

  beforeAll(async () => {
    if (!socketServer.listening) await once(server, 'listening')
  })
  afterAll(() => server.close())

  /** What a user hears who tries to join. */
  async function told(): Promise<string> {
    const { port } = socketServer.address() as AddressInfo
    return checkLogin('127.0.0.1', port, version).catch((error: Error) => error.message)
  }

  /** How the agent loses its connection. */
  async function agentLoss(): Promise<ConnectionLost> {
    const { port } = socketServer.address() as AddressInfo
    const over = new AbortController()
    const lost = await connect(
      { host: '127.0.0.1', port, version, username: 'Delver', auth: 'offline' },
      new GameClock(),
      over.signal,
      () => {},
    ).catch((error: unknown) => error)
    over.abort()
    if (!(lost instanceof ConnectionLost)) throw lost
    return lost
  }

  it.each(REASONS)('%j tells the user what to do', async (reason, line) => {
    refusal = typeof reason === 'string' ? { text: reason } : reason
    expect(await told()).toEqual(line)
  })

  it.each([
    [{ text: 'Outdated client! Please use 26.3' }, 'outdated-client'],
    [{ translate: 'multiplayer.disconnect.outdated_client' }, 'outdated-client'],
    [{ translate: 'multiplayer.disconnect.missing_public_key' }, 'chat-signing'],
    // Between the two ends of minecraft-protocol, a kick in the tick of the login is lost at times.
  ])('%j is the reason of the agent, too: %s', { retry: 3 }, async (reason, name) => {
    refusal = reason
    const { loss, message } = await agentLoss()
    expect([loss, refusalOf(message)]).toEqual(['kicked', name])
  })

  it.each(CHAT_REASONS)('chat: %s, %s', async (key, text, meaning) => {
    for (const reason of [{ text }, { translate: `multiplayer.disconnect.${key}` }]) {
      refusal = reason
      expect(await told()).toMatch(CHAT_LINES[meaning])
    }
  })
})

describe('a reason of a server', () => {
  it('decides whether the agent waits', () => {
    const waits = (text: string) => mayPass(refusalOf(text))
    expect(waits('The server is full!')).toBe(true)
    expect(waits('Connection throttled! Please wait before reconnecting.')).toBe(true)
    expect(waits('You are banned from this server')).toBe(false)
    expect(waits('Come back on Sunday')).toBe(false)
  })

  it('about a game to restart is none about a server that restarts', () => {
    expect(refusalOf('Invalid session (Try restarting your game and the launcher)')).toBe('account')
    expect(refusalOf('The server is restarting')).toBe('restarting')
  })

  it('decides whether an agent that was in comes back', () => {
    const stays = (text: string) => isForGood(refusalOf(text))
    expect(stays('You have been banned')).toBe(true)
    expect(stays('You are not whitelisted on this server!')).toBe(true)
    expect(stays('Authentication timed out')).toBe(false)
    expect(stays('Kicked by a moderator')).toBe(false)
  })

  it('is read only at its beginning', () => {
    expect(refusalOf(`${' '.repeat(390)}banned`)).toBe('banned')
    expect(refusalOf(`${' '.repeat(400)}banned`)).toBeNull()
    expect(refusalOf(`${'please use v'.repeat(100_000)} server is full`)).toBeNull()
    expect(refusalLine('x')).toBe('the server rejects the player (x)')
  })
})
