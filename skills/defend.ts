import { canHit, drawWeapon, strike } from './attack.ts'
import { chase } from './chase.ts'
import { failed, type SkillResult, succeeded } from './failure.ts'
import type { Skill, SkillContext } from './skill.ts'
import { type Threat, threats } from './threats.ts'

/** Monsters farther away than this are left alone (blocks). */
const FIGHT_RANGE = 7
/** The same for those that shoot, which must be run down. */
const SHOOTER_RANGE = 14
/** A creeper this near is about to go off: step back between blows (blocks). */
const FUSE_RANGE = 2.8
const RETREAT_TICKS = 9
/** How long a monster that comes is waited for (ticks). */
const PATIENCE_TICKS = 40
/** How long one that shoots is run after (ticks). */
const CHARGE_TICKS = 100
/** Below this many health points fighting on is folly. */
export const FAINT = 8

/**
 * Fights the monsters that come near, standing: who walks up to a monster is hit first, and may walk
 * off a ledge.
 */
export const defend: Skill<null> = {
  name: 'defend',
  effect: 'no monster is near',
  budget: () => 500,
  precondition: () => null,
  async run(context): Promise<SkillResult> {
    const { body, signal } = context
    body.release()
    for (;;) {
      const threat = threats(context, SHOOTER_RANGE).find(
        ({ shoots, distance }) => shoots || distance <= FIGHT_RANGE,
      )
      if (!threat) return succeeded
      const { entity } = threat
      if (body.bot.health < FAINT)
        return failed(
          'hurt',
          `health ${Math.round(body.bot.health)} in a fight with a ${entity.name}`,
        )
      const rest = await drawWeapon(body, signal)
      // Who shoots does not come: it must be run down, while it is near.
      const met = threat.shoots
        ? await chase(context, threat.known, (foe) => canHit(body, foe), CHARGE_TICKS)
        : await comesNear(context, threat)
      if (!met) return failed('unreachable', `a ${entity.name} that keeps away`)
      if (!canHit(body, entity)) continue
      await strike(body, entity)
      if (threat.explodes && threat.distance < FUSE_RANGE) await stepBack(context)
      await body.wait(threat.explodes ? Math.max(1, rest - RETREAT_TICKS) : rest, signal)
    }
  },
}

/** Faces a monster until it is in reach or gone; false when it does not come. */
async function comesNear(context: SkillContext, { entity }: Threat): Promise<boolean> {
  const { body, signal } = context
  const settled = () => entity.isValid === false || canHit(body, entity)
  for (let tick = 0; tick < PATIENCE_TICKS && !settled(); tick++) {
    await body.bot.lookAt(entity.position.offset(0, 1, 0), true)
    await body.wait(1, signal)
  }
  return settled()
}

/** One step away from a creeper, where there is ground behind. */
async function stepBack({ body, signal }: SkillContext): Promise<void> {
  const { yaw } = body.bot.entity
  const behind = body.position.offset(Math.sin(yaw), 0, Math.cos(yaw)).floored()
  if (!body.traitsAt(behind).open || !body.traitsAt(behind.offset(0, -1, 0)).floor) return
  body.bot.setControlState('back', true)
  await body.wait(RETREAT_TICKS, signal)
  body.release()
}
