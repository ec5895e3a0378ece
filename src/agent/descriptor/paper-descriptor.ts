import { goalText } from '#goal/print'
import type { Descriptor, Situation } from './descriptor.ts'

/**
 * The descriptor of the paper's listings (appendix C.2): the numbers of the steps that succeeded and of the one that failed,
 * and the inventory. The explainer has to find the cause.
 */
export class PaperDescriptor implements Descriptor {
  readonly name = 'paper'

  describe({ done, failed, observation }: Situation): string {
    const numbers = done.map((_, index) => index + 1).join(', ')
    const success = done.length > 0 ? [`I succeed on step ${numbers}`] : []
    const failure = failed ? [`I fail on step ${done.length + 1} "${goalText(failed.goal)}"`] : []
    const held = Object.entries(observation.inventory).map(([item, count]) => `${count} ${item}`)
    return `${[...success, ...failure].join(', but ')}. My inventory now has ${held.join(', ') || 'nothing'}.`
  }
}
