import { orStop } from '../src/body/stop.ts'
import { failed, succeeded, type SkillResult } from './failure.ts'
import type { Skill, SkillContext } from './skill.ts'

/** Food that does more harm than good. */
const UNFIT = /rotten_flesh|spider_eye|poisonous_potato|pufferfish|chorus_fruit|suspicious_stew/
/** Raw chicken may poison: eaten only when nothing else is left. */
const LAST_RESORT = /^chicken$/
const FULL = 20

/** The best food that is carried; undefined when there is none. */
export function bestFood({ body, kinds }: Pick<SkillContext, 'body' | 'kinds'>) {
  const foods = kinds.data.foodsByName
  const value = (name: string) => (foods[name]?.effectiveQuality ?? 0) - (LAST_RESORT.test(name) ? 100 : 0)
  return body.bot.inventory
    .items()
    .filter((item) => foods[item.name] && !UNFIT.test(item.name))
    .sort((a, b) => value(kinds.itemName(b)) - value(kinds.itemName(a)))[0]
}

/** Eats until the hunger is gone or the food is. */
export const eat: Skill<null> = {
  name: 'eat',
  effect: 'hunger is stilled as far as the food goes',
  budget: () => 300,
  precondition: (context) => (bestFood(context) ? null : { kind: 'missing-material', detail: 'no food' }),
  async run(context): Promise<SkillResult> {
    const { body, signal } = context
    for (let bites = 0; bites < 8 && body.bot.food < FULL - 1; bites++) {
      const food = bestFood(context)
      if (!food) return bites > 0 ? succeeded : failed('missing-material', 'no food')
      const before = body.bot.food
      await orStop(body.bot.equip(food, 'hand').catch(() => {}), signal)
      await orStop(body.bot.consume().catch(() => {}), signal)
      if (body.bot.food <= before) return bites > 0 ? succeeded : failed('timeout', `could not eat ${food.name}`)
    }
    return succeeded
  },
}
