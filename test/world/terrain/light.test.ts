import seedrandom from 'seedrandom'
import { Vec3 } from 'vec3'
import { afterEach, describe, expect, it } from 'vitest'
import { ClientWorld } from '#body/client-world'
import { blockTableOf } from '#knowledge/block-traits'
import { registryFor } from '#knowledge/registry'
import { LoadedBlocks } from '#perception/loaded-blocks'
import { Level } from '#world/level'
import { LightFlood } from '#world/light/light-flood'
import { ColumnBuffer, LAYER } from '#world/terrain/column-buffer'
import { createFlatTerrain } from '#world/terrain/flat-terrain'
import { createTerrain } from '#world/terrain/terrain'
import { bruteLight } from '../../support/brute-light.ts'
import { type Practice, practice } from '../../support/practice.ts'
import { versionsFor } from '../../support/versions.ts'

const VERSIONS = versionsFor('1.21.4', '1.12.2', '1.16.5')
/** Light from other columns: none. */
const DARK = { sky: 0, block: 0 }

let session: Practice | undefined
afterEach(async () => {
  await session?.close()
  session = undefined
})

describe.each(VERSIONS)('the light of a column in %s', (version) => {
  const registry = registryFor(version)

  it('equals the light of a brute-force computation for random blocks', () => {
    const random = seedrandom(`light ${version}`)
    const kinds = ['stone', 'stone', 'oak_leaves', 'water', 'torch', 'glowstone', 'lava', 'glass']
    const states = kinds.map((kind) => registry.blockState(kind))
    const buffer = new ColumnBuffer(0, 48)
    const flood = new LightFlood(registry, buffer.height)
    for (const density of [0.02, 0.2, 0.5]) {
      buffer.begin(0, 0)
      const ground = 20
      for (let at = 0; at <= ground * LAYER; at++)
        if (random() < density) buffer.states[at] = states[Math.floor(random() * kinds.length)] ?? 0
      const light = flood.flood(buffer, ground)
      const size = { x: 16, y: light.length / LAYER, z: 16 }
      const wanted = bruteLight(registry, { size, state: (x, y, z) => buffer.get(x, y, z) }, DARK)
      const wrong: string[] = []
      for (const [at, level] of light.entries()) {
        const place = [at & 15, at >> 8, (at >> 4) & 15] as const
        if (level >> 4 !== wanted.sky(...place)) wrong.push(`sky ${place}`)
        if ((level & 15) !== wanted.block(...place)) wrong.push(`block ${place}`)
      }
      expect(wrong).toEqual([])
    }
  })

  it('belongs to the present blocks in a column that is sent again', async () => {
    session = await practice({ version, viewDistance: 2 })
    const { bot, world, simulation } = session
    const { level, movement, players } = world.game
    const [player] = players
    if (!player) throw new Error('no player')
    const start = player.position.floored()
    const [x, y, z] = [(start.x & ~15) + 7, 200, (start.z & ~15) + 7]
    const torch = new Vec3(x, y, z)
    const sheltered = new Vec3(x + 4, y, z)
    for (let dx = -2; dx <= 2; dx++)
      for (let dz = -2; dz <= 2; dz++)
        level.set(x + 4 + dx, y + 1, z + dz, registry.blockState('stone'))
    level.set(x, y, z, registry.blockState('torch'))
    await simulation.advance(2)
    for (const away of [new Vec3(400, 100, 0), new Vec3(0, 100, 0)]) {
      movement.teleport(player, start.plus(away))
      player.gameMode = 'spectator'
      await simulation.advance(60)
    }
    expect(bot.world.getBlockLight(torch)).toBe(14)
    expect(bot.world.getBlockLight(torch.offset(0, 3, 0))).toBe(11)
    expect(bot.world.getSkyLight(sheltered)).toBe(12)
    expect(bot.world.getSkyLight(sheltered.offset(0, 2, 0))).toBe(15)
    level.set(x, y, z, registry.blockState('air'))
    for (const away of [new Vec3(400, 100, 0), new Vec3(0, 100, 0)]) {
      movement.teleport(player, start.plus(away))
      await simulation.advance(60)
    }
    expect(bot.world.getBlockLight(torch)).toBe(0)
  })

  it('reaches a client unchanged', async () => {
    session = await practice({ version, viewDistance: 2, terrain: 'normal' })
    const { bot, world } = session
    const loaded = new LoadedBlocks(new ClientWorld(bot), blockTableOf(registry), {
      loaded() {},
      changed() {},
    })
    loaded.start()
    const { spawn } = world.terrain
    const [chunkX, chunkZ] = [spawn.x >> 4, spawn.z >> 4]
    const floor = Math.max(world.game.level.minY, Math.floor(spawn.y) - 48)
    const [x0, z0] = [chunkX * 16 - 16, chunkZ * 16 - 16]
    const size = { x: 48, y: 120, z: 48 }
    // Liquids flow meanwhile, which the client learns as changes of blocks.
    const column = (x: number, z: number) => world.terrain.peek(x >> 4, z >> 4)
    const state = (x: number, y: number, z: number) =>
      column(x0 + x, z0 + z).getBlockStateId({ x: x & 15, y: y + floor, z: z & 15 })
    const wanted = bruteLight(registry, { size, state }, DARK)
    const apart = version !== '1.12.2'
    const { sections } = column(x0 + 16, z0 + 16)
    const isEmpty = (y: number) => sections[(y - world.game.level.minY) >> 4]?.isEmpty() !== false
    const wrong: string[] = []
    let lit = 0
    // The box leaves out the light from below it.
    for (let y = 16; y < size.y; y++)
      for (let z = 0; z < 16; z++)
        for (let x = 0; x < 16; x++) {
          const at = [chunkX * 16 + x, y + floor, chunkZ * 16 + z] as const
          const place = [x + 16, y, z + 16] as const
          const sky = loaded.sentLight('sky', ...at)
          const block = loaded.sentLight('block', ...at)
          if (sky !== wanted.sky(...place))
            wrong.push(`sky ${sky}, not ${wanted.sky(...place)} ${at}`)
          // Up to 1.13 the light of sections without blocks is not sent.
          const isSent = apart || block > 0 || !isEmpty(y + floor)
          if (isSent && block !== wanted.block(...place)) wrong.push(`block ${block} ${at}`)
          if (block > 0 || (sky > 0 && sky < 15)) lit++
        }
    expect(wrong.slice(0, 5)).toEqual([])
    expect(lit).toBeGreaterThan(0)
    loaded.stop()
  })

  it('crosses the borders of chunks, and follows changed blocks', () => {
    const terrain = createTerrain(registry, 3)
    const source = (x: number, z: number) => terrain.column(x, z)
    const level = new Level(registry, source)
    const random = seedrandom(`changes ${version}`)
    const kinds = ['stone', 'air', 'torch', 'water', 'lava', 'oak_leaves', 'glowstone']
    const ground = terrain.surface(0, 0)
    const size = { x: 48, y: 72, z: 48 }
    const floor = ground - 40
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 400; i++) {
        const kind = kinds[Math.floor(random() * kinds.length)] ?? 'air'
        const [x, y, z] = [random() * 12 - 6, ground + random() * 20 - 14, random() * 12 - 6]
        level.set(Math.floor(x), Math.floor(y), Math.floor(z), registry.blockState(kind))
      }
      const state = (x: number, y: number, z: number) => level.state(x - 24, y + floor, z - 24)
      const wanted = bruteLight(registry, { size, state }, DARK)
      // A fresh level with the same blocks, whose columns are lit in another order.
      const fresh = new Level(registry, (x, z) => {
        const column = source(x, z)
        for (const place of placesOf(size)) {
          const [px, py, pz] = [place.x - 24, place.y + floor, place.z - 24]
          if (px >> 4 !== x || pz >> 4 !== z) continue
          column.setBlockStateId({ x: px & 15, y: py, z: pz & 15 }, level.state(px, py, pz))
        }
        delete column.ownLight
        return column
      })
      fresh.litColumn(1, 0)
      const wrong: string[] = []
      for (const { x, y, z } of placesOf(size)) {
        // Light reaches 15 blocks, and this is what the box leaves out around it.
        if (Math.min(x, z) < 16 || y < 16 || Math.max(x, z) >= 32) continue
        const at = [x - 24, y + floor, z - 24] as const
        const levels = `${level.light.sky(...at)} ${level.light.block(...at)}`
        if (levels !== `${wanted.sky(x, y, z)} ${wanted.block(x, y, z)}`)
          wrong.push(`${at} ${levels}`)
        if (levels !== `${fresh.light.sky(...at)} ${fresh.light.block(...at)}`) wrong.push(`${at}`)
      }
      expect(wrong.slice(0, 5)).toEqual([])
    }
  })

  it('lets a torch and a cave mouth at a border light the next chunk', () => {
    const level = new Level(registry, createFlatTerrain(registry).column)
    const stone = registry.blockState('stone')
    const y = level.minY + 100
    for (let x = 0; x <= 31; x++)
      for (let dy = -1; dy <= 1; dy++) for (let z = 7; z <= 9; z++) level.set(x, y + dy, z, stone)
    // A tunnel from the border at x = 16 eastwards, whose mouth is open to the west.
    for (let x = 0; x <= 15; x++)
      for (let dy = -1; dy <= 1; dy++) for (let z = 7; z <= 9; z++) level.set(x, y + dy, z, 0)
    for (let x = 16; x <= 30; x++) level.set(x, y, 8, 0)
    const sky = () => [16, 17, 20, 30].map((x) => level.light.sky(x, y, 8))
    const block = () => [16, 17, 20, 30].map((x) => level.light.block(x, y, 8))
    expect(sky()).toEqual([14, 13, 10, 0])
    level.set(15, y, 8, stone)
    expect(sky()).toEqual([0, 0, 0, 0])
    level.set(15, y, 8, registry.blockState('torch'))
    expect(block()).toEqual([13, 12, 9, 0])
    level.set(15, y, 8, 0)
    expect(block()).toEqual([0, 0, 0, 0])
    expect(sky()).toEqual([14, 13, 10, 0])
  })

  it('is sent again only to clients that lack a neighbour of the chunk', async () => {
    session = await practice({ version, viewDistance: 2 })
    const { bot, world, simulation } = session
    const sent: string[] = []
    const client = bot._client as NodeJS.EventEmitter
    client.on('update_light', ({ chunkX, chunkZ }) => sent.push(`${chunkX},${chunkZ}`))
    const { level } = world.game
    const torch = registry.blockState('torch')
    await simulation.advance(20)
    level.set(0, level.minY + 80, 0, torch)
    await simulation.advance(2)
    expect(sent.splice(0)).toEqual([])
    // The client has the chunks from -2 to 1.
    level.set(31, level.minY + 80, 8, torch)
    await simulation.advance(2)
    expect(sent.toSorted()).toEqual(version === '1.12.2' ? [] : ['1,-1', '1,0', '1,1'])
    if (sent.length > 0) expect(bot.world.getBlockLight(new Vec3(30, level.minY + 80, 8))).toBe(13)
  })
})

/** All places of a box. */
function* placesOf(size: { x: number; y: number; z: number }) {
  for (let y = 0; y < size.y; y++)
    for (let z = 0; z < size.z; z++) for (let x = 0; x < size.x; x++) yield { x, y, z }
}
