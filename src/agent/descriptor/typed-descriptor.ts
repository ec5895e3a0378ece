import { isNight } from '../../../skills/shelter.ts'
import type { SkillContext } from '../../../skills/skill.ts'
import { worn } from '../../body/carried.ts'
import { countsText } from '../../goal/print.ts'
import { outcomeLines, type Situation } from './descriptor.ts'

/**
 * Puts a failure, or what was done, and the state it happened in into words (DEPS, section 3.2: the inventory-based
 * descriptor). Short and stable, so that it can be compared and given to a model.
 */
export function describe(
  context: Pick<SkillContext, 'body' | 'registry'>,
  situation: Situation,
): string {
  const { body, registry } = context
  const { bot } = body
  const { x, y, z } = body.feet
  const lines = [
    ...outcomeLines(situation),
    `My inventory has ${countsText(body.carried)}.`,
    `I hold ${bot.heldItem ? registry.itemName(bot.heldItem) : 'nothing'} and wear ${
      worn(bot)
        .map((item) => registry.itemName(item))
        .join(', ') || 'nothing'
    }.`,
    `I am at height ${y} (x ${x}, z ${z}), health ${Math.round(bot.health)}, food ${bot.food}, ${
      isNight(context) ? 'at night' : 'by day'
    }.`,
  ]
  return lines.join('\n')
}
