import { goalText } from '#goal/print'
import type { Descriptor, Situation } from './descriptor.ts'

/**
 * The descriptor as the paper's listings have it (appendix C.2): which steps succeeded and which one failed, by their
 * numbers, and the inventory. Why a step failed is for the explainer to find out.
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
