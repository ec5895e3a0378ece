import type { Vec3 } from 'vec3'
import { digBlock, wouldFlood } from '#body/dig'
import { rise } from '#body/navigation/rise'
import { placeBlock } from '#body/place'
import { SIDES } from '#geometry/neighbours'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { perform, type Skill, type SkillContext } from '../core/skill.ts'
import { collect } from '../items/collect.ts'
import { swimOut } from '../moving/swim-out.ts'

export const GRAVEL = 'gravel'
const FLINT = 'flint'
/** Time for a drop to enter the inventory (ticks). */
const PICKUP_TICKS = 20
/** Distance at which the agent looks for drops that rolled away (blocks). */
const PICKUP_RANGE = 4
/** Blocks in a row that the agent could not place or dig, before it gives up. */
const MAX_FAILURES = 4

export interface SiftGravelArgs {
  /** Whether there is enough flint. */
  readonly enough: () => boolean
}

/**
 * Places gravel and digs it again until it drops flint, as it does once in ten times. Gravel that the agent carries is worth
 * more than a search for more of it.
 */
export const siftGravel: Skill<SiftGravelArgs> = {
  name: 'sift-gravel',
  effect: 'there is enough flint, or no gravel is left',
  budget: () => 2000,
  precondition: ({ body }) =>
    (body.carried[GRAVEL] ?? 0) > 0
      ? null
      : { kind: 'missing-material', detail: 'no gravel to sift' },
  async run(context, { enough }): Promise<Outcome> {
    const { body, signal } = context
    if (body.footing.inWater) await perform(context, swimOut, null)
    await rise(body, signal)
    const canGoOn = () => enough() || (body.carried[GRAVEL] ?? 0) > 0
    for (let failures = 0; failures < MAX_FAILURES && !enough(); ) {
      if (!(await body.until(canGoOn, PICKUP_TICKS, signal))) {
        const kinds = new Set([GRAVEL, FLINT])
        await perform(context, collect, { kinds, range: PICKUP_RANGE })
        if (!canGoOn()) break
      }
      if (enough()) break
      const place = await hollow(context)
      const isSifted =
        place &&
        (await placeBlock(body, [GRAVEL], place, signal)) &&
        (await digBlock(body, place, signal))
      failures = isSifted ? 0 : failures + 1
    }
    return enough() ? succeeded : failed('not-found', 'no flint in the gravel')
  },
}

/** An open position beside the feet on which gravel rests. The agent digs one if there is none. */
async function hollow({ body, signal }: SkillContext): Promise<Vec3 | undefined> {
  const sides = SIDES.map(([dx, dz]) => body.feet.offset(dx, 0, dz)).filter(
    (place) => body.traitsAt(place.offset(0, -1, 0)).cube,
  )
  const open = sides.find((place) => body.traitsAt(place).open)
  if (open) return open
  for (const place of sides) {
    if (!body.traitsAt(place).diggable || wouldFlood(body, place)) continue
    if (await digBlock(body, place, signal)) return place
  }
  return undefined
}
