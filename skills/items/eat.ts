import type { Item } from 'prismarine-item'
import { wield } from '#body/hand'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import type { Registry } from '#knowledge/registry'
import type { Skill, SkillContext } from '../core/skill.ts'

/** Food with harmful effects, which the agent never eats. */
const UNFIT =
  /rotten_flesh|spider_eye|poisonous_potato|pufferfish|chorus_fruit|suspicious_stew|^(enchanted_)?golden_apple$/
/** Food that may poison or cause hunger: only when there is nothing else. */
const LAST_RESORT = /^(chicken|rotten_flesh)$/
/**
 * Rotten flesh causes hunger but restores more food than it costs. On a hunt of monsters, and at this health or less, it heals when
 * there is nothing else.
 */
const CARRION = 'rotten_flesh'
const FAINT = 8
/** Food level at which health regenerates; eating at a higher level wastes food. */
const SATED = 18
/** Eating takes 32 ticks; a slow server confirms it later (ticks). */
const BITE_TICKS = 50

/** The best food in the inventory; undefined for none. */
export function bestFood({
  body,
  registry,
  agentState,
}: Pick<SkillContext, 'body' | 'registry' | 'agentState'>): Item | undefined {
  const foods = registry.data.foodsByName
  const value = (name: string) =>
    (foods[name]?.effectiveQuality ?? 0) - (LAST_RESORT.test(name) ? 100 : 0)
  const isDesperate = agentState.combat.hunted.size > 0 || body.vitals.health <= FAINT
  const serves = (name: string) => isFood(registry, name) || (isDesperate && name === CARRION)
  return body.inventory.items
    .filter((item) => serves(item.name))
    .sort((a, b) => value(registry.itemName(b)) - value(registry.itemName(a)))[0]
}

/** Whether an item is food without harmful effects. */
export function isFood(registry: Registry, name: string): boolean {
  return name in registry.data.foodsByName && !UNFIT.test(name)
}

/** Eats until the food bar is full or the food is gone. */
export const eat: Skill<null> = {
  name: 'eat',
  effect: 'the food bar is full, or the food is gone',
  budget: () => 600,
  precondition: (context) =>
    bestFood(context) ? null : { kind: 'missing-material', detail: 'no food' },
  async run(context): Promise<Outcome> {
    const { body, signal } = context
    const { vitals, interaction } = body
    while (vitals.food < SATED) {
      const food = bestFood(context)
      if (!food) return succeeded
      const before = vitals.food
      await wield(body, food, signal)
      await interaction.useHeld(signal)
      try {
        if (!(await body.until(() => vitals.food > before, BITE_TICKS, signal)))
          return failed('timeout', `could not eat ${food.name}`)
      } finally {
        if (vitals.food <= before) interaction.stopUsing()
      }
    }
    return succeeded
  },
}
