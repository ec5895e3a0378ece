import { near, travel } from '../src/body/travel.ts'
import { canHit, drawWeapon, strike } from './attack.ts'
import { failed, succeeded, type SkillResult } from './failure.ts'
import type { Skill, SkillContext } from './skill.ts'
import { type Threat, threats } from './threats.ts'

/** Monsters farther away than this are left alone (blocks). */
const FIGHT_RANGE = 11
/** A creeper this near is about to go off: step back between blows (blocks). */
const FUSE_RANGE = 2.8
const RETREAT_TICKS = 9
/** How long a monster that comes is waited for (ticks). */
const PATIENCE_TICKS = 30
/** Below this many health points fighting on is folly. */
export const FAINT = 7

/** Fights the monsters that are near until none is left or it gets too dangerous. */
export const defend: Skill<null> = {
  name: 'defend',
  effect: 'no monster is near',
  budget: () => 500,
  precondition: () => null,
  async run(context): Promise<SkillResult> {
    const { body, signal } = context
    for (;;) {
      const [threat] = threats(context, FIGHT_RANGE)
      if (!threat) return succeeded
      if (body.bot.health < FAINT) return failed('hurt', `health ${body.bot.health} in a fight with a ${threat.entity.name}`)
      const rest = await drawWeapon(body, signal)
      if (!canHit(body, threat.entity)) {
        const gone = () => threat.entity.isValid === false || canHit(body, threat.entity)
        // Who walks up to a monster is hit first; who waits for it is not.
        const comes = !threat.shoots && (await awaitFoe(context, threat, gone))
        if (comes) continue
        const arrival = await travel(body, near(threat.entity.position.floored(), 2), signal, { until: gone, limit: 800 })
        if (arrival !== 'arrived') return failed('unreachable', `a ${threat.entity.name} that cannot be got at`)
        continue
      }
      await strike(body, threat.entity)
      if (threat.explodes && threat.distance < FUSE_RANGE) {
        body.bot.setControlState('back', true)
        await body.wait(RETREAT_TICKS, signal)
        body.release()
        await body.wait(Math.max(1, rest - RETREAT_TICKS), signal)
      } else await body.wait(rest, signal)
    }
  },
}

/** Stands still, facing a monster, until it is in reach; false when it does not come. */
async function awaitFoe(context: SkillContext, { entity }: Threat, gone: () => boolean): Promise<boolean> {
  const { body, signal } = context
  for (let tick = 0; tick < PATIENCE_TICKS && !gone(); tick++) {
    await body.bot.lookAt(entity.position.offset(0, 1, 0), true)
    await body.wait(1, signal)
  }
  return gone()
}
