import { near, travel } from '../src/body/travel.ts'
import { countOf, membersOf } from '../src/knowledge/families.ts'
import { animalSources } from '../src/knowledge/animals.ts'
import { canHit, drawWeapon, strike } from './attack.ts'
import { collect } from './collect.ts'
import { explore } from './explore.ts'
import { failed, succeeded, type SkillResult } from './failure.ts'
import { perform, type Skill, type SkillContext } from './skill.ts'

export interface HuntArgs {
  /** Kind or family that the animals drop. */
  readonly item: string
  readonly count: number
}

const CHASE_TICKS = 500

/** Kills animals that drop what is wanted, and picks it up. */
export const hunt: Skill<HuntArgs> = {
  name: 'hunt',
  effect: 'the inventory holds `count` more of `item`',
  budget: ({ count }) => 5000 + 400 * count,
  precondition({ kinds }, { item }) {
    const animals = membersOf(kinds, item).flatMap((member) => animalSources(kinds, member))
    return animals.length > 0 ? null : { kind: 'not-found', detail: `no animal drops ${item}` }
  },
  async run(context, { item, count }): Promise<SkillResult> {
    const { body, kinds, memory } = context
    const wanted = new Set(membersOf(kinds, item))
    const animals = new Set([...wanted].flatMap((member) => animalSources(kinds, member).map(({ animal }) => animal)))
    const goal = countOf(kinds, body.carried, item) + count
    const escaped = new Set<number>()
    const prey = () => memory.entities(animals, body.position).find(({ id }) => !escaped.has(id))
    while (countOf(kinds, body.carried, item) < goal) {
      const target = prey()
      if (!target) {
        const search = await perform(context, explore, { sought: [...animals].join(' or '), found: () => prey() !== undefined })
        if (!search.ok) return search
        continue
      }
      if (!(await chase(context, target.id))) escaped.add(target.id)
      await perform(context, collect, { kinds: wanted, range: 8 })
      if (escaped.size > 12) return failed('unreachable', `the animals with ${item} got away`)
    }
    return succeeded
  },
}

/** Runs after an animal and hits it until it is dead; false when it got away. */
async function chase(context: SkillContext, id: number): Promise<boolean> {
  const { body, memory, signal } = context
  const deadline = body.clock.tick + CHASE_TICKS
  const animal = () => body.bot.entities[id]
  while (body.clock.tick < deadline) {
    const target = animal()
    if (!target) {
      // Not in sight: go to where it was last seen, then it is gone for good.
      const last = memory.entities([], body.position).find((known) => known.id === id)
      if (!last) return true
      if ((await travel(body, near(last.position.floored(), 2), signal)) !== 'arrived' || !animal()) return false
      continue
    }
    if (canHit(body, target)) {
      const rest = await drawWeapon(body, signal)
      await strike(body, target)
      await body.until(() => animal() === undefined, rest, signal)
      if (!animal() || (target as { isValid?: boolean }).isValid === false) return true
      continue
    }
    const arrival = await travel(body, near(target.position.floored(), 1.6), signal, {
      until: () => !animal() || canHit(body, target),
      limit: 2000,
    })
    if (arrival !== 'arrived') return false
  }
  return false
}
