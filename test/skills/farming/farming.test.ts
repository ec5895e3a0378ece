import { describe, expect, it } from 'vitest'
import { planFor } from '#agent/planner/symbolic-planner'
import { Interrupt } from '#body/interrupt'
import { inventoryObservation } from '#goal/observation'
import { goalText } from '#goal/print'
import { harvestSources } from '#knowledge/harvest'
import { farm } from '#skills/farming/farm'
import { language, registry } from '../../support/language.ts'
import { type Stage, sharedStage } from '../../support/skills.ts'
import { longIt } from '../../support/versions.ts'
import { ERAS } from '../../support/windows.ts'

const done = { ok: true }

/** Soil with a ditch of water through it. */
async function meadow({ fill, simulation }: Stage): Promise<void> {
  fill([2, -1, -4], [8, -1, 4], 'grass_block')
  fill([5, -1, -3], [5, -1, 3], 'water')
  await simulation.advance(20)
}

function plants(stage: Stage): string[] {
  return places(stage, 'wheat', 0).map(([x, z]) => `${x},${z}`)
}

/** Positions of blocks of a kind at a height of the stage. */
function places({ kind }: Stage, name: string, y: number): [x: number, z: number][] {
  const found: [number, number][] = []
  for (let x = -10; x <= 10; x++)
    for (let z = -10; z <= 10; z++) if (kind(x, y, z) === name) found.push([x, z])
  return found
}

/** Makes every plant ripe at once. */
function ripen(stage: Stage): void {
  for (const [x, z] of places(stage, 'wheat', 0)) stage.block(x, 0, z, 'wheat', { age: '7' })
}

/** Calls back after a number of ticks, while a skill runs. */
function later({ body }: Stage, ticks: number, act: () => void): void {
  body.clock.wait(ticks).then(act)
}

describe.each(ERAS)('farming on %s', (version) => {
  const stage = sharedStage(version, { viewDistance: 3 })

  it('the agent tills, sows beside water, and harvests ripe crops', async () => {
    const { give, perform, carried } = stage()
    await meadow(stage())
    await give({ wheat_seeds: 3, wooden_hoe: 1 })
    const early: number[] = []
    later(stage(), 800, () => {
      early.push(plants(stage()).length, carried().wheat ?? 0)
      ripen(stage())
    })
    const { result, ticks } = await perform(farm, { item: 'wheat', count: 3 })
    expect(result).toEqual(done)
    expect(early).toEqual([3, 0])
    expect(carried().wheat).toBe(3)
    expect(ticks).toBeLessThan(1600)
  })

  it('the agent sows in a row and tills the soil on both sides of it', async () => {
    const { give, perform, fill, kind } = stage()
    await meadow(stage())
    fill([6, -1, -4], [8, -1, 4], 'dirt')
    await give({ wheat_seeds: 3, wooden_hoe: 1 })
    let rows: [number, number][] = []
    let tilled: number[] = []
    later(stage(), 800, () => {
      rows = places(stage(), 'wheat', 0)
      tilled = rows.map(([x, z]) => {
        let soil = 0
        for (let dx = -1; dx <= 1; dx++)
          for (let dz = -1; dz <= 1; dz++) if (kind(x + dx, -1, z + dz) === 'farmland') soil++
        return soil
      })
      ripen(stage())
    })
    expect((await perform(farm, { item: 'wheat', count: 3 })).result).toEqual(done)
    expect(rows).toHaveLength(3)
    for (const soil of tilled) expect(soil).toBeGreaterThanOrEqual(7)
  })

  it('the agent digs off soil above the water', async () => {
    const { give, perform, fill, carried, simulation } = stage()
    fill([5, -1, -3], [5, -1, 3], 'water')
    fill([6, -1, -4], [9, -1, 4], 'dirt')
    fill([7, 0, -4], [9, 0, 4], 'grass_block')
    await simulation.advance(20)
    await give({ wheat_seeds: 2, wooden_hoe: 1 })
    const sown: [number, number][] = []
    later(stage(), 1200, () => {
      sown.push(...places(stage(), 'wheat', 0))
      ripen(stage())
    })
    expect((await perform(farm, { item: 'wheat', count: 2 })).result).toEqual(done)
    expect(sown).toHaveLength(2)
    expect(sown.every(([x]) => x >= 7)).toBe(true)
    expect(carried().wheat).toBe(2)
  })

  longIt('the agent walks to where it sees the soil that it tills', async () => {
    const { give, perform, fill, stand, simulation } = stage()
    fill([5, -1, -4], [5, -1, 4], 'water')
    fill([6, -1, -1], [6, -1, 1], 'dirt')
    fill([7, 0, -6], [10, 1, 6], 'stone')
    await simulation.advance(20)
    await stand(7, 2, 0)
    await give({ wheat_seeds: 1, wooden_hoe: 1 })
    later(stage(), 600, () => ripen(stage()))
    expect((await perform(farm, { item: 'wheat', count: 1 })).result).toEqual(done)
  })

  it('the agent waits on dry ground after it started in the water', async () => {
    const { give, perform, fill, stand, body, block, simulation } = stage()
    fill([2, -2, -2], [5, -1, 2], 'water')
    fill([6, -1, -4], [9, -1, 4], 'dirt')
    block(6, -1, 1, 'farmland', { moisture: '7' })
    block(6, 0, 1, 'wheat')
    await simulation.advance(20)
    await stand(4, -2, 0)
    await give({ wooden_hoe: 1 })
    const wet: boolean[] = []
    for (const ticks of [300, 400, 500]) later(stage(), ticks, () => wet.push(body.footing.inWater))
    later(stage(), 600, () => ripen(stage()))
    expect((await perform(farm, { item: 'wheat', count: 1 })).result).toEqual(done)
    expect(wet).toEqual([false, false, false])
  })

  longIt('the agent passes the night walled in, and resumes in the morning', async () => {
    const { give, perform, fill, game, body, at, kind, carried } = stage()
    fill([-10, -5, -10], [10, -1, 10], 'dirt')
    await meadow(stage())
    await give({ wheat_seeds: 1, wooden_hoe: 1 })
    game.time.ofDay = 11_500
    let depth = 0
    let walls: string[] = []
    later(stage(), 3000, () => {
      const { x, y, z } = body.feet.minus(at(0, 0, 0))
      depth = -y
      walls = [
        kind(x, y + 2, z),
        ...[0, 1].flatMap((up) => [
          kind(x + 1, y + up, z),
          kind(x - 1, y + up, z),
          kind(x, y + up, z + 1),
          kind(x, y + up, z - 1),
        ]),
      ]
      ripen(stage())
    })
    const { result, ticks } = await perform(farm, { item: 'wheat', count: 1 })
    expect(result).toEqual(done)
    expect(carried().wheat).toBe(1)
    expect(depth).toBeGreaterThan(0)
    expect(walls).not.toContain('air')
    // Monsters that burn in daylight are gone when the agent leaves its shelter.
    expect(ticks).toBeGreaterThan(24_000 + 1000 - 11_500)
  })

  it('the agent returns to its distant field without more seeds', async () => {
    const { give, perform, fill, game, player, at, simulation, carried } = stage()
    await meadow(stage())
    await give({ wheat_seeds: 1, wooden_hoe: 1 })
    const called = new AbortController()
    later(stage(), 400, () => called.abort(new Interrupt('hurt', 'zombie near')))
    const args = { item: 'wheat', count: 1 }
    const first = await perform(farm, args, { signal: called.signal })
    expect(first.result).toMatchObject({ failure: { kind: 'hurt' } })
    fill([-45, -1, -1], [-11, -1, 1], 'stone')
    game.movement.teleport(player, at(-44, 0, 0).offset(0.5, 0, 0.5))
    await simulation.advance(20)
    ripen(stage())
    expect((await perform(farm, args)).result).toEqual(done)
    expect(carried().wheat).toBe(1)
    fill([-45, -1, -1], [-11, -1, 1], 'air')
  })

  longIt('the agent sows more than it needs where it finds seeds nearby', async () => {
    const { give, perform, fill, carried, simulation } = stage()
    await meadow(stage())
    fill([-8, -1, -4], [-2, -1, 4], 'grass_block')
    const [grass] = harvestSources(stage().game.registry, 'wheat_seeds')
    fill([-8, 0, -4], [-2, 0, 4], grass?.block ?? '')
    await simulation.advance(20)
    await give({ wheat_seeds: 1, wooden_hoe: 1 })
    let sown = 0
    later(stage(), 3000, () => {
      sown = plants(stage()).length
      ripen(stage())
    })
    expect((await perform(farm, { item: 'wheat', count: 1 })).result).toEqual(done)
    expect(sown).toBe(3)
    expect(carried().wheat).toBe(1)
  })

  it('the agent uses bone meal on the crop if it carries some', async () => {
    const { give, perform, carried } = stage()
    await meadow(stage())
    await give({ wheat_seeds: 1, iron_hoe: 1, bone_meal: 8 })
    const { result, ticks } = await perform(farm, { item: 'wheat', count: 1 })
    expect(result).toEqual(done)
    expect(carried().wheat).toBe(1)
    expect(carried().bone_meal).toBeLessThan(8)
    expect(ticks).toBeLessThan(400)
  })

  it('a goal lists what is missing', async () => {
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
  it('the planner starts from grass', () => {
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
