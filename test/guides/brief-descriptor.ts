import type { Descriptor, Situation } from '#agent/descriptor/descriptor'
import { goalText } from '#goal/print'

/** Says in one line what failed and why, and nothing of what succeeded. */
export class BriefDescriptor implements Descriptor {
  readonly name = 'brief'

  describe({ failed, rest }: Situation): string | null {
    if (!failed) return null
    const { goal, failure } = failed
    return `${goalText(goal)} failed: ${failure.detail}. Steps left: ${rest.length}.`
  }
}
