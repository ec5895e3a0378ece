import type { Vec3 } from 'vec3'
import { EASY_DIG, travelFar } from '../src/body/navigation/travel.ts'
import { eachTarget, noSource } from '../src/goal/missing.ts'
import { failed, type Outcome, succeeded } from '../src/goal/outcome.ts'
import { animalSources, groundsOf, mainDropOf } from '../src/knowledge/animals.ts'
import { countOf, tagMembers } from '../src/knowledge/item-tags.ts'
import type { Registry } from '../src/knowledge/registry.ts'
import type { KnownEntity } from '../src/perception/world-memory.ts'
import { canHit, drawWeapon, strike } from './attack.ts'
import { chaseTicks, inSight, pursue } from './chase.ts'
import { collect } from './collect.ts'
import { explore } from './explore.ts'
import { animalWays, defineGathering, exactDrop, gatheringEffect } from './gathering.ts'
import { Prey } from './prey.ts'
import { perform, type SkillContext } from './skill.ts'
import type { SkillDefinition } from './skill-definition.ts'

/** Animals that may get away before hunting fails. */
const MAX_ESCAPES = 12
const PICKUP_RANGE = 8

/** Kills animals that drop what is wanted, and picks it up. */
export const hunt: SkillDefinition = defineGathering({
  name: 'hunt',
  verbs: 'hunt kill slaughter slay butcher attack fight'.split(' '),
  prompt: { form: 'hunt({item: count}, null)', meaning: 'kill animals that drop the item' },
  brings: (registry, item) => animalSources(registry, item).length > 0,
  yieldOf: mainDropOf,
  ways: (registry, item, unavailable) =>
    animalWays('hunt', null, animalSources(registry, item), unavailable),
  sources: (registry, { target }) =>
    Object.keys(target).flatMap((item) => animalsWith(registry, item)),
  missing: (registry, goal) =>
    eachTarget(goal, (item) => noSource(item, animalSources(registry, item))),
  simulate: (registry, goal, inventory) =>
    gatheringEffect(goal, inventory, (item) => exactDrop(registry, item)),
  budget: ({ count }) => 5000 + 400 * count,
  async run(context, { item, count, source }): Promise<Outcome> {
    const { body, registry, signal } = context
    const wanted = new Set(tagMembers(registry, item))
    const animals = new Set(animalsWith(registry, item))
    const goal = countOf(registry, body.carried, item) + count
    const prey = new Prey(context, animals, source?.entity ?? null)
    let escapes = 0
    while (countOf(registry, body.carried, item) < goal) {
      const target = prey.next()
      if (!target) {
        const search = await perform(context, explore, {
          sought: [...animals].join(' or '),
          grounds: groundsOf(animals),
          found: () => prey.next() !== undefined,
        })
        if (!search.ok) return search
        continue
      }
      const place = await kill(context, target)
      if (place) {
        prey.done(target)
        // It may have run on, or fallen, before it died.
        await travelFar(body, place, PICKUP_RANGE / 2, signal, { slowestDig: EASY_DIG })
        await perform(context, collect, { kinds: wanted, range: PICKUP_RANGE })
        continue
      }
      prey.escaped(target)
      if (++escapes > MAX_ESCAPES) return failed('unreachable', `the animals with ${item} got away`)
    }
    return succeeded
  },
})

/** Animals that may drop it; for wool of one colour, any sheep. */
function animalsWith(registry: Registry, item: string): string[] {
  return tagMembers(registry, item).flatMap((member) =>
    animalSources(registry, member).map(({ animal }) => animal),
  )
}

/**
 * Goes after an animal and hits it until it is dead.
 * @returns where it was last; undefined when it got away.
 */
export async function kill(context: SkillContext, prey: KnownEntity): Promise<Vec3 | undefined> {
  const { body, memory, signal } = context
  let place = prey.position
  let dead = false
  const unsubscribe = body.interaction.onCreatureDeath((id) => {
    if (id !== prey.id) return
    dead = true
    place = memory.entity(id)?.position ?? place
  })
  try {
    const rest = await drawWeapon(body, signal)
    const deadline = body.clock.tick + chaseTicks(context, prey)
    const inReach = (entity: KnownEntity) => dead || canHit(body, entity)
    while (!dead && (await pursue(context, prey, inReach, deadline - body.clock.tick))) {
      const target = inSight(context, prey.id)
      // What the server says of an animal's age comes after it.
      if (!target || dead || target.young) break
      place = target.position
      await strike(body, target)
      await body.until(() => dead, rest, signal)
    }
  } finally {
    unsubscribe()
  }
  return dead ? place : undefined
}
