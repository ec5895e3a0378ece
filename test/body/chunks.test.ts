import { EventEmitter } from 'node:events'
import { createRequire } from 'node:module'
import type { Client as Connection } from 'minecraft-protocol'
import type { Bot } from 'mineflayer'
import { Vec3 } from 'vec3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BOT } from '#body/bot'
import { readGlobalPalette } from '#body/chunks'
import type { Client } from '#body/client'
import type { Simulation } from '#clock/simulation'
import { registryFor } from '#knowledge/registry'
import type { PracticeWorld } from '#world/practice-world'
import { columnClassOf } from '#world/terrain/chunk-column'
import { type JoinedClient, joinedClient } from '../support/joined-client.ts'
import { emptyWorld } from '../support/practice.ts'
import { versionsFor } from '../support/versions.ts'

const VERSION = '1.12.2'
/** More states than a section's own palette holds. */
const STATES = Array.from({ length: 300 }, (_, i) => 16 + i)
const CHUNK = 1000
const BAD = Buffer.alloc(40, 0xff)

let simulation: Simulation
let world: PracticeWorld
let client: Client
let joined: JoinedClient
let line: Connection

function place(i: number): Vec3 {
  return new Vec3(i % 16, 64 + (i >> 8), (i >> 4) % 16)
}

function joinBefore(version: string) {
  beforeAll(async () => {
    ;({ simulation, world } = await emptyWorld({ version }))
    joined = await joinedClient({ simulation, world })
    ;({ client, line } = joined)
  })
  afterAll(async () => {
    client.leave()
    await simulation.advance(5)
    await simulation.run(world.close())
    simulation.uninstall()
  })
}

describe('a chunk of 1.12.2 with more than 256 block states in a section', () => {
  joinBefore(VERSION)

  it('is written with the 13 bits of the protocol, and read without loss', async () => {
    const Column = columnClassOf(registryFor(VERSION))
    const column = new Column({ minY: 0, worldHeight: 256 })
    STATES.forEach((state, i) => {
      column.setBlockStateId(place(i), state)
    })
    // A section above it is read from the right offset.
    column.setBlockStateId(new Vec3(3, 100, 3), 1 << 4)
    const chunkData = column.dump()
    expect(chunkData[0]).toBe(13)
    line.write('map_chunk', {
      ...{ x: CHUNK, z: CHUNK, groundUp: true, bitMap: column.getMask(), chunkData },
      blockEntities: [],
    })
    await simulation.advance(2)
    const read = client[BOT].world.getColumn(CHUNK, CHUNK)
    expect(STATES.map((_, i) => read?.getBlockStateId(place(i)))).toEqual(STATES)
    expect(read?.getBlockStateId(new Vec3(3, 100, 3))).toBe(1 << 4)
    expect([joined.unreadable, joined.lost]).toEqual([[], undefined])
  })

  it('is read so also in a process that has not loaded prismarine-chunk before', () => {
    const require = createRequire(import.meta.url)
    const file = require.resolve('prismarine-chunk')
    const loaded = require.cache[file]
    delete require.cache[file]
    const bot = new EventEmitter()
    let width: number | undefined
    // As mineflayer does, which listens first.
    bot.once('inject_allowed', () => {
      const Column = require('prismarine-chunk')(client[BOT].registry)
      width = new Column({}).maxBitsPerBlock
    })
    readGlobalPalette(bot as unknown as Bot)
    bot.emit('inject_allowed')
    require.cache[file] = loaded
    expect(width).toBe(13)
  })

  it('changes the column class of no other client', () => {
    const chunks = createRequire(import.meta.url)('prismarine-chunk') as (
      version: string,
    ) => new (
      options: object,
    ) => { maxBitsPerBlock: number }
    const Column = chunks(VERSION)
    expect(new Column({}).maxBitsPerBlock).toBe(12)
  })
})

describe.each(versionsFor('1.12.2', '1.16.5'))('a chunk of %s that cannot be read', (version) => {
  joinBefore(version)

  it('is unknown terrain, and the agent stays connected', async () => {
    const send = (x: number, z: number) =>
      line.write('map_chunk', {
        ...{ x, z, groundUp: true, bitMap: 0xffff, chunkData: BAD, blockEntities: [] },
        ...{ heightmaps: { type: 'compound', name: '', value: {} }, biomes: Array(1024).fill(1) },
      })
    const { x, z } = client[BOT].entity.position
    const [ownX, ownZ] = [Math.floor(x) >> 4, Math.floor(z) >> 4]
    expect(client.world.column(ownX + 1, ownZ)).toBeDefined()
    send(CHUNK, CHUNK)
    // This one is loaded already.
    send(ownX + 1, ownZ)
    await simulation.advance(20)
    expect(joined.unreadable.map(({ chunkX, chunkZ }) => [chunkX, chunkZ])).toEqual([
      [CHUNK, CHUNK],
      [ownX + 1, ownZ],
    ])
    expect(client[BOT].world.getColumn(CHUNK, CHUNK)).toBeFalsy()
    expect(client.world.column(ownX + 1, ownZ)).toBeUndefined()
    expect(joined.lost).toBeUndefined()
  })
})
