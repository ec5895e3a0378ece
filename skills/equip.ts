import type { EquipmentDestination } from 'mineflayer'
import { worn } from '../src/body/carried.ts'
import { orStop } from '../src/body/stop.ts'
import { membersOf } from '../src/knowledge/families.ts'
import { failed, succeeded, type SkillResult } from './failure.ts'
import type { Skill } from './skill.ts'

export interface EquipArgs {
  /** Kind or family: armour is put on, a shield goes to the off hand, anything else into the hand. */
  readonly item: string
}

const ANSWER_TICKS = 20

function destinationOf(item: string): EquipmentDestination {
  if (/_helmet$|^carved_pumpkin$/.test(item)) return 'head'
  if (/_chestplate$|^elytra$/.test(item)) return 'torso'
  if (/_leggings$/.test(item)) return 'legs'
  if (/_boots$/.test(item)) return 'feet'
  return item === 'shield' ? 'off-hand' : 'hand'
}

/** Wears armour, takes a shield or a tool. */
export const equip: Skill<EquipArgs> = {
  name: 'equip',
  effect: '`item` is worn or in the hand',
  budget: () => 100,
  precondition({ body, kinds }, { item }) {
    const held = membersOf(kinds, item).some((member) => (body.carried[member] ?? 0) > 0)
    return held ? null : { kind: 'missing-material', detail: `no ${item} to put on` }
  },
  async run({ body, kinds, signal }, { item }): Promise<SkillResult> {
    const members = new Set(membersOf(kinds, item))
    const isOn = () =>
      [...worn(body.bot), body.bot.heldItem].some((held) => held && members.has(kinds.itemName(held)))
    if (isOn()) return succeeded
    const stack = body.bot.inventory.items().find((held) => members.has(kinds.itemName(held)))
    if (!stack) return failed('missing-material', `no ${item} to put on`)
    await orStop(body.bot.equip(stack, destinationOf(kinds.itemName(stack))).catch(() => {}), signal)
    return (await body.until(isOn, ANSWER_TICKS, signal)) ? succeeded : failed('timeout', `${item} would not go on`)
  },
}
