import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import protocol from 'minecraft-protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isForGood, mayPass, refusalLine, refusalOf } from '#body/refusal'
import { registryFor } from '#knowledge/registry'
import { checkLogin } from '#trial/login-check'
import { type ChatComponent, encodedComponent } from '#world/core/chat-component'
import { versionsFor } from '../support/versions.ts'

/** What servers say, in the words of the game, Paper, proxies and plugins, with the line that a user gets. */
const REASONS: readonly (readonly [reason: string | ChatComponent, line: string])[] = [
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
    'the server wants another version of the game (Outdated client! Please use 1.8.9); name its version with --mc-version',
  ],
  [
    "Outdated server! I'm still on 1.12.2",
    "the server is older than the version that joins (Outdated server! I'm still on 1.12.2); name its version with --mc-version",
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
    'the server needs mods (This server has mods that require Forge to be installed on the client.); Delver joins servers without mods for clients',
  ],
  ['Server is restarting', 'the server restarts (Server is restarting); try again in a minute'],
  ['Come back on Sunday', 'the server rejects the player (Come back on Sunday)'],
]

describe.each(versionsFor('1.21.4', '1.12.2', '1.16.5', '1.20.4'))(
  'a server of %s that refuses',
  (version) => {
    let refusal: ChatComponent = { text: '' }
    const server = protocol.createServer({
      ...{ version, port: 0, host: '127.0.0.1', 'online-mode': false },
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

    it.each(REASONS)('%j tells the user what to do', async (reason, line) => {
      refusal = typeof reason === 'string' ? { text: reason } : reason
      const { port } = socketServer.address() as AddressInfo
      const told = await checkLogin('127.0.0.1', port, version).catch(
        (error: Error) => error.message,
      )
      expect(told).toBe(line)
    })
  },
)

describe('a reason of a server', () => {
  it('decides whether the agent waits', () => {
    const waits = (text: string) => mayPass(refusalOf(text))
    expect(waits('The server is full!')).toBe(true)
    expect(waits('Connection throttled! Please wait before reconnecting.')).toBe(true)
    expect(waits('You are banned from this server')).toBe(false)
    expect(waits('Come back on Sunday')).toBe(false)
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
