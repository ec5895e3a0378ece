import { describe, expect, it } from 'vitest'
import { planFor } from '#agent/planner/symbolic-planner'
import { Interrupt } from '#body/interrupt'
import { inventoryObservation } from '#goal/observation'
import { parsePlan } from '#goal/parse'
import { goalText } from '#goal/print'
import { repairPlan } from '#goal/repair/repair'
import { fish } from '#skills/farming/fish'
import { language, registry } from '../../support/language.ts'
import { type Stage, sharedStage } from '../../support/skills.ts'
import { ERAS } from '../../support/windows.ts'

const done = { ok: true }
const FISH = ['cod', 'salmon', 'tropical_fish', 'pufferfish']

/** A pool of still water beside the agent, two blocks deep. */
function digPool({ fill }: Pick<Stage, 'fill'>): void {
  fill([3, -3, -5], [9, -3, 5], 'stone')
  fill([3, -2, -5], [9, -1, 5], 'water')
}

const hooks = ({ bot }: Stage) =>
  Object.values(bot.entities).filter(({ name }) =>
    /^(fishing_bobber|Fishing Hook)$/.test(name ?? ''),
  )

/** How many of the nine places of the hotbar and the rest have seen wear. */
const rodWear = ({ player }: Stage) =>
  player.inventory.slots.reduce((sum, item) => sum + (item?.durabilityUsed ?? 0), 0)

it('the budget is a whole number of ticks, whatever the share of a fish', () => {
  for (const item of FISH) expect(fish.budget({ item, count: 1 }) % 1).toBe(0)
})

describe.each(ERAS)('fishing on %s', (version) => {
  const stage = sharedStage(version, { perception: 'player' })

  it('the agent catches fish from the bank, one per reeling in', async () => {
    const { perform, give, carried, body, game } = stage()
    digPool(stage())
    await give({ fishing_rod: 1 })
    const { result, ticks } = await perform(fish, { item: 'cod', count: 2 })
    expect(result).toEqual(done)
    expect(carried().cod).toBeGreaterThanOrEqual(2)
    const { fishing_rod: rods, ...caught } = carried()
    expect(rods).toBeGreaterThanOrEqual(1)
    const pulls = Object.values(caught).reduce((sum, count) => sum + count, 0)
    expect(ticks).toBeGreaterThan(120 * pulls)
    expect(rodWear(stage())).toBeGreaterThanOrEqual(pulls)
    expect(body.footing.inWater).toBe(false)
    expect(game.clientLimits.violations).toEqual({})
  })

  it('the agent leaves no bobber in the water when the signal fires', async () => {
    const { perform, give, simulation, body } = stage()
    digPool(stage())
    await give({ fishing_rod: 1 })
    const off = new AbortController()
    const watch = async () => {
      await body.until(() => hooks(stage()).length > 0, 600, new AbortController().signal)
      await body.wait(30, new AbortController().signal)
      off.abort(new Interrupt('interrupted', 'called off'))
    }
    const watching = watch()
    const { result } = await perform(fish, { item: 'cod', count: 1 }, { signal: off.signal })
    await simulation.run(watching)
    expect(result).toMatchObject({ failure: { kind: 'interrupted' } })
    await simulation.advance(5)
    expect(hooks(stage())).toEqual([])
    expect(rodWear(stage())).toBe(0)
    // The next run starts over: its first click casts.
    expect((await perform(fish, { item: 'cod', count: 1 })).result).toEqual(done)
  })
})

describe('fishing', () => {
  const stage = sharedStage('1.16.5')

  it('the agent needs a rod, and fails when the last one breaks', async () => {
    const { perform, give, player, game } = stage()
    digPool(stage())
    expect((await perform(fish, { item: 'cod', count: 1 })).result).toMatchObject({
      failure: { kind: 'missing-tool' },
    })
    await give({ fishing_rod: 1 })
    const worn = player.inventory.heldItem
    if (!worn) throw new Error('no rod in the hand')
    player.inventory.wearHeld(worn.maxDurability - 2)
    const { result } = await perform(fish, { item: 'tropical_fish', count: 9 })
    expect(result).toMatchObject({ failure: { kind: 'missing-tool' } })
    expect(game.clientLimits.violations).toEqual({})
  })

  it('the agent leaves the water first', async () => {
    const { perform, give, stand, body } = stage()
    digPool(stage())
    await stand(7, -2, 0)
    await give({ fishing_rod: 1 })
    expect((await perform(fish, { item: 'cod', count: 1 })).result).toEqual(done)
    expect(body.footing.inWater).toBe(false)
    expect(body.position.y).toBeGreaterThanOrEqual(150)
  })

  it('the agent waits out the longer times of covered water', async () => {
    const { perform, give, fill } = stage()
    digPool(stage())
    fill([1, 8, -8], [10, 8, 8], 'stone')
    await give({ fishing_rod: 1 })
    expect((await perform(fish, { item: 'cod', count: 1 })).result).toEqual(done)
  })

  it('the agent ignores a bite on another player’s line', async () => {
    const { perform, give, game, player, simulation, body } = stage()
    digPool(stage())
    await give({ fishing_rod: 1 })
    // Bubbles of another line all over the pool, as the server shows them.
    const bubbles = setInterval(() => {
      for (const z of [-3, 3])
        player.send('world_particles', {
          ...{ particleId: 4, longDistance: false, x: stage().at(8, 0, 0).x, y: 150 },
          ...{ z: stage().at(0, 0, z).z + 0.5, offsetX: 0.25, offsetY: 0, offsetZ: 0.25 },
          ...{ particleData: 0.2, particles: 6 },
        })
    }, 50)
    try {
      const { ticks, result } = await perform(fish, { item: 'cod', count: 1 })
      expect(result).toEqual(done)
      expect(ticks).toBeGreaterThan(120)
    } finally {
      clearInterval(bubbles)
    }
    expect(game.clientLimits.violations).toEqual({})
    expect(body.footing.inWater).toBe(false)
    await simulation.advance(1)
  })
})

describe('fish', () => {
  function plan(item: string, held: Record<string, number>) {
    const planned = planFor(language, {
      task: { target: { [item]: 1 }, wear: null },
      observation: inventoryObservation(registry, held),
      unavailable: new Set(),
      feedback: null,
    })
    return planned.ok ? planned.plan.map(goalText) : [planned.reason]
  }

  it('are planned with a rod made of sticks and string', () => {
    const goals = plan('cooked_salmon', { string: 2, crafting_table: 1 })
    expect(goals).toContain("fish({salmon:1}, 'fishing_rod')")
    expect(
      goals.some((goal) => goal.startsWith('craft({fishing_rod:1}, {string:2, stick:3}')),
    ).toBe(true)
    expect(goals.at(-1)).toMatch(/^smelt\(\{cooked_salmon:1\}/)
    expect(plan('cod', { fishing_rod: 1 })).toEqual(["fish({cod:1}, 'fishing_rod')"])
  })

  it('need as many rods as are likely to wear out', () => {
    const goals = plan('saddle', { fishing_rod: 1, string: 8, stick: 12, crafting_table: 1 })
    expect(goals.some((goal) => goal.startsWith('craft({fishing_rod:1}'))).toBe(true)
    expect(goals.at(-1)).toBe("fish({saddle:1}, 'fishing_rod')")
  })

  it('are named by their old names, too, in the goal language', () => {
    const parsed = parsePlan(language, "fish({pufferfish:1}, 'fishing_rod')")
    expect(parsed.ok && parsed.goals.map(goalText)).toEqual(["fish({pufferfish:1}, 'fishing_rod')"])
    const repaired = repairPlan(language, "obtain({fish: 2}, 'fishing_rod')")
    expect(repaired.ok && repaired.goals.map(goalText)).toEqual(["fish({cod:2}, 'fishing_rod')"])
    expect(FISH.every((item) => language.recipes(item).some(({ skill }) => skill === 'fish'))).toBe(
      true,
    )
    expect(language.recipes('leather').some(({ skill }) => skill === 'fish')).toBe(false)
  })
})
