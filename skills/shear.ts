import { near, travel } from '../src/body/travel.ts'
import { orStop } from '../src/body/stop.ts'
import { countOf, membersOf } from '../src/knowledge/families.ts'
import { collect } from './collect.ts'
import { explore } from './explore.ts'
import { failed, succeeded, type SkillResult } from './failure.ts'
import { perform, type Skill } from './skill.ts'

export interface ShearArgs {
  /** `wool`, or one colour of it. */
  readonly item: string
  readonly count: number
}

/** Shears sheep and picks the wool up. A sheep that gave none is left alone. */
export const shear: Skill<ShearArgs> = {
  name: 'shear',
  effect: 'the inventory holds `count` more of `item`',
  budget: ({ count }) => 4000 + 300 * count,
  precondition: ({ body }) =>
    (body.carried.shears ?? 0) > 0 ? null : { kind: 'missing-tool', detail: 'no shears' },
  async run(context, { item, count }): Promise<SkillResult> {
    const { body, kinds, memory, signal } = context
    const goal = countOf(kinds, body.carried, item) + count
    const done = new Set<number>()
    const sheep = () => memory.entities(['sheep'], body.position).find(({ id }) => !done.has(id))
    while (countOf(kinds, body.carried, item) < goal) {
      const target = sheep()
      if (!target) {
        const search = await perform(context, explore, { sought: 'sheep', found: () => sheep() !== undefined })
        if (!search.ok) return search
        continue
      }
      done.add(target.id)
      const arrival = await travel(body, near(target.position.floored(), 2), signal)
      const animal = body.bot.entities[target.id]
      const shears = body.bot.inventory.items().find(({ name }) => name === 'shears')
      if (!shears) return failed('missing-tool', 'no shears')
      if (arrival !== 'arrived' || !animal) continue
      await orStop(body.bot.equip(shears, 'hand').catch(() => {}), signal)
      await body.bot.lookAt(animal.position.offset(0, 0.7, 0), true)
      await orStop(body.bot.activateEntity(animal).catch(() => {}), signal)
      await perform(context, collect, { kinds: new Set(membersOf(kinds, item)), range: 6 })
    }
    return succeeded
  },
}
