import { eachTarget, noSource } from '#goal/missing'
import { failed, succeeded } from '#goal/outcome'
import { defineGathering, gatheringEffect } from '#skills/core/gathering'
import { perform } from '#skills/core/skill'
import type { SkillDefinition } from '#skills/core/skill-definition'
import { collect } from '#skills/items/collect'

/** An item that no other skill brings. */
export const SCAVENGED_ITEM = 'nether_star'
/** Kind of the sources that the skill begins with: item entities. */
const SOURCE = 'item'
const RANGE = 12

/** Picks up a nether star from the ground. */
export const scavenge: SkillDefinition = defineGathering({
  name: 'scavenge',
  verbs: ['scavenge', 'glean'],
  prompt: { form: 'scavenge({nether_star: count}, null)', meaning: 'pick up item entities' },
  brings: (_registry, item) => item === SCAVENGED_ITEM,
  recipes(_registry, item, unavailable) {
    if (item !== SCAVENGED_ITEM || unavailable.has(SOURCE)) return []
    const nothing = { uses: {}, burnTicks: 0, tool: null, wearEach: 0, tunnel: 0 }
    return [{ ...nothing, skill: 'scavenge', makes: 1, searchTicks: 400, eachTicks: 20 }]
  },
  sources: () => [SOURCE],
  missing: (_registry, goal) =>
    eachTarget(goal, (item) => noSource(item, item === SCAVENGED_ITEM ? [SOURCE] : [])),
  simulate: (_registry, goal, inventory) => gatheringEffect(goal, inventory, (item) => item),
  budget: ({ count }) => 400 * count,
  async run(context, { item, count }) {
    const { body } = context
    const wanted = (body.carried[item] ?? 0) + count
    await perform(context, collect, { kinds: new Set([item]), range: RANGE })
    const isHeld = (body.carried[item] ?? 0) >= wanted
    return isHeld ? succeeded : failed('not-found', `no ${item} within ${RANGE} blocks`)
  },
})
