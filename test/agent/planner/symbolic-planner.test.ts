import { describe, expect, it } from 'vitest'
import type { PlanRequest } from '#agent/planner/planner'
import { planFor, SymbolicPlanner } from '#agent/planner/symbolic-planner'
import { craftingChoices, smeltingChoice } from '#goal/choices'
import type { ItemCounts, Plan } from '#goal/goal'
import { inventoryObservation } from '#goal/observation'
import { goalText, planText } from '#goal/print'
import { holds } from '#goal/success'
import { minedItem } from '#knowledge/harvest'
import { tagMembers } from '#knowledge/item-tags'
import { resolveItem } from '#knowledge/names'
import { overworldLanguage, type SkillLanguage } from '#skills/library'
import deps from '../../../src/trial/deps-tasks.json' with { type: 'json' }
import { language, languageOf } from '../../support/language.ts'

interface Circumstances {
  readonly inventory?: ItemCounts
  readonly near?: ReadonlySet<string>
  readonly worn?: ReadonlySet<string>
  readonly unavailable?: ReadonlySet<string>
  /** The item to wear at the end. */
  readonly wear?: string
}

function request(target: ItemCounts, given: Circumstances = {}, of = language): PlanRequest {
  const { inventory = {}, unavailable = new Set(), wear = null, ...rest } = given
  return {
    task: { target, wear },
    observation: inventoryObservation(of.registry, inventory, rest),
    unavailable,
    feedback: null,
  }
}

function planned(target: ItemCounts, given: Circumstances = {}, of = language): Plan {
  const result = planFor(of, request(target, given, of))
  if (!result.ok) throw new Error(result.reason)
  return result.plan
}

const lines = (plan: Plan) => planText(plan).split('\n')

/** Carries a plan out on an inventory, exactly as recipes say, and answers the inventory afterwards. */
function carriedOut(of: SkillLanguage, plan: Plan, inventory: ItemCounts): ItemCounts {
  const { registry } = of
  const held = new Map(Object.entries(inventory))
  const add = (item: string, count: number) => held.set(item, (held.get(item) ?? 0) + count)
  for (const goal of plan) {
    const now = Object.fromEntries(held)
    expect(of.missing(goal, now), goalText(goal)).toEqual([])
    if (goal.skill === 'craft') {
      const choice = craftingChoices(registry, goal, now)
      for (const { recipe, times } of choice.ok ? choice.runs : []) {
        for (const [item, count] of Object.entries(recipe.ingredients)) add(item, -count * times)
        add(recipe.item, recipe.makes * times)
      }
    } else if (goal.skill === 'smelt') {
      const choice = smeltingChoice(registry, goal, now)
      if (!choice.ok) throw new Error(goalText(goal))
      add(choice.input, -choice.count)
      add(choice.fuel, -choice.fuelCount)
      for (const [item, count] of Object.entries(goal.target)) add(item, count)
    } else {
      for (const [name, count] of Object.entries(goal.target)) {
        const brought = goal.skill === 'mine' ? (minedItem(registry, name) ?? name) : name
        add(tagMembers(registry, brought)[0] ?? brought, count)
      }
    }
  }
  return Object.fromEntries(held)
}

describe('wood for a fire', () => {
  it('is not fetched if sticks are left as fuel', () => {
    const inventory = { iron_ore: 3, stick: 11, oak_planks: 4, cobblestone: 40, stone_pickaxe: 1 }
    const plan = planned({ iron_pickaxe: 1 }, { inventory })
    expect(plan.filter(({ skill }) => skill === 'mine')).toEqual([])
  })
})

describe.each(['1.12.2', '1.16.5', '1.21.4'])('the 76 tasks of DEPS in %s', (version) => {
  const of = languageOf(version)
  const obtainable = deps.tasks.filter(({ paperObject }) => paperObject !== 'quartz_block')

  it.each(obtainable.map(({ paperObject }) => paperObject))(
    '%s has a plan that works out',
    (name) => {
      const item = resolveItem(of.registry, name) ?? ''
      const target = { [item]: 1 }
      const plan = planned(target, {}, of)
      expect(holds(of.registry, carriedOut(of, plan, {}), target)).toBe(true)
    },
  )

  it('quartz has no plan in a world without the Nether, and the reason names it', () => {
    const overworld = overworldLanguage(of.registry)
    const result = planFor(overworld, request({ quartz_block: 1 }, {}, overworld))
    expect(result).toEqual({ ok: false, reason: expect.stringContaining('nether_quartz_ore') })
  })

  it('quartz is mined behind a portal that is cast with buckets', () => {
    const plan = lines(planned({ quartz_block: 1 }, {}, of))
    expect(plan.slice(-5)).toEqual([
      'fill({water_bucket:1}, {bucket:1}, null);',
      "portal({nether_portal:1}, {water_bucket:1, bucket:1}, 'flint_and_steel');",
      "enter({nether_portal:1}, 'nether_portal');",
      "mine({quartz:4}, 'wooden_pickaxe');",
      'craft({quartz_block:1}, {quartz:4}, null);',
    ])
  })

  it('a plan begins where the agent is', () => {
    const planNear = (near: string[], inventory: Record<string, number>) =>
      lines(planned({ quartz_block: 1 }, { inventory, near: new Set(near) }, of))
    const mine = [
      "mine({quartz:4}, 'wooden_pickaxe');",
      'craft({quartz_block:1}, {quartz:4}, null);',
    ]
    const pickaxe = { stone_pickaxe: 1 }
    const mined = mine.map((line) => line.replace('wooden', 'stone'))
    expect(planNear(['the_nether'], pickaxe)).toEqual(mined)
    expect(planNear(['nether_portal'], pickaxe)).toEqual([
      "enter({nether_portal:1}, 'nether_portal');",
      ...mined,
    ])
    // Wood grows in the overworld alone.
    const home = planNear(['the_nether'], {})
    expect(home[0]).toBe('enter({nether_portal:1}, null);')
    expect(home.slice(-3)).toEqual(["enter({nether_portal:1}, 'nether_portal');", ...mine])
    const byObsidian = { ...pickaxe, obsidian: 10, flint_and_steel: 1 }
    expect(planNear([], byObsidian)[0]).toBe(
      "portal({nether_portal:1}, {obsidian:10}, 'flint_and_steel');",
    )
  })

  it("a diamond is obtained by a good player's plan", () => {
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

  it('every fifth item has a plan or a reason', () => {
    const some = [...of.registry.itemNames].filter((_, index) => index % 5 === 0)
    for (const item of some) {
      const result = planFor(of, request({ [item]: 1 }, {}, of))
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

  it('uses nearby stations', () => {
    const near = { inventory: { oak_planks: 3, stick: 2 }, near: new Set(['crafting_table']) }
    expect(planned({ wooden_pickaxe: 1 }, near)).toHaveLength(1)
  })

  it('works with odd counts of several woods', () => {
    const inventory = { oak_planks: 2, birch_planks: 3, spruce_log: 1, stick: 1 }
    const plan = planned({ diamond: 1 }, { inventory })
    expect(holds(language.registry, carriedOut(language, plan, inventory), { diamond: 1 })).toBe(
      true,
    )
  })

  it('takes the exact wood that the goal names', () => {
    const items = planned({ oak_stairs: 1 }).flatMap(({ target }) => Object.keys(target))
    expect(items).not.toContain('log')
    expect(items).toContain('oak_log')
  })

  it('completes wool of the colour that it has', () => {
    const inventory = { white_wool: 2, gray_wool: 1 }
    expect(lines(planned({ bed: 1 }, { inventory }))).toContain('hunt({white_wool:1}, null);')
  })

  it('makes a stone sword before it hunts monsters, and none for animals', () => {
    const plan = lines(planned({ string: 2 }))
    expect(plan.findIndex((line) => line.includes('craft({stone_sword:1}'))).toBeGreaterThan(0)
    expect(plan.at(-1)).toBe("hunt({string:2}, 'stone_sword');")
    expect(lines(planned({ bone: 1 }, { inventory: { iron_sword: 1 } }))).toEqual([
      "hunt({bone:1}, 'iron_sword');",
    ])
    expect(lines(planned({ beef: 1 }))).toEqual(['hunt({beef:1}, null);'])
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

  it('plans around sources that were not found, and names them when it cannot', () => {
    const withoutCoal = planned({ torch: 1 }, { unavailable: new Set(['coal_ore']) })
    expect(planText(withoutCoal)).toContain('charcoal')
    const result = planFor(
      language,
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
    expect(holds(language.registry, carriedOut(language, plan, inventory), target)).toBe(true)
  })

  it('equips the item to wear last, unless it is worn', () => {
    const held = { inventory: { leather_boots: 1 }, wear: 'leather_boots' }
    expect(lines(planned({ leather_boots: 1 }, held))).toEqual(['equip({leather_boots:1}, null);'])
    const made = planned({ leather_boots: 1 }, { wear: 'leather_boots' })
    expect(lines(made).at(-1)).toBe('equip({leather_boots:1}, null);')
    expect(lines(planned({ leather_boots: 1 }))).not.toContain('equip({leather_boots:1}, null);')
    const worn = { ...held, worn: new Set(['leather_boots']) }
    expect(planned({ leather_boots: 1 }, worn)).toEqual([])
  })

  it('is a planner', async () => {
    const result = await new SymbolicPlanner(language).plan(request({ stick: 1 }))
    expect(result).toMatchObject({ ok: true, isExact: true })
  })
})
