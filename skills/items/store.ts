import type { Clicks } from '#body/clicks'
import type { ItemCounts } from '#goal/goal'
import { eachTarget, hasStation, type Missing, missingStation } from '#goal/missing'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { countOf, tagMembers } from '#knowledge/item-tags'
import type { Registry } from '#knowledge/registry'
import type { SkillContext } from '../core/skill.ts'
import { defineSkill, type SkillDefinition } from '../core/skill-definition.ts'
import { CHEST, CHESTS, chestStation, knownChests, workInChest } from './chest.ts'
import { putNearby } from './place.ts'

/** Ticks to open a chest, and for each item to store. */
const OPEN_TICKS = 20
const EACH_TICKS = 1
/** Maximum number of chests to try. */
const MAX_CHESTS = 4
/** Time for a placed chest to appear (ticks). */
const SHOW_TICKS = 10

/** Stores items in a known chest, or in a carried one that is placed for them. */
export const store: SkillDefinition = defineSkill({
  name: 'store',
  takesMaterials: false,
  group: 'body',
  shows: 'less',
  station: null,
  stations: [chestStation],
  verbs: ['store', 'deposit', 'stash'],
  prompt: {
    form: "store({item: count}, 'chest')",
    meaning: 'put things into a chest that is near or carried',
  },
  brings: () => true,
  recipes: () => [],
  sources: () => [],
  missing: (registry, goal, inventory, near) => [
    ...eachTarget(goal, (item): Missing[] => {
      const lacking = (goal.target[item] ?? 0) - countOf(registry, inventory, item)
      return lacking > 0 ? [{ kind: 'missing-material', item, count: lacking }] : []
    }),
    ...missingStation(CHEST, hasStation(registry, CHEST, inventory, near)),
  ],
  simulate: (registry, goal, inventory) => ({
    changes: new Map(
      Object.entries(goal.target).flatMap(([item, count]) =>
        taken(registry, inventory, item, count).map(([kind, part]) => [kind, -part] as const),
      ),
    ),
    worn: [],
  }),
  estimate: ({ goal }) => ({
    travelTicks: 0,
    searchTicks: 0,
    workTicks: OPEN_TICKS + EACH_TICKS * Object.values(goal.target).reduce((a, b) => a + b, 0),
  }),
  effect: 'the inventory holds `count` fewer of `item`, and a chest as many more',
  budget: ({ count }) => 2000 + 4 * count,
  async run(context, { item, count }): Promise<Outcome> {
    const { body, registry, signal } = context
    const held = () => countOf(registry, body.carried, item)
    const kept = held() - count
    for (let tries = 0; tries < MAX_CHESTS && held() > kept; tries++) {
      const place = await nextChest(context)
      if (!place) return failed('missing-station', 'no chest nearby or in the inventory')
      await workInChest(context, place, (clicks) => putIn(context, clicks, item, held() - kept))
      await body.until(() => held() <= kept, SHOW_TICKS, signal)
      // A full chest is of no use for now.
      if (held() > kept) body.avoided.add(place)
    }
    return held() <= kept ? succeeded : failed('inventory-full', `no room in a chest for ${item}`)
  },
})

/** A number of an item or tag by exact kinds, as the inventory holds them. */
function taken(
  registry: Registry,
  held: ItemCounts,
  item: string,
  count: number,
): [kind: string, count: number][] {
  let left = count
  return tagMembers(registry, item).map((kind) => {
    const part = Math.min(left, held[kind] ?? 0)
    left -= part
    return [kind, part]
  })
}

/** The nearest known chest; otherwise a carried one, which is placed. */
async function nextChest(context: SkillContext) {
  const [known] = knownChests(context)
  return known ?? (await putNearby(context, CHESTS))
}

/** Puts a number of an item into free slots and onto stacks of its kind. */
async function putIn(
  { body, registry }: SkillContext,
  clicks: Clicks,
  item: string,
  count: number,
): Promise<void> {
  for (const [kind, part] of taken(registry, body.carried, item, count)) {
    await putKind(clicks, kind, part, (slot) => {
      const there = clicks.slot(slot)
      if (!there) return registry.stackSize(kind)
      return registry.itemName(there) === kind ? there.stackSize - there.count : 0
    })
  }
  await clicks.putBack()
}

async function putKind(
  clicks: Clicks,
  kind: string,
  count: number,
  roomIn: (slot: number) => number,
): Promise<void> {
  let left = count
  for (let slot = 0; slot < clicks.size && left > 0; slot++) {
    const part = Math.min(left, roomIn(slot))
    if (part > 0 && !(await clicks.lay(kind, [slot], part))) break
    left -= part
  }
}
