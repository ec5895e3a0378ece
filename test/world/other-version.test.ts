import protocol, { type Client } from 'minecraft-protocol'
import mineflayer from 'mineflayer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusalOf } from '#body/refusal'
import { serverText } from '#body/server-text'
import { checkLogin } from '#trial/login-check'
import { pingServer } from '#trial/ping'
import { PracticeWorld } from '#world/practice-world'
import { versionsFor } from '../support/versions.ts'

/** A client is refused within this time (ms). */
const SOON_MS = 5000
const SERVED = '1.20.4'

let world: PracticeWorld
beforeAll(async () => {
  world = await PracticeWorld.start({
    ...{ seed: 1, version: SERVED, terrain: 'flat', difficulty: 'peaceful' },
  })
})
afterAll(() => world.close())

/** Joins over the network, and waits for the end of the connection. */
async function refusedAs(version: string) {
  const client = protocol.createClient({
    ...{ host: '127.0.0.1', port: world.port, version, username: 'Ann', auth: 'offline' },
    hideErrors: true,
  })
  const messages: unknown[] = []
  client.on('disconnect', ({ reason }) => void messages.push(reason))
  client.on('error', () => {})
  await ended(client)
  return messages
}

function ended(client: Pick<Client, 'once'>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the connection stays open')), SOON_MS)
    client.once('end', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

describe.each(
  versionsFor(
    ...(['1.21.4', '1.12.2', '1.16.5', '1.18.2', '1.20.2', '1.20.6', '1.21.11', '26.1'] as const),
  ),
)('a client of %s on a world of 1.20.4', (version) => {
  it('receives the version of the server, and the connection ends', async () => {
    const messages = await refusedAs(version)
    expect(messages).toHaveLength(1)
    const [message] = messages
    expect(JSON.parse(message as string)).toMatchObject({ with: [SERVED] })
    expect(serverText(version, message)).toContain(SERVED)
    expect(refusalOf(serverText(version, message))).toMatch(/^outdated-/)
    expect([...world.game.players]).toEqual([])
  })

  it('tells a mineflayer bot the version of the server', async () => {
    const bot = mineflayer.createBot({
      ...{ host: '127.0.0.1', port: world.port, version, username: 'Ann', auth: 'offline' },
      ...{ hideErrors: true, logErrors: false },
    })
    const reasons: string[] = []
    bot.on('kicked', (reason) => void reasons.push(serverText(version, reason)))
    // minecraft-protocol reports the refusal as an error, also where it arrives before mineflayer listens.
    bot.on('error', ({ message }) => void reasons.push(message))
    await ended(bot as unknown as Client)
    expect(reasons.join()).toContain(SERVED)
  })

  it('learns the version to join with from a check of the login', async () => {
    await expect(checkLogin('127.0.0.1', world.port, version)).rejects.toThrow(
      /^the server (wants another version of the game|is older than the version that joins) \(.*1\.20\.4\); name its version with --mc-version,/,
    )
  })

  it('reads the status of the server', async () => {
    const status = await protocol.ping({ host: '127.0.0.1', port: world.port, version })
    expect(status).toMatchObject({ version: { name: SERVED, protocol: 765 } })
  })
})

it('a client of the version of the world joins after others were refused', async () => {
  expect((await pingServer('127.0.0.1', world.port)).version).toBe(SERVED)
  const client = protocol.createClient({
    ...{ host: '127.0.0.1', port: world.port, version: SERVED, username: 'Ann', auth: 'offline' },
  })
  await new Promise<void>((resolve, reject) => {
    client.once('login', () => resolve())
    client.once('end', reject)
  })
  client.end()
})
