import { connect } from 'node:net'
import type { Bot } from 'mineflayer'
import { afterEach, describe, expect, it } from 'vitest'
import { type Practice, practice } from '../support/practice.ts'

const VERSIONS = [
  ...['1.12.2', '1.13.2', '1.14.4', '1.15.2', '1.16.5', '1.17.1', '1.18.2', '1.19.2', '1.19.4'],
  ...['1.20.1', '1.20.2', '1.20.4', '1.20.6', '1.21.1', '1.21.3', '1.21.4', '1.21.5', '1.21.6'],
  ...['1.21.8', '1.21.9', '1.21.11', '26.1'],
]

let session: Practice | undefined
afterEach(() => session?.close())

describe.each(VERSIONS)('joining the practice world on %s', (version) => {
  it('the bot spawns on the ground at the spawn point', async () => {
    session = await practice({ version })
    const { bot, world } = session
    expect(bot.entity.position.distanceTo(world.terrain.spawn)).toBeLessThan(2)
    expect(bot.entity.onGround).toBe(true)
    expect(bot.health).toBe(20)
    expect(bot.blockAt(bot.entity.position.offset(0, -1, 0))?.boundingBox).toBe('block')
  })
})

describe.each(['1.12.2', '1.16.5', '1.21.4'])('the connection to the world on %s', (version) => {
  it('is compressed over a network and uncompressed within the process', async () => {
    session = await practice({ version })
    expect(isCompressed(session.bot)).toBe(false)
    await session.close()
    session = await practice({ version }, (world) => connect(world.port, '127.0.0.1'))
    expect(isCompressed(session.bot)).toBe(true)
  })
})

function isCompressed(bot: Bot): boolean {
  const { compressionThreshold } = bot._client as unknown as { compressionThreshold: number }
  return compressionThreshold > 0
}
