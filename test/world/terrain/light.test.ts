import seedrandom from 'seedrandom'
import { Vec3 } from 'vec3'
import { afterEach, describe, expect, it } from 'vitest'
import { ClientWorld } from '#body/client-world'
import { blockTableOf } from '#knowledge/block-traits'
import { registryFor } from '#knowledge/registry'
import { LoadedBlocks } from '#perception/loaded-blocks'
import { ColumnBuffer, LAYER } from '#world/terrain/column-buffer'
import { LightFlood } from '#world/terrain/light-flood'
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
      const size = { x: 16, y: light.clearFrom, z: 16 }
      const wanted = bruteLight(registry, { size, state: (x, y, z) => buffer.get(x, y, z) }, DARK)
      const wrong: string[] = []
      for (let at = 0; at < light.clearFrom * LAYER; at++) {
        const place = [at & 15, at >> 8, (at >> 4) & 15] as const
        if (light.sky[at] !== wanted.sky(...place)) wrong.push(`sky ${place}`)
        if (light.block[at] !== wanted.block(...place)) wrong.push(`block ${place}`)
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
    const { terrain } = world
    const [chunkX, chunkZ] = [terrain.spawn.x >> 4, terrain.spawn.z >> 4]
    const column = terrain.column(chunkX, chunkZ)
    const minY = registry.data.supportFeature('tallWorld') ? -64 : 0
    const size = { x: 16, y: 200 - minY, z: 16 }
    const states = new Uint16Array(size.y * LAYER)
    for (let y = 0; y < size.y; y++)
      for (let place = 0; place < LAYER; place++)
        states[y * LAYER + place] = column.getBlockStateId({
          x: place & 15,
          y: y + minY,
          z: place >> 4,
        } as Parameters<typeof column.getBlockStateId>[0])
    const state = (x: number, y: number, z: number) => states[y * LAYER + z * 16 + x] ?? 0
    const wanted = bruteLight(registry, { size, state }, DARK)
    const apart = version !== '1.12.2'
    const isEmpty = (section: number) =>
      states.subarray(section * 16 * LAYER, (section + 1) * 16 * LAYER).every((id) => id === 0)
    const wrong: string[] = []
    let lit = 0
    for (let y = 0; y < size.y; y++)
      for (let z = 0; z < 16; z++)
        for (let x = 0; x < 16; x++) {
          const at = [chunkX * 16 + x, y + minY, chunkZ * 16 + z] as const
          const sky = loaded.sentLight('sky', ...at)
          const block = loaded.sentLight('block', ...at)
          if (sky !== wanted.sky(x, y, z))
            wrong.push(`sky ${sky}, not ${wanted.sky(x, y, z)} ${at}`)
          // Up to 1.13 the light of sections without blocks is not sent.
          const isSent = apart || block > 0 || !isEmpty((y + minY) >> 4)
          if (isSent && block !== wanted.block(x, y, z)) wrong.push(`block ${block} ${at}`)
          if (block > 0 || (sky > 0 && sky < 15)) lit++
        }
    expect(wrong.slice(0, 5)).toEqual([])
    expect(lit).toBeGreaterThan(0)
    loaded.stop()
  })
})
