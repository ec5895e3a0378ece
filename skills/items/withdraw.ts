import type { Vec3 } from 'vec3'
import type { Clicks } from '#body/clicks'
import { missingStation } from '#goal/missing'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { countOf, hasTag } from '#knowledge/item-tags'
import { perform, type SkillContext } from '../core/skill.ts'
import { defineSkill, type SkillDefinition } from '../core/skill-definition.ts'
import { CHEST, chestStation, knownChests, mayHold, workInChest } from './chest.ts'
import { discard } from './discard.ts'

/** Ticks to open a chest and take items out. */
const OPEN_TICKS = 24
/** Time for the server to show the items in the inventory (ticks). */
const SHOW_TICKS = 10
/** Maximum number of chests to open. */
const MAX_CHESTS = 8

/** Takes whole stacks of an item out of chests: those known to hold it, or never opened. */
export const withdraw: SkillDefinition = defineSkill({
  name: 'withdraw',
  takesMaterials: false,
  group: 'body',
  station: null,
  stations: [chestStation],
  verbs: ['withdraw'],
  prompt: {
    form: "withdraw({item: count}, 'chest')",
    meaning: 'take things out of a chest that was seen or put down',
  },
  brings: () => true,
  // Only an opened chest has known contents, so no plan can rely on it.
  recipes: () => [],
  sources: () => [],
  missing: (_registry, _goal, _inventory, near) => missingStation(CHEST, near.has(CHEST)),
  simulate: () => ({ changes: new Map(), worn: [] }),
  estimate: () => ({ travelTicks: 0, searchTicks: 0, workTicks: OPEN_TICKS }),
  effect: 'the inventory holds `count` more of `item`',
  budget: () => 4000,
  async run(context, { item, count }): Promise<Outcome> {
    const { body, registry, signal } = context
    const held = () => countOf(registry, body.carried, item)
    const wanted = held() + count
    for (let tries = 0; tries < MAX_CHESTS && held() < wanted; tries++) {
      if (body.inventory.freeSlots === 0)
        await perform(context, discard, { slots: 1, keep: new Set([item]) })
      if (body.inventory.freeSlots === 0) return failed('inventory-full', `no room for ${item}`)
      const place = nextChest(context, item)
      if (!place) return failed('not-found', `no known chest may hold ${item}`)
      const before = held()
      await workInChest(context, place, (clicks) => takeOut(context, clicks, item, wanted - before))
      await body.until(() => held() >= wanted, SHOW_TICKS, signal)
    }
    return held() >= wanted ? succeeded : failed('not-found', `not enough ${item} in the chests`)
  },
})

/** The nearest chest that may hold an item. */
function nextChest(context: SkillContext, item: string): Vec3 | undefined {
  return knownChests(context).find((place) => mayHold(context, place, item))
}

async function takeOut(
  { registry }: SkillContext,
  clicks: Clicks,
  item: string,
  count: number,
): Promise<void> {
  let left = count
  for (let slot = 0; slot < clicks.size && left > 0; slot++) {
    const there = clicks.slot(slot)
    if (!there || !hasTag(registry, registry.itemName(there), item)) continue
    left -= there.count
    await clicks.take(slot)
  }
}
