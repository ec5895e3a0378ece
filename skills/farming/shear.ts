import { wield } from '#body/hand'
import { eachTarget, missingTool, noSource } from '#goal/missing'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { groundsOf, shearSources } from '#knowledge/animals'
import { countOf, tagMembers } from '#knowledge/item-tags'
import type { KnownEntity } from '#perception/world-memory'
import { animalRecipes, defineGathering, exactDrop, gatheringEffect } from '../core/gathering.ts'
import { perform, type SkillContext } from '../core/skill.ts'
import type { SkillDefinition } from '../core/skill-definition.ts'
import { collect } from '../items/collect.ts'
import { explore } from '../mining/explore.ts'
import { canHit } from '../pursuit/attack.ts'
import { chaseTicks, inSight, pursue } from '../pursuit/chase.ts'
import { Prey } from '../pursuit/prey.ts'

/** Sheep that may escape before the goal fails. */
const MAX_ESCAPES = 12
/** Attempts per sheep, and the time within which the wool must appear (ticks). */
const TRIES = 2
const ANSWER_TICKS = 6
const PICKUP_RANGE = 6

/** Shears sheep and picks the wool up. The agent skips a sheep that gave none. */
export const shear: SkillDefinition = defineGathering({
  name: 'shear',
  verbs: ['shear'],
  prompt: { form: "shear({wool: count}, 'shears')", meaning: 'shear sheep' },
  brings: (registry, item) => shearSources(registry, item).length > 0,
  yieldOf: (_registry, animal) => (animal === 'sheep' ? 'wool' : undefined),
  recipes: (registry, item, unavailable) =>
    animalRecipes('shear', 'shears', shearSources(registry, item), unavailable),
  sources: () => ['sheep'],
  missing: (registry, goal, inventory) => [
    ...eachTarget(goal, (item) => noSource(item, shearSources(registry, item))),
    ...missingTool('shears', inventory),
  ],
  simulate: (registry, goal, inventory) =>
    gatheringEffect(goal, inventory, (item) => exactDrop(registry, item)),
  budget: ({ count }) => 4000 + 300 * count,
  async run(context, { item, count, source }): Promise<Outcome> {
    const { body, registry } = context
    const goal = countOf(registry, body.carried, item) + count
    const sheep = new Prey(context, new Set(['sheep']), source?.entity ?? null)
    let escapes = 0
    while (countOf(registry, body.carried, item) < goal) {
      if (!body.carried.shears) return failed('missing-tool', 'the shears broke')
      const target = sheep.next()
      if (!target) {
        const search = await perform(context, explore, {
          sought: 'sheep',
          grounds: groundsOf(['sheep']),
          found: () => sheep.next() !== undefined,
        })
        if (!search.ok) return search
        continue
      }
      const end = await shearOne(context, target)
      if (end === 'escaped') {
        sheep.escaped(target)
        if (++escapes > MAX_ESCAPES) return failed('unreachable', 'the sheep escaped')
        continue
      }
      sheep.done(target)
      if (end === 'bare') continue
      const wool = new Set(tagMembers(registry, 'wool'))
      await perform(context, collect, { kinds: wool, range: PICKUP_RANGE })
    }
    return succeeded
  },
})

/** Pursues a sheep and shears it. */
async function shearOne(
  context: SkillContext,
  sheep: KnownEntity,
): Promise<'shorn' | 'bare' | 'escaped'> {
  const { body, signal } = context
  const shears = body.inventory.items.find(({ name }) => name === 'shears')
  if (!shears) return 'escaped'
  await wield(body, shears, signal)
  const inReach = (entity: KnownEntity) => canHit(body, entity)
  for (let tries = 0; tries < TRIES; tries++) {
    const animal =
      (await pursue(context, sheep, inReach, chaseTicks(context, sheep))) &&
      inSight(context, sheep.id)
    if (!animal) return 'escaped'
    const before = drops(context, animal)
    await body.controls.lookAt(animal.position.offset(0, 1, 0))
    await body.interaction.useOn(animal.id, signal)
    const gave = () => drops(context, animal) > before
    if (await body.until(gave, ANSWER_TICKS, signal)) return 'shorn'
  }
  return 'bare'
}

function drops({ memory }: SkillContext, { position }: KnownEntity): number {
  return memory.entities(['item', 'Item'], position, PICKUP_RANGE).length
}
