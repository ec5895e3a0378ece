import type { BodyState } from '#goal/observation'
import { countsText, goalText } from '#goal/print'
import { inventoryText } from '../state-text.ts'
import type { Descriptor, Situation } from './descriptor.ts'

/**
 * The paper's inventory-based descriptor, extended by the kind of each failure, the missing items and the state of the
 * body. The text is short and stable, so that it can be compared and given to a model.
 */
export class TypedDescriptor implements Descriptor {
  readonly name = 'typed'

  describe({ done, failed, missed, observation }: Situation): string {
    const { worn, body } = observation
    const lines = done.map((goal) => `I succeed on ${goalText(goal)}.`)
    if (failed) {
      const { goal, failure } = failed
      lines.push(`I fail on ${goalText(goal)}: ${failure.kind}, ${failure.detail}.`)
    }
    if (missed) {
      const verb = missed.wear === null ? 'have' : 'wear'
      lines.push(`I have done all steps, but I still do not ${verb} ${countsText(missed.target)}.`)
    }
    lines.push(inventoryText(observation))
    const wears = [...worn].join(', ') || 'nothing'
    lines.push(body ? `I hold ${body.held ?? 'nothing'} and wear ${wears}.` : `I wear ${wears}.`)
    if (body) lines.push(bodyLine(body))
    return lines.join('\n')
  }
}

function bodyLine({ position: { x, y, z }, health, food, isNight }: BodyState): string {
  const time = isNight ? 'at night' : 'by day'
  return `I am at height ${y} (x ${x}, z ${z}), health ${Math.round(health)}, food ${food}, ${time}.`
}
