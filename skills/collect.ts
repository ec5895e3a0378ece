import type { Vec3 } from 'vec3'
import { near, travel } from '../src/body/travel.ts'
import { succeeded, type SkillResult } from './failure.ts'
import type { Skill, SkillContext } from './skill.ts'

export interface CollectArgs {
  /** Kinds to pick up; undefined for everything. */
  readonly kinds?: ReadonlySet<string>
  /** How far away things may lie (blocks). */
  readonly range: number
}

/** Things that were dropped need this long to come to rest and be free to take (ticks). */
const SETTLE_TICKS = 8
const PICKUP_TICKS = 12
/** A pickup that takes longer is given up (ticks). */
const ONE_PICKUP_TICKS = 160

/** Walks over what lies around until it is picked up. Things that cannot be reached are left. */
export const collect: Skill<CollectArgs> = {
  name: 'collect',
  precondition: () => null,
  effect: 'what lay within range is in the inventory',
  budget: () => 600,
  async run(context, args): Promise<SkillResult> {
    const { body, signal } = context
    await body.wait(SETTLE_TICKS, signal)
    const leave = new Set<number>()
    for (;;) {
      const drop = nextDrop(context, args, leave)
      if (!drop) return succeeded
      const start = body.clock.tick
      const gone = () => body.bot.entities[drop.id] === undefined || body.clock.tick - start > ONE_PICKUP_TICKS
      await travel(body, near(drop.position.floored(), 0.9), signal, { until: gone, limit: 1500 })
      await body.until(gone, PICKUP_TICKS, signal)
      if (body.bot.entities[drop.id] !== undefined) {
        await stepOnto(context, drop.position)
        await body.until(gone, PICKUP_TICKS, signal)
        leave.add(drop.id)
      }
    }
  },
}

function nextDrop(context: SkillContext, args: CollectArgs, leave: ReadonlySet<number>) {
  const { body, memory, kinds } = context
  return memory.entities(['item', 'Item'], body.position, args.range).find((known) => {
    if (leave.has(known.id) || !known.visible) return false
    const item = body.bot.entities[known.id]?.getDroppedItem()
    return item && (!args.kinds || args.kinds.has(kinds.itemName(item)))
  })
}

/** The last half block, straight at the thing. */
async function stepOnto({ body, signal }: SkillContext, place: Vec3): Promise<void> {
  if (body.position.distanceTo(place) > 2) return
  await body.bot.lookAt(place.offset(0, 0.2, 0), true)
  body.bot.setControlState('forward', true)
  await body.until(() => Math.hypot(body.position.x - place.x, body.position.z - place.z) < 0.3, 8, signal)
  body.release()
}
