import { wield } from '../src/body/hand.ts'
import { eachTarget, missingTool, noSource } from '../src/goal/missing.ts'
import { failed, type Outcome, succeeded } from '../src/goal/outcome.ts'
import { shearSources } from '../src/knowledge/animals.ts'
import { countOf, tagMembers } from '../src/knowledge/item-tags.ts'
import type { KnownEntity } from '../src/perception/world-memory.ts'
import { canHit } from './attack.ts'
import { chase, inSight } from './chase.ts'
import { collect } from './collect.ts'
import { explore } from './explore.ts'
import { animalWays, defineGathering, exactDrop, gatheringEffect } from './gathering.ts'
import { perform, type SkillContext } from './skill.ts'
import type { SkillDefinition } from './skill-definition.ts'

const CHASE_TICKS = 300
/** How often a sheep is tried that does not give any, and how long wool takes to appear (ticks). */
const TRIES = 2
const ANSWER_TICKS = 6
const PICKUP_RANGE = 6

/** Shears sheep and picks the wool up. A sheep that gave none is left alone. */
export const shear: SkillDefinition = defineGathering({
  name: 'shear',
  verbs: ['shear'],
  prompt: { form: "shear({wool: count}, 'shears')", meaning: 'shear sheep' },
  brings: (registry, item) => shearSources(registry, item).length > 0,
  yieldOf: (_registry, animal) => (animal === 'sheep' ? 'wool' : undefined),
  ways: (registry, item, unavailable) =>
    animalWays('shear', 'shears', shearSources(registry, item), unavailable),
  sources: () => ['sheep'],
  missing: (registry, goal, inventory) => [
    ...eachTarget(goal, (item) => noSource(item, shearSources(registry, item))),
    ...missingTool('shears', inventory),
  ],
  simulate: (registry, goal, inventory) =>
    gatheringEffect(goal, inventory, (item) => exactDrop(registry, item)),
  budget: ({ count }) => 4000 + 300 * count,
  async run(context, { item, count, source }): Promise<Outcome> {
    const { body, registry, memory } = context
    const goal = countOf(registry, body.carried, item) + count
    const done = new Set<number>()
    const sheep = () => {
      const known = memory.entities(['sheep'], body.position).filter(({ id }) => !done.has(id))
      return known.find(({ id }) => id === source?.entity) ?? known[0]
    }
    while (countOf(registry, body.carried, item) < goal) {
      if (!body.carried.shears) return failed('missing-tool', 'the shears broke')
      const target = sheep()
      if (!target) {
        const search = await perform(context, explore, {
          sought: 'sheep',
          found: () => sheep() !== undefined,
        })
        if (!search.ok) return search
        continue
      }
      done.add(target.id)
      if (await shearOne(context, target)) {
        const wool = new Set(tagMembers(registry, 'wool'))
        await perform(context, collect, { kinds: wool, range: PICKUP_RANGE })
      }
    }
    return succeeded
  },
})

/** Whether wool came off a sheep. */
async function shearOne(context: SkillContext, sheep: KnownEntity): Promise<boolean> {
  const { body, signal } = context
  const shears = body.inventory.items.find(({ name }) => name === 'shears')
  if (!shears) return false
  await wield(body, shears, signal)
  const inReach = (entity: KnownEntity) => canHit(body, entity)
  for (let tries = 0; tries < TRIES; tries++) {
    if (!(await chase(context, sheep, inReach, CHASE_TICKS))) return false
    const animal = inSight(context, sheep.id)
    if (!animal) return false
    const before = drops(context, animal)
    await body.controls.lookAt(animal.position.offset(0, 1, 0))
    await body.interaction.useOn(animal.id, signal)
    if (await body.until(() => drops(context, animal) > before, ANSWER_TICKS, signal)) return true
  }
  return false
}

function drops({ memory }: SkillContext, { position }: KnownEntity): number {
  return memory.entities(['item', 'Item'], position, PICKUP_RANGE).length
}
