import { wield } from '../src/body/hand.ts'
import { failed, type Outcome, succeeded } from '../src/goal/outcome.ts'
import { shearSources } from '../src/knowledge/animals.ts'
import { countOf, tagMembers } from '../src/knowledge/item-tags.ts'
import type { KnownEntity } from '../src/perception/world-memory.ts'
import { canHit } from './attack.ts'
import { chase, inSight } from './chase.ts'
import { collect } from './collect.ts'
import { explore } from './explore.ts'
import { perform, type Skill, type SkillContext } from './skill.ts'

export interface ShearArgs {
  /** `wool`, or one colour of it. */
  readonly item: string
  readonly count: number
}

const CHASE_TICKS = 300
/** How often a sheep is tried that does not give any, and how long wool takes to appear (ticks). */
const TRIES = 2
const ANSWER_TICKS = 6
const PICKUP_RANGE = 6

/** Shears sheep and picks the wool up. A sheep that gave none is left alone. */
export const shear: Skill<ShearArgs> = {
  name: 'shear',
  effect: 'the inventory holds `count` more of `item`',
  budget: ({ count }) => 4000 + 300 * count,
  precondition({ body, registry }, { item }) {
    if (shearSources(registry, item).length === 0)
      return { kind: 'not-found', detail: `no animal gives ${item} when shorn` }
    return body.carried.shears ? null : { kind: 'missing-tool', detail: 'no shears' }
  },
  async run(context, { item, count }): Promise<Outcome> {
    const { body, registry, memory } = context
    const goal = countOf(registry, body.carried, item) + count
    const done = new Set<number>()
    const sheep = () => memory.entities(['sheep'], body.position).find(({ id }) => !done.has(id))
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
}

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
