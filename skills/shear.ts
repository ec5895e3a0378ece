import { wield } from '../src/body/hand.ts'
import { eachTarget, missingTool, noSource } from '../src/goal/missing.ts'
import { failed, type Outcome, succeeded } from '../src/goal/outcome.ts'
import { groundsOf, shearSources } from '../src/knowledge/animals.ts'
import { countOf, tagMembers } from '../src/knowledge/item-tags.ts'
import type { KnownEntity } from '../src/perception/world-memory.ts'
import { canHit } from './attack.ts'
import { chaseTicks, inSight, pursue } from './chase.ts'
import { collect } from './collect.ts'
import { explore } from './explore.ts'
import { animalWays, defineGathering, exactDrop, gatheringEffect } from './gathering.ts'
import { Prey } from './prey.ts'
import { perform, type SkillContext } from './skill.ts'
import type { SkillDefinition } from './skill-definition.ts'

/** Sheep that may get away before shearing fails. */
const MAX_ESCAPES = 12
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
        if (++escapes > MAX_ESCAPES) return failed('unreachable', 'the sheep got away')
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

/** Goes after a sheep and shears it. */
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
