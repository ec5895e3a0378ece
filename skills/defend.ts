import { failed, type Outcome, succeeded } from '../src/goal/outcome.ts'
import type { KnownEntity } from '../src/perception/world-memory.ts'
import { canHit, drawWeapon, strike } from './attack.ts'
import { charge, chase, inSight } from './chase.ts'
import type { Skill, SkillContext } from './skill.ts'
import { type Threat, threats } from './threats.ts'

/** Monsters farther away than this are left alone (blocks). */
const FIGHT_RANGE = 7
/** A creeper this near is about to go off: step back between blows (blocks). */
const FUSE_RANGE = 2.8
const RETREAT_TICKS = 9
/** How long a monster that comes is waited for (ticks). */
const PATIENCE_TICKS = 40
/** How long one that shoots is run at (ticks). */
const CHARGE_TICKS = 40
/** So near it is gone after round corners and through rock (blocks). */
const CORNER_RANGE = 4.5
/** Below this many health points fighting on is folly. */
export const FAINT = 8

/**
 * Fights the monsters that are near, standing: who walks up to a monster is hit first, and may walk
 * off a ledge. Only one that shoots is run at, for it does not come.
 */
export const defend: Skill<null> = {
  name: 'defend',
  effect: 'no monster is near',
  budget: () => 500,
  precondition: () => null,
  async run(context): Promise<Outcome> {
    const { body, signal } = context
    body.release()
    const aloof = new Map<number, string>()
    for (;;) {
      const threat = nearest(context, aloof)
      if (!threat) {
        const [name] = aloof.values()
        return name ? failed('unreachable', `a ${name} that keeps away`) : succeeded
      }
      const { id, kind: name } = threat.known
      const { health } = body.vitals
      if (health < FAINT)
        return failed('hurt', `health ${Math.round(health)} in a fight with a ${name}`)
      const rest = await drawWeapon(body, signal)
      const inReach = (entity: KnownEntity) => entity.visible && canHit(body, entity)
      const met = await meet(context, threat, inReach)
      if (!met) aloof.set(id, name)
      const entity = inSight(context, id)
      if (!entity || !inReach(entity)) continue
      await strike(body, entity)
      if (threat.explodes && threat.distance < FUSE_RANGE) await stepBack(context)
      await body.wait(threat.explodes ? Math.max(1, rest - RETREAT_TICKS) : rest, signal)
    }
  },
}

/** The monster to deal with next: one that explodes before all others. */
function nearest(context: SkillContext, but: ReadonlyMap<number, string>): Threat | undefined {
  const near = threats(context, FIGHT_RANGE).filter(({ known }) => !but.has(known.id))
  return near.find(({ explodes }) => explodes) ?? near[0]
}

/** Comes to blows with a monster; false when that cannot be. */
function meet(
  context: SkillContext,
  threat: Threat,
  inReach: (entity: KnownEntity) => boolean,
): Promise<boolean> {
  if (!threat.shoots) return comesNear(context, threat, inReach)
  const run = threat.distance <= CORNER_RANGE ? chase : charge
  return run(context, threat.known, inReach, CHARGE_TICKS)
}

/** Faces a monster until it is in reach or gone; false when it does not come. */
async function comesNear(
  { body, memory, signal }: SkillContext,
  { known: { id } }: Threat,
  inReach: (entity: KnownEntity) => boolean,
): Promise<boolean> {
  for (let tick = 0; ; tick++) {
    const entity = memory.entity(id)
    if (!entity || inReach(entity)) return true
    if (tick === PATIENCE_TICKS) return false
    await body.controls.lookAt(entity.position.offset(0, 1, 0))
    await body.wait(1, signal)
  }
}

/** One step away from a creeper, where there is ground behind. */
async function stepBack({ body, signal }: SkillContext): Promise<void> {
  const { yaw } = body.controls
  const behind = body.position.offset(Math.sin(yaw), 0, Math.cos(yaw)).floored()
  if (!body.traitsAt(behind).open || !body.traitsAt(behind.offset(0, -1, 0)).floor) return
  body.controls.press({ back: true })
  await body.wait(RETREAT_TICKS, signal)
  body.release()
}
