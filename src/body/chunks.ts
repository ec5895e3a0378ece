import { createRequire } from 'node:module'
import type { Bot } from 'mineflayer'
import { type LegacyColumn, withGlobalPalette } from '#wire/global-palette'

/** Makes the column class of a client from its registry. */
type ColumnClassFor = (registry: Bot['registry']) => new (options: never) => LegacyColumn

const require = createRequire(import.meta.url)

/**
 * Gives one bot a column class that reads the global palette as the protocol writes it. mineflayer loads prismarine-chunk
 * while it injects its plugins, which is synchronous: only this bot receives the class.
 */
export function readGlobalPalette(bot: Bot): void {
  const original = require('prismarine-chunk') as ColumnClassFor
  const chunks = require.cache[require.resolve('prismarine-chunk')]
  if (!chunks) throw new Error('prismarine-chunk is loaded, but not in the cache of modules')
  bot.prependOnceListener('inject_allowed', () => {
    const patched: ColumnClassFor = (registry) => {
      const Column = original(registry)
      return registry.supportFeature('theFlattening') ? Column : withGlobalPalette(Column)
    }
    chunks.exports = patched
  })
  bot.once('inject_allowed', () => {
    chunks.exports = original
  })
}

/** A chunk that the client cannot read, in chunk coordinates, and why. */
export interface UnreadableChunk {
  readonly chunkX: number
  readonly chunkZ: number
  readonly reason: string
}

/**
 * Distinguishes errors of chunks from other errors of a bot. An unreadable chunk is unknown terrain: the client unloads what
 * it had of it.
 */
export class ChunkErrors {
  readonly #bot: Bot
  readonly #onUnreadable: (chunk: UnreadableChunk) => void
  /** The chunk that mineflayer is reading. */
  #current: { x: number; z: number } | undefined

  constructor(bot: Bot, onUnreadable: (chunk: UnreadableChunk) => void) {
    this.#bot = bot
    this.#onUnreadable = onUnreadable
    const client = bot._client
    bot.once('inject_allowed', () => {
      client.prependListener('map_chunk', ({ x, z }: { x: number; z: number }) => {
        this.#current = { x, z }
      })
      client.on('map_chunk', () => {
        this.#current = undefined
      })
    })
  }

  /** Handles an error. @returns false if it does not come from a chunk. */
  handle(error: Error): boolean {
    if (!this.#current) return false
    const { x, z } = this.#current
    this.#current = undefined
    if (this.#bot.world.getColumn(x, z)) this.#bot.world.unloadColumn(x, z)
    this.#onUnreadable({ chunkX: x, chunkZ: z, reason: error.message })
    return true
  }
}
