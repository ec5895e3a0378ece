import { describe, expect, it } from 'vitest'
import { Interrupt } from '#body/interrupt'
import { type Blueprint, billOf } from '#skills/building/blueprint'
import { build } from '#skills/building/build'
import type { Tally } from '#skills/building/site'
import { blueprintOf, differences, packagedBlueprint } from '../../support/blueprints.ts'
import { type Stage, sharedStage } from '../../support/skills.ts'
import { casesFor, longIt } from '../../support/versions.ts'

const VERSION = '1.16.5'
/** Limit on one building (ms). */
const BUILD_MS = 180_000
const CORNER = [-4, 0, 2] as const

/** Gives the materials, builds, and returns the outcome with the last tally. */
async function built(
  stage: Stage,
  blueprint: Blueprint,
  {
    items = billOf(stage.game.registry, blueprint.blocks),
    signal = new AbortController().signal,
  } = {},
) {
  await stage.give({ ...items, dirt: 16 })
  let tally: Tally | undefined
  const onTally = (now: Tally) => {
    tally = now
  }
  const args = { blueprint, corner: stage.at(...CORNER), onTally }
  const { result, ticks } = await stage.perform(build, args, { signal })
  return { result, ticks, tally, wrong: differences(stage.game, blueprint, stage.at(...CORNER)) }
}

/** Number of blocks of dirt around the building. */
function dirtLeft(stage: Stage): number {
  let count = 0
  for (let x = -10; x <= 10; x++)
    for (let y = 0; y <= 10; y++)
      for (let z = -10; z <= 10; z++) if (stage.kind(x, y, z) === 'dirt') count++
  return count
}

describe('building', () => {
  const stage = sharedStage(VERSION, { perception: 'player' })

  it.each(casesFor({ all: ['hut', 'watchtower', 'bridge'], some: ['bridge'] }))(
    'the %s stands block for block, and no scaffolding is left',
    async (name) => {
      const blueprint = packagedBlueprint(stage().game.registry, name)
      const { result, tally, wrong } = await built(stage(), blueprint)
      expect([result, wrong]).toEqual([{ ok: true }, []])
      expect(tally).toMatchObject({ standing: blueprint.blocks.length, missing: {} })
      expect(dirtLeft(stage())).toBe(0)
    },
    BUILD_MS,
  )

  longIt(
    'leaves in the way and around it are dug, also beside a house of others, whose blocks stay',
    async () => {
      const { at, block, body, fill, kind } = stage()
      const [x, y, z] = CORNER
      fill([x - 2, y + 1, z - 2], [x + 4, y + 4, z + 2], 'oak_leaves')
      block(x + 2, y + 1, z + 2, 'oak_planks')
      body.builds.respects = true
      body.builds.survey([at(x + 2, y + 1, z + 2)])
      const pillar = [0, 1, 2].map((height) => [0, height, 0, 'stone'] as const)
      const { result, wrong } = await built(stage(), blueprintOf(...pillar, [2, 0, 0, 'stone']))
      expect([result, wrong]).toEqual([{ ok: true }, []])
      expect(kind(x + 2, y + 1, z + 2)).toBe('oak_planks')
    },
    BUILD_MS,
  )

  it('the block under a door on a slope stays', async () => {
    const { fill, kind } = stage()
    const [x, y, z] = CORNER
    fill([x - 1, y - 1, z - 1], [x + 1, y - 1, z + 1], 'air')
    const half = (height: number, half: string) =>
      [0, height, 0, 'oak_door', { facing: 'north', half }] as const
    const door = blueprintOf(half(0, 'lower'), half(1, 'upper'))
    const { result, wrong } = await built(stage(), door)
    expect([result, wrong]).toEqual([{ ok: true }, []])
    expect(kind(x, y - 1, z)).toBe('dirt')
  })

  it('a remembered block in the way that is gone out of sight does not keep the agent', async () => {
    const { at, block, body, fill, give, perform, simulation, stand } = stage()
    const [x, y, z] = CORNER
    block(x + 2, y, z, 'oak_leaves')
    await stand(0, 0, 0)
    await simulation.run(body.controls.lookAt(at(x + 2, y, z).offset(0.5, 0.5, 0.5)))
    await simulation.advance(10)
    expect(body.traitsAt(at(x + 2, y, z)).name).toBe('oak_leaves')
    fill([x + 1, y, z - 1], [x + 3, y + 1, z + 1], 'stone')
    block(x + 2, y, z, 'air')
    await give({ stone: 1 })
    const blueprint = { ...blueprintOf([0, 0, 0, 'stone']), air: [{ x: 2, y: 0, z: 0 }] }
    const { result } = await perform(build, {
      ...{ blueprint, corner: at(...CORNER), onTally: () => {} },
    })
    expect(result).toEqual({ ok: true })
  })

  longIt(
    'blocks face as planned',
    async () => {
      const facings = ['north', 'south', 'east', 'west']
      const floor = Array.from(
        { length: 36 },
        (_, i) => [i % 9, 0, 2 * Math.floor(i / 9), 'stone'] as const,
      )
      const blueprint = blueprintOf(
        ...floor,
        ...facings.map((facing, i) => [i, 1, 0, 'oak_stairs', { facing, half: 'bottom' }] as const),
        ...facings.map(
          (facing, i) => [i + 5, 1, 0, 'oak_stairs', { facing, half: 'top' }] as const,
        ),
        ...facings.map((facing, i) => [2 * i, 1, 2, 'furnace', { facing }] as const),
        ...facings.map((facing, i) => [2 * i, 1, 4, 'oak_fence_gate', { facing }] as const),
        [0, 1, 6, 'oak_log', { axis: 'x' }],
        [2, 1, 6, 'oak_log', { axis: 'y' }],
        [4, 1, 6, 'oak_log', { axis: 'z' }],
        [5, 1, 6, 'oak_slab', { type: 'top' }],
        [6, 1, 6, 'oak_slab', { type: 'bottom' }],
        [7, 1, 6, 'oak_trapdoor', { facing: 'west', half: 'bottom' }],
        [8, 1, 6, 'chest', { facing: 'south', type: 'single' }],
      )
      const { result, wrong } = await built(stage(), blueprint)
      expect([result, wrong]).toEqual([{ ok: true }, []])
    },
    BUILD_MS,
  )

  longIt(
    'an interrupted run is resumed: what stands already counts',
    async () => {
      const blueprint = packagedBlueprint(stage().game.registry, 'hut')
      const stop = new AbortController()
      void stage()
        .body.clock.wait(500)
        .then(() => stop.abort(new Interrupt('interrupted', 'stopped')))
      const first = await built(stage(), blueprint, { signal: stop.signal })
      expect(first.result).toMatchObject({ ok: false, failure: { kind: 'interrupted' } })
      const left = first.wrong.length
      expect(left).toBeGreaterThan(20)
      expect(left).toBeLessThan(100)
      const second = await built(stage(), blueprint, { items: {} })
      expect([second.result, second.wrong]).toEqual([{ ok: true }, []])
      expect(dirtLeft(stage())).toBe(0)
    },
    BUILD_MS,
  )

  it('wrong blocks and obstacles are replaced', async () => {
    const on = stage()
    const blueprint = {
      ...blueprintOf([0, 0, 0, 'cobblestone'], [1, 0, 0, 'cobblestone'], [2, 0, 0, 'oak_planks']),
      air: [{ x: 1, y: 1, z: 0 }],
    }
    on.block(-3, 0, 2, 'dirt')
    on.block(-3, 1, 2, 'dirt')
    on.block(-2, 0, 2, 'oak_planks')
    const { result, wrong } = await built(on, blueprint, { items: { cobblestone: 2 } })
    expect([result, wrong, on.kind(-3, 1, 2)]).toEqual([{ ok: true }, [], 'air'])
  })

  it('blocks of a building of others stay, and the report counts them', async () => {
    const on = stage()
    on.body.builds.respects = true
    try {
      const blueprint = blueprintOf([0, 0, 0, 'cobblestone'], [1, 0, 0, 'cobblestone'])
      on.block(-3, 0, 2, 'bookshelf')
      const { result, tally } = await built(on, blueprint)
      expect(on.kind(-3, 0, 2)).toBe('bookshelf')
      expect(tally).toMatchObject({ standing: 1, planned: 2 })
      expect(result).toMatchObject({
        failure: { kind: 'unreachable', detail: expect.stringContaining('1 of 2 blocks') },
      })
    } finally {
      on.body.builds.respects = false
    }
  })

  it('a missing material is named', async () => {
    const blueprint = blueprintOf([0, 0, 0, 'cobblestone'], [1, 0, 0, 'glass'])
    const { result, tally } = await built(stage(), blueprint, { items: { cobblestone: 1 } })
    expect(result).toMatchObject({ failure: { kind: 'missing-material' } })
    expect(tally).toEqual({ standing: 1, planned: 2, unseen: 0, missing: { glass: 1 } })
  })

  it('a block in the air is placed against scaffolding, which is removed', async () => {
    const blueprint = blueprintOf([0, 3, 0, 'cobblestone'])
    const { result, wrong } = await built(stage(), blueprint)
    expect([result, wrong, dirtLeft(stage())]).toEqual([{ ok: true }, [], 0])
  })
})
