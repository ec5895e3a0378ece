import type { Body } from '#body/body'
import { travel } from '#body/navigation/travel'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import type { Skill } from '../core/skill.ts'
import { onward } from './tunnel-goals.ts'
import { HEADINGS, type Heading } from './tunnel-heading.ts'

/** Distances ahead and to each side, and depths below the feet, in which to look for the cave (blocks). */
const AHEAD = [1, 2, 3, 4, 5]
const ASIDE = [-1, 0, 1]
const BELOW = [2, 3, 4, 5]
/** Search limit (nodes). */
const LIMIT = 3000

export interface StepAsideArgs {
  /** Length of the tunnel (blocks). */
  readonly blocks: number
  /** Whether to stop early. */
  readonly until: () => boolean
}

/**
 * Tunnels to where a shaft may lead down beside a cave that the last one has opened: away from what the agent knows of the
 * cave. In 26.1, two of three shafts after such a tunnel lead on; a staircase at the wall opens the cave again and again.
 */
export const stepAside: Skill<StepAsideArgs> = {
  name: 'step-aside',
  effect: 'the feet are a few blocks farther from the cave below',
  budget: ({ blocks }) => 150 * blocks,
  precondition: ({ body }) =>
    HEADINGS.some((heading) => openBelow(body, heading) > 0)
      ? null
      : { kind: 'not-found', detail: 'no cave below' },
  async run({ body, signal, agentState }, { blocks, until }): Promise<Outcome> {
    const last = agentState.exploration.heading ?? HEADINGS[0]
    const straight = ({ x, z }: Heading) => x * last.x + z * last.z
    const [heading = HEADINGS[0]] = HEADINGS.toSorted(
      (a, b) => openBelow(body, a) - openBelow(body, b) || straight(b) - straight(a),
    )
    agentState.exploration.headFor(heading)
    const arrival = await travel(body, onward(body.feet, heading, blocks), signal, {
      until,
      limit: LIMIT,
    })
    return arrival === 'arrived' ? succeeded : failed('unreachable', 'no way around the cave')
  },
}

/** Number of known places in a direction below the feet that hold no ground. */
function openBelow(body: Body, { x, z }: Heading): number {
  let count = 0
  for (const far of AHEAD)
    for (const aside of ASIDE)
      for (const depth of BELOW) {
        const place = body.feet.offset(x * far - z * aside, -depth, z * far + x * aside)
        const { open, water, lava } = body.traitsAt(place)
        if ((open || water || lava) && body.vision.isKnown(place.x, place.y, place.z)) count++
      }
  return count
}
