import { testedVersions } from 'mineflayer'
import { describe, expect, it } from 'vitest'
import { planFor } from '#agent/planner/symbolic-planner'
import { inventoryObservation } from '#goal/observation'
import { digTicks } from '#knowledge/dig-time'
import { dropsOf } from '#knowledge/drops'
import { isTag } from '#knowledge/item-tags'
import { recipesOf } from '#knowledge/recipes'
import { type Registry, registryFor } from '#knowledge/registry'
import { durability } from '#knowledge/tools'
import { goalLanguage } from '#skills/library'
import { TASKS } from '#trial/tasks'
import { casesFor, PLAYED_VERSIONS } from '../support/versions.ts'

/** Versions that mineflayer supports, starting with the oldest that Delver plays. */
const played = testedVersions.slice(testedVersions.indexOf('1.12.2'))
const reference = registryFor('1.16.5')

const TOOLS = ['wooden', 'stone', 'iron', 'diamond'].flatMap((material) =>
  ['pickaxe', 'axe', 'shovel', 'sword'].map((type) => `${material}_${type}`),
)
const DUG = {
  pickaxe: ['stone', 'cobblestone', 'coal_ore', 'iron_ore', 'diamond_ore', 'furnace'],
  axe: ['oak_log', 'birch_log', 'crafting_table'],
  shovel: ['dirt', 'grass_block', 'gravel', 'sand'],
}

function wanted(registry: Registry, item: string) {
  return planFor(goalLanguage(registry), {
    task: { target: { [item]: 1 }, wear: null },
    observation: inventoryObservation(registry, {}),
    unavailable: new Set(),
    feedback: null,
  })
}

/** The tasks that have a plan in the reference version. */
const planned = TASKS.filter(({ item }) => wanted(reference, item).ok)

describe.each(casesFor({ all: ['1.20.5', ...played], some: ['1.20.5', ...PLAYED_VERSIONS] }))(
  'the knowledge of Minecraft %s',
  (version) => {
    const registry = registryFor(version)

    it('has the durability and speed of tools of all versions', () => {
      for (const tool of TOOLS) {
        expect(durability(registry, tool), tool).toBe(durability(reference, tool))
        for (const block of DUG[tool.split('_')[1] as keyof typeof DUG] ?? [])
          expect(digTicks(registry, block, tool), `${block} by ${tool}`).toBe(
            digTicks(reference, block, tool),
          )
      }
    })

    it('has recipes that accept planks of any wood', () => {
      for (const item of ['stick', 'crafting_table', 'wooden_pickaxe', 'chest', 'wooden_door'])
        expect(
          recipesOf(registry, item).some(({ ingredients }) => 'planks' in ingredients),
          item,
        ).toBe(true)
      for (const recipe of recipesOf(registry, 'crafting_table'))
        for (const { ingredients } of recipe.concrete)
          for (const name of Object.keys(ingredients)) expect(registry.hasItem(name)).toBe(true)
    })

    it('has the recipes and sources for iron and diamonds', () => {
      const ore = registry.hasItem('raw_iron') ? 'raw_iron' : 'iron_ore'
      expect(dropsOf(registry, 'iron_ore')[0]?.item).toBe(ore)
      expect(dropsOf(registry, 'diamond_ore')[0]?.item).toBe('diamond')
      const toDiamond = wanted(registry, 'diamond')
      if (!toDiamond.ok) throw new Error(toDiamond.reason)
      const goals = toDiamond.plan.map(({ skill, target }) => `${skill} ${Object.keys(target)}`)
      expect(goals).toContain(`mine ${ore}`)
      expect(goals.slice(-2)).toEqual(['craft iron_pickaxe', 'mine diamond'])
    })

    it('allows a plan for every task that 1.16.5 has a plan for', () => {
      for (const { item } of planned)
        if (registry.hasItem(item) || isTag(registry, item))
          expect(wanted(registry, item), item).toMatchObject({ ok: true })
    })
  },
)
