import { type EquipmentDestination, wield } from '../src/body/hand.ts'
import { failed, type Outcome, succeeded } from '../src/goal/outcome.ts'
import { tagMembers } from '../src/knowledge/item-tags.ts'
import type { Skill } from './skill.ts'

export interface EquipArgs {
  /** Kind or tag: armour is put on, a shield goes to the off hand, anything else into the hand. */
  readonly item: string
}

/** How often it is tried, and how long the server has to show it each time (ticks). */
const TRIES = 3
const ANSWER_TICKS = 10

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
  budget: () => 300,
  precondition({ body, registry }, { item }) {
    const held = tagMembers(registry, item).some((member) => (body.carried[member] ?? 0) > 0)
    return held ? null : { kind: 'missing-material', detail: `no ${item} to put on` }
  },
  async run({ body, registry, signal }, { item }): Promise<Outcome> {
    const { inventory } = body
    const members = new Set(tagMembers(registry, item))
    // What is to be worn is not on while it is only held.
    const inHand = destinationOf(item) === 'hand'
    const isOn = () =>
      (inHand ? [inventory.held] : inventory.worn).some(
        (held) => held && members.has(registry.itemName(held)),
      )
    for (let tries = 0; tries < TRIES && !isOn(); tries++) {
      const stack = inventory.items.find((held) => members.has(registry.itemName(held)))
      if (stack) await wield(body, stack, signal, destinationOf(registry.itemName(stack)))
      await body.until(isOn, ANSWER_TICKS, signal)
    }
    return isOn() ? succeeded : failed('timeout', `${item} would not go on`)
  },
}
