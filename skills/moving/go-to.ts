import { Vec3 } from 'vec3'
import { travelFar } from '#body/navigation/travel-far'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { perform, type Skill, type SkillContext } from '../core/skill.ts'
import { skyAbove, surface } from './surface.ts'

export interface GoToArgs {
  readonly x: number
  /** Height; null for any. */
  readonly y: number | null
  readonly z: number
  /** The agent has arrived within this distance (blocks). */
  readonly range: number
}

/** Time limit (ticks): ten minutes, in which a player walks 2,500 blocks. */
const MAX_TICKS = 12_000

/** The agent goes to the surface first for a place of open height that is farther away than this (blocks). */
const FAR = 16

/** Walks to a place, by its coordinates. */
export const goTo: Skill<GoToArgs> = {
  name: 'go-to',
  effect: 'the agent is within `range` blocks of the place',
  budget: () => MAX_TICKS,
  precondition: () => null,
  async run(context, args): Promise<Outcome> {
    const { body, signal } = context
    const { x, y, z, range } = args
    const { feet } = body
    // A walk over land is faster than a tunnel.
    if (y === null && distanceTo(body, args) > FAR && !skyAbove(context, feet.x, feet.y, feet.z))
      await perform(context, surface, null)
    const place = new Vec3(x, y ?? body.feet.y, z)
    const isThere = () => distanceTo(body, args) <= range
    const arrival = await travelFar(body, place, range, signal, { until: isThere })
    if (arrival === 'arrived' || isThere()) return succeeded
    const left = Math.round(distanceTo(body, args))
    return failed(
      arrival === 'timeout' ? 'timeout' : 'unreachable',
      `found no path to ${x} ${y ?? '~'} ${z}; ${left} blocks are left`,
    )
  },
}

/** Distance of the agent from a place (blocks); horizontally where its height is open. */
export function distanceTo(
  { position }: Pick<SkillContext['body'], 'position'>,
  { x, y, z }: Omit<GoToArgs, 'range'>,
): number {
  return Math.hypot(x + 0.5 - position.x, y === null ? 0 : y - position.y, z + 0.5 - position.z)
}
