import { connect } from 'node:net'
import type { Bot } from 'mineflayer'
import { afterEach, describe, expect, it } from 'vitest'
import { type Practice, practice } from '../support/practice.ts'
import { versionsFor } from '../support/versions.ts'

let session: Practice | undefined
afterEach(() => session?.close())

describe.each(versionsFor('1.21.4', '1.12.2', '1.16.5'))(
  'the connection to the world on %s',
  (version) => {
    it('is compressed over a network and uncompressed within the process', async () => {
      session = await practice({ version })
      expect(isCompressed(session.bot)).toBe(false)
      await session.close()
      session = await practice({ version }, (world) => connect(world.port, '127.0.0.1'))
      expect(isCompressed(session.bot)).toBe(true)
    })
  },
)

function isCompressed(bot: Bot): boolean {
  const { compressionThreshold } = bot._client as unknown as { compressionThreshold: number }
  return compressionThreshold > 0
}
