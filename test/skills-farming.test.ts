import { describe, expect, it } from 'vitest'
import { farm } from '../skills/farm.ts'
import { planFor } from '../src/agent/planner/symbolic-planner.ts'
import { inventoryObservation } from '../src/goal/observation.ts'
import { goalText } from '../src/goal/print.ts'
import { language, registry } from './support/language.ts'
import { type Stage, sharedStage } from './support/skills.ts'
import { ERAS } from './support/windows.ts'

const done = { ok: true }

/** Soil with a ditch of water through it. */
async function meadow({ fill, simulation }: Stage): Promise<void> {
  fill([2, -1, -4], [8, -1, 4], 'grass_block')
  fill([5, -1, -3], [5, -1, 3], 'water')
  await simulation.advance(20)
}

function plants({ kind }: Stage): string[] {
  const found: string[] = []
  for (let x = -10; x <= 10; x++)
    for (let z = -10; z <= 10; z++) if (kind(x, 0, z) === 'wheat') found.push(`${x},${z}`)
  return found
}

describe.each(ERAS)('farming on %s', (version) => {
  const stage = sharedStage(version)

  it('tills, sows by the water, and harvests what is ripe', async () => {
    const { give, perform, carried, clock, game, at } = { ...stage(), clock: stage().body.clock }
    await meadow(stage())
    await give({ wheat_seeds: 3, wooden_hoe: 1 })
    const early: number[] = []
    clock.wait(600).then(() => {
      early.push(plants(stage()).length, carried().wheat ?? 0)
      for (const plant of plants(stage())) {
        const [x = 0, z = 0] = plant.split(',').map(Number)
        const { level, registry: kinds } = game
        const place = at(x, 0, z)
        level.set(place.x, place.y, place.z, kinds.blockState('wheat', { age: '7' }))
      }
    })
    const { result, ticks } = await perform(farm, { item: 'wheat', count: 3 })
    expect(result).toEqual(done)
    expect(early).toEqual([3, 0])
    expect(carried().wheat).toBe(3)
    expect(ticks).toBeLessThan(1400)
  })

  it('feeds the crop with bone meal where it has some', async () => {
    const { give, perform, carried } = stage()
    await meadow(stage())
    await give({ wheat_seeds: 1, iron_hoe: 1, bone_meal: 8 })
    const { result, ticks } = await perform(farm, { item: 'wheat', count: 1 })
    expect(result).toEqual(done)
    expect(carried().wheat).toBe(1)
    expect(carried().bone_meal).toBeLessThan(8)
    expect(ticks).toBeLessThan(400)
  })

  it('says what is missing', async () => {
    const { give, perform } = stage()
    const failure = async () => {
      const { result } = await perform(farm, { item: 'wheat', count: 2 })
      return result.ok ? null : result.failure
    }
    await give({ wheat_seeds: 1, stone_hoe: 1 })
    expect(await failure()).toMatchObject({ kind: 'missing-material' })
  })
})

describe('bread', () => {
  it('is planned from grass', () => {
    const planned = planFor(language, {
      task: { target: { bread: 1 }, wear: null },
      observation: inventoryObservation(registry, {}),
      unavailable: new Set(),
      feedback: null,
    })
    const goals = planned.ok ? planned.plan.map(goalText) : []
    expect(goals).toContain('mine({wheat_seeds:3}, null)')
    expect(goals).toContain("farm({wheat:3}, {wheat_seeds:3}, 'wooden_hoe')")
    expect(goals.at(-1)).toMatch(/^craft\(\{bread:1\}, \{wheat:3\}/)
  })
})
