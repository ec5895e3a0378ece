import { describe, expect, it } from 'vitest'
import { NearestSelector } from '../selector/nearest.ts'
import type { PlanRequest } from '../src/agent/planner/planner.ts'
import { planFor, SymbolicPlanner } from '../src/agent/planner/symbolic-planner.ts'
import { craftingChoices, smeltingChoice } from '../src/goal/choices.ts'
import type { ItemCounts, Plan } from '../src/goal/goal.ts'
import { missingFor } from '../src/goal/preconditions.ts'
import { goalText, planText } from '../src/goal/print.ts'
import { holds } from '../src/goal/success.ts'
import { minedItem } from '../src/knowledge/harvest.ts'
import { tagMembers } from '../src/knowledge/item-tags.ts'
import { resolveItem } from '../src/knowledge/names.ts'
import { type Registry, registryFor } from '../src/knowledge/registry.ts'
import deps from '../src/trial/deps-tasks.json' with { type: 'json' }

const registry = registryFor('1.16.5')

function request(target: ItemCounts, more: Partial<PlanRequest> = {}): PlanRequest {
  const nothing = {
    inventory: {},
    knownTable: false,
    knownFurnace: false,
    unavailable: new Set<string>(),
  }
  return { target, ...nothing, ...more }
}

function planned(target: ItemCounts, more: Partial<PlanRequest> = {}, of = registry): Plan {
  const result = planFor(of, request(target, more))
  if (!result.ok) throw new Error(result.reason)
  return result.plan
}

const lines = (plan: Plan) => planText(plan).split('\n')

/** Carries a plan out on an inventory, exactly as recipes say, and answers the inventory afterwards. */
function carriedOut(of: Registry, plan: Plan, inventory: ItemCounts): ItemCounts {
  const held = new Map(Object.entries(inventory))
  const add = (item: string, count: number) => held.set(item, (held.get(item) ?? 0) + count)
  for (const goal of plan) {
    const now = Object.fromEntries(held)
    expect(missingFor(of, goal, now), goalText(goal)).toEqual([])
    if (goal.skill === 'craft') {
      const choice = craftingChoices(of, goal, now)
      for (const { recipe, times } of choice.ok ? choice.runs : []) {
        for (const [item, count] of Object.entries(recipe.ingredients)) add(item, -count * times)
        add(recipe.item, recipe.makes * times)
      }
    } else if (goal.skill === 'smelt') {
      const choice = smeltingChoice(of, goal, now)
      if (!choice.ok) throw new Error(goalText(goal))
      add(choice.input, -choice.count)
      add(choice.fuel, -choice.fuelCount)
      for (const [item, count] of Object.entries(goal.target)) add(item, count)
    } else {
      for (const [name, count] of Object.entries(goal.target)) {
        const brought = goal.skill === 'mine' ? (minedItem(of, name) ?? name) : name
        add(tagMembers(of, brought)[0] ?? brought, count)
      }
    }
  }
  return Object.fromEntries(held)
}

describe.each(['1.12.2', '1.16.5', '1.21.4'])('the 76 tasks of DEPS in %s', (version) => {
  const of = registryFor(version)
  const obtainable = deps.tasks.filter(({ paperObject }) => paperObject !== 'quartz_block')

  it.each(obtainable.map(({ paperObject }) => paperObject))(
    '%s has a plan that works out',
    (name) => {
      const item = resolveItem(of, name) ?? ''
      const target = { [item]: 1 }
      const plan = planned(target, {}, of)
      expect(holds(of, carriedOut(of, plan, {}), target)).toBe(true)
    },
  )

  it('quartz has none, and the reason names it', () => {
    const result = planFor(of, request({ quartz_block: 1 }))
    expect(result).toEqual({ ok: false, reason: expect.stringContaining('nether_quartz_ore') })
  })

  it('diamond is got as a good player does', () => {
    const ore = version === '1.21.4' ? 'raw_iron' : 'iron_ore'
    expect(lines(planned({ diamond: 1 }, {}, of))).toEqual([
      'mine({log:4}, null);',
      'craft({planks:16}, {log:4}, null);',
      'craft({crafting_table:1}, {planks:4}, null);',
      'craft({stick:8}, {planks:4}, null);',
      "craft({wooden_pickaxe:1}, {planks:3, stick:2}, 'crafting_table');",
      "mine({cobblestone:11}, 'wooden_pickaxe');",
      "craft({stone_pickaxe:1}, {cobblestone:3, stick:2}, 'crafting_table');",
      `mine({${ore}:3}, 'stone_pickaxe');`,
      "craft({furnace:1}, {cobblestone:8}, 'crafting_table');",
      `smelt({iron_ingot:3}, {${ore}:3, planks:2}, 'furnace');`,
      "craft({iron_pickaxe:1}, {iron_ingot:3, stick:2}, 'crafting_table');",
      "mine({diamond:1}, 'iron_pickaxe');",
    ])
  })

  it('every fifth item there is has a plan or a reason', () => {
    const some = [...of.itemNames].filter((_, index) => index % 5 === 0)
    for (const item of some) {
      const result = planFor(of, request({ [item]: 1 }))
      if (result.ok) expect(result.plan.length).toBeGreaterThan(0)
      else expect(result.reason).toContain(item)
    }
  })
})

describe('the symbolic planner', () => {
  it('takes the inventory into account', () => {
    expect(planned({ log: 3 }, { inventory: { oak_log: 2, birch_log: 1 } })).toEqual([])
    expect(lines(planned({ log: 3 }, { inventory: { oak_log: 2 } }))).toEqual([
      'mine({log:1}, null);',
    ])
    expect(lines(planned({ diamond: 1 }, { inventory: { iron_pickaxe: 1 } }))).toEqual([
      "mine({diamond:1}, 'iron_pickaxe');",
    ])
    const burning = planned({ iron_ingot: 3 }, { inventory: { iron_ore: 3, coal: 1, furnace: 1 } })
    expect(lines(burning)).toEqual(["smelt({iron_ingot:3}, {iron_ore:3, coal:1}, 'furnace');"])
  })

  it('uses stations that stand near', () => {
    const near = { inventory: { oak_planks: 3, stick: 2 }, knownTable: true }
    expect(planned({ wooden_pickaxe: 1 }, near)).toHaveLength(1)
  })

  it('works with odd remains of several woods', () => {
    const inventory = { oak_planks: 2, birch_planks: 3, spruce_log: 1, stick: 1 }
    const plan = planned({ diamond: 1 }, { inventory })
    expect(holds(registry, carriedOut(registry, plan, inventory), { diamond: 1 })).toBe(true)
  })

  it('takes one wood where an exact one is asked for', () => {
    const items = planned({ oak_stairs: 1 }).flatMap(({ target }) => Object.keys(target))
    expect(items).not.toContain('log')
    expect(items).toContain('oak_log')
  })

  it('fills up wool of the colour that is there', () => {
    const inventory = { white_wool: 2, gray_wool: 1 }
    expect(lines(planned({ bed: 1 }, { inventory }))).toContain('hunt({white_wool:1}, null);')
  })

  it('shears when it has shears', () => {
    expect(lines(planned({ wool: 3 }, { inventory: { shears: 1 } }))).toEqual([
      "shear({wool:3}, 'shears');",
    ])
  })

  it('makes a pickaxe once, and a further one when it wears out', () => {
    const made = (count: number) =>
      planned({ cobblestone: count })
        .flatMap(({ target }) => Object.entries(target))
        .filter(([item]) => item.endsWith('_pickaxe'))
        .reduce((sum, [, number]) => sum + number, 0)
    expect(made(20)).toBe(1)
    expect(made(400)).toBeGreaterThan(1)
  })

  it('goes around what could not be found, and says what that is when it cannot', () => {
    const withoutCoal = planned({ torch: 1 }, { unavailable: new Set(['coal_ore']) })
    expect(planText(withoutCoal)).toContain('charcoal')
    const result = planFor(
      registry,
      request({ iron_pickaxe: 1 }, { unavailable: new Set(['iron_ore']) }),
    )
    expect(result).toEqual({
      ok: false,
      reason: 'iron_pickaxe needs iron_ore (for iron_ingot), which could not be found here',
    })
  })

  it('plans several targets without spending one on the other', () => {
    const target = { crafting_table: 1, planks: 4, stick: 4 }
    const inventory = { oak_planks: 4 }
    const plan = planned(target, { inventory })
    expect(holds(registry, carriedOut(registry, plan, inventory), target)).toBe(true)
  })

  it('is a planner', async () => {
    const result = await new SymbolicPlanner(registry).plan(request({ stick: 1 }))
    expect(result.ok).toBe(true)
  })
})

describe('the nearest selector', () => {
  it('prefers the known and near to what must be looked for', () => {
    const [goal] = planned({ log: 1 })
    if (!goal) throw new Error('no goal')
    const candidate = (distance: number | null) => ({
      goal,
      distance,
      searchTicks: 300,
      workTicks: 60,
    })
    const scored = new NearestSelector().choose([candidate(null), candidate(20), candidate(4)])
    expect(scored.map(({ candidate: { distance } }) => distance)).toEqual([4, 20, null])
  })
})
