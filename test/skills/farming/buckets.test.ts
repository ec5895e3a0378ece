import { describe, expect, it } from 'vitest'
import { scoop } from '#body/bucket'
import { fill } from '#skills/farming/fill'
import { empty } from '#skills/items/empty'
import { sharedStage } from '../../support/skills.ts'
import { ERAS } from '../../support/windows.ts'

const done = { ok: true }

describe.each(ERAS)('buckets on %s', (version) => {
  const stage = sharedStage(version)

  it('the agent fills them from water and lava sources', async () => {
    const { give, perform, carried, fill: lay, block, kind, simulation } = stage()
    lay([5, -2, 3], [7, -2, 5], 'stone')
    lay([6, -1, 4], [6, -1, 4], 'water')
    block(-6, -1, 4, 'lava')
    await simulation.advance(40)
    await give({ bucket: 3 })
    expect((await perform(fill, { item: 'water_bucket', count: 1 })).result).toEqual(done)
    expect(kind(6, -1, 4)).toBe('air')
    expect((await perform(fill, { item: 'lava_bucket', count: 1 })).result).toEqual(done)
    expect(kind(-6, -1, 4)).toBe('air')
    expect(carried()).toEqual({ bucket: 1, water_bucket: 1, lava_bucket: 1 })
  })

  it('the agent fills none from flowing liquids, and none without a bucket', async () => {
    const { give, perform, carried, block, simulation, kind } = stage()
    expect((await perform(fill, { item: 'water_bucket', count: 1 })).result).toMatchObject({
      failure: { kind: 'missing-material' },
    })
    await give({ bucket: 1 })
    // Water flows over the floor from a source that is out of reach.
    block(0, 8, 7, 'water')
    await simulation.advance(160)
    expect(kind(0, 0, 7)).toBe('water')
    const { result } = await perform(
      { ...fill, budget: () => 300 },
      { item: 'water_bucket', count: 1 },
    )
    expect(result.ok).toBe(false)
    expect(carried()).toEqual({ bucket: 1 })
  })

  it('the agent fills one from a source of which it sees a corner only', async () => {
    const { at, block, body, carried, give, simulation, stand } = stage()
    block(2, -1, 0, 'air')
    block(2, -2, 0, 'lava')
    // From the slab, the edge of the pit hides all but the far end of the source.
    block(0, 0, 0, 'stone_slab', { type: 'bottom' })
    await stand(0, 0.5, 0)
    await give({ bucket: 1 })
    const { signal } = new AbortController()
    expect(await simulation.run(scoop(body, at(2, -2, 0), signal))).toBe(true)
    expect(carried()).toEqual({ lava_bucket: 1 })
    expect(body.traitsAt(at(2, -2, 0)).source).toBe(false)
  })

  it('the agent milks cows, not calves', async () => {
    const { give, perform, carried, game, at, simulation } = stage()
    await give({ bucket: 1 })
    game.mobs.spawn('cow', at(2, 0, 2).offset(0.5, 0, 0.5), { baby: true })
    game.mobs.spawn('cow', at(6, 0, -5).offset(0.5, 0, 0.5))
    await simulation.advance(10)
    expect((await perform(fill, { item: 'milk_bucket', count: 1 })).result).toEqual(done)
    expect(carried()).toEqual({ milk_bucket: 1 })
  })

  it.each(['water', 'lava'])(
    'the agent empties %s into a pit, from which nothing flows',
    async (liquid) => {
      const { give, perform, carried, at, game, simulation, player } = stage()
      await give({ [`${liquid}_bucket`]: 1, iron_pickaxe: 1 })
      const before = player.vitals.health
      expect((await perform(empty, { item: 'bucket', count: 1 })).result).toEqual(done)
      expect(carried()).toMatchObject({ bucket: 1 })
      await simulation.advance(200)
      const wet: string[] = []
      for (let x = -8; x <= 8; x++)
        for (let y = -3; y <= 3; y++)
          for (let z = -8; z <= 8; z++) {
            const place = at(x, y, z)
            if (game.level.name(place.x, place.y, place.z) === liquid) wet.push(`${x} ${y} ${z}`)
          }
      expect(wet).toHaveLength(1)
      expect(player.vitals.health).toBe(before)
    },
  )
})

describe.each(ERAS)('lava behind rock on %s', (version) => {
  const stage = sharedStage(version, { perception: 'loaded' })

  it('the agent opens the wall, scoops, and closes the hole unharmed', async () => {
    const { carried, fill: lay, give, kind, perform, player, simulation, stand } = stage()
    lay([-10, 0, -10], [10, 9, 10], 'stone')
    lay([-4, 0, 0], [4, 1, 0], 'air')
    // Lava all around, two blocks from the tunnel.
    for (const z of [-3, 2]) lay([-8, 0, z], [8, 1, z + 1], 'lava')
    await stand(0, 0, 0)
    await give({ bucket: 2, stone_pickaxe: 1, cobblestone: 16 })
    const { result, ticks } = await perform(fill, { item: 'lava_bucket', count: 2 })
    expect(result).toEqual(done)
    expect(carried().lava_bucket).toBe(2)
    expect(ticks).toBeLessThan(200)
    await simulation.advance(200)
    expect(player.vitals.health).toBe(20)
    const tunnel = Array.from({ length: 9 }, (_, i) => [kind(i - 4, 0, 0), kind(i - 4, 1, 0)])
    expect(new Set(tunnel.flat())).toEqual(new Set(['air']))
  })
})
