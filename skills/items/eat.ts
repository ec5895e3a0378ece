import type { Item } from 'prismarine-item'
import { wield } from '#body/hand'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import type { Registry } from '#knowledge/registry'
import type { Skill, SkillContext } from '../core/skill.ts'

/** Food that does more harm than good. */
const UNFIT =
  /rotten_flesh|spider_eye|poisonous_potato|pufferfish|chorus_fruit|suspicious_stew|^(enchanted_)?golden_apple$/
/** May poison, or make hungry: eaten only when nothing else is left. */
const LAST_RESORT = /^(chicken|rotten_flesh)$/
/** What monsters leave makes hungry, but less so than it stills: on a hunt of monsters it heals when nothing else is left. */
const CARRION = 'rotten_flesh'
/** With this much food, wounds heal; more is wasted on small hunger. */
const SATED = 18
/** A meal takes 32 ticks; a slow server may say so later. */
const BITE_TICKS = 50

/** The best food that is carried; undefined when there is none. */
export function bestFood({
  body,
  registry,
  agentState,
}: Pick<SkillContext, 'body' | 'registry' | 'agentState'>): Item | undefined {
  const foods = registry.data.foodsByName
  const value = (name: string) =>
    (foods[name]?.effectiveQuality ?? 0) - (LAST_RESORT.test(name) ? 100 : 0)
  const serves = (name: string) =>
    isFood(registry, name) || (agentState.combat.hunted.size > 0 && name === CARRION)
  return body.inventory.items
    .filter((item) => serves(item.name))
    .sort((a, b) => value(registry.itemName(b)) - value(registry.itemName(a)))[0]
}

/** Whether eating something does more good than harm. */
export function isFood(registry: Registry, name: string): boolean {
  return name in registry.data.foodsByName && !UNFIT.test(name)
}

/** Eats until the hunger is gone or the food is. */
export const eat: Skill<null> = {
  name: 'eat',
  effect: 'hunger is stilled as far as the food goes',
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
