import { succeeded } from '#goal/outcome'
import { perform, type Skill, type SkillWorld } from '#skills/core/skill'
import { equip } from '#skills/items/equip'
import type { Reflex } from '#skills/reflexes/reflex'

const CHESTPLATE = /_chestplate$/

/** The chestplate that the agent carries and does not wear; undefined for none. */
function spareChestplate({ body }: Pick<SkillWorld, 'body'>) {
  const isChestplate = (item: string) => CHESTPLATE.test(item)
  if (body.inventory.wornKinds.some(isChestplate)) return undefined
  return Object.keys(body.carried).find(isChestplate)
}

/** Puts on a carried chestplate. */
const putOnChestplate: Skill<null> = {
  name: 'put-on-chestplate',
  effect: 'the agent wears a chestplate',
  budget: () => 60,
  precondition: () => null,
  async run(context) {
    const item = spareChestplate(context)
    return item === undefined ? succeeded : perform(context, equip, { item, count: 1 })
  },
}

/** Puts on a chestplate while no monster is near. */
export const wearArmour: Reflex = {
  name: 'wear-armour',
  description: 'Put on a carried chestplate while no monster is near.',
  urgency: 30,
  rest: 200,
  skill: putOnChestplate,
  when(context) {
    if (context.threats.length > 0) return undefined
    return spareChestplate(context) === undefined ? undefined : 'carries a chestplate'
  },
}
