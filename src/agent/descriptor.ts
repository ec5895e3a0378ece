import { isNight } from '../../skills/shelter.ts'
import type { SkillContext } from '../../skills/skill.ts'
import { countsText } from '../goal/print.ts'
import { outcomeLines, type Situation } from './situation.ts'

/**
 * Puts a failure, or what was done, and the state it happened in into words (DEPS, section 3.2: the inventory-based
 * descriptor). Short and stable, so that it can be compared and given to a model.
 */
export function describe(
  context: Pick<SkillContext, 'body' | 'registry'>,
  situation: Situation,
): string {
  const { body, registry } = context
  const { inventory, vitals } = body
  const { x, y, z } = body.feet
  const lines = [
    ...outcomeLines(situation),
    `My inventory has ${countsText(body.carried)}.`,
    `I hold ${inventory.held ? registry.itemName(inventory.held) : 'nothing'} and wear ${
      inventory.wornKinds.join(', ') || 'nothing'
    }.`,
    `I am at height ${y} (x ${x}, z ${z}), health ${Math.round(vitals.health)}, food ${vitals.food}, ${
      isNight(context) ? 'at night' : 'by day'
    }.`,
  ]
  return lines.join('\n')
}
