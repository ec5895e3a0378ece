import { type EquipmentDestination, wield } from '#body/hand'
import { eachTarget } from '#goal/missing'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { countOf, tagMembers } from '#knowledge/item-tags'
import { defineSkill, type SkillDefinition } from '../core/skill-definition.ts'

/** Maximum number of tries, and the time for the server to confirm each (ticks). */
const TRIES = 3
const ANSWER_TICKS = 10

function destinationOf(item: string): EquipmentDestination {
  if (/_helmet$|^carved_pumpkin$/.test(item)) return 'head'
  if (/_chestplate$|^elytra$/.test(item)) return 'torso'
  if (/_leggings$/.test(item)) return 'legs'
  if (/_boots$/.test(item)) return 'feet'
  return item === 'shield' ? 'off-hand' : 'hand'
}

/** Ticks to equip one item. */
const EQUIP_TICKS = 4

/** Puts on armour, holds a shield in the off hand and anything else in the main hand. */
export const equip: SkillDefinition = defineSkill({
  name: 'equip',
  takesMaterials: false,
  group: 'body',
  shows: 'worn',
  station: null,
  verbs: 'equip wear wield don hold'.split(' '),
  prompt: { form: 'equip({item: 1}, null)', meaning: 'put armour or a shield on' },
  brings: () => true,
  recipes: () => [],
  sources: () => [],
  missing: (registry, goal, inventory) =>
    eachTarget(goal, (item) =>
      countOf(registry, inventory, item) > 0 ? [] : [{ kind: 'missing-material', item, count: 1 }],
    ),
  simulate: (registry, { target }, inventory) => ({
    changes: new Map(),
    worn: Object.keys(target).flatMap((item) =>
      tagMembers(registry, item)
        .filter((member) => (inventory[member] ?? 0) > 0)
        .slice(0, 1),
    ),
  }),
  estimate: () => ({ travelTicks: 0, searchTicks: 0, workTicks: EQUIP_TICKS }),
  effect: 'the body wears or holds `item`',
  budget: () => 300,
  async run({ body, registry, signal }, { item }): Promise<Outcome> {
    const { inventory } = body
    const members = new Set(tagMembers(registry, item))
    // Armour in the main hand is not worn.
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
    return isOn() ? succeeded : failed('timeout', `could not equip ${item}`)
  },
})
