import type { KnownEntity } from '#perception/world-memory'
import { perform, type SkillContext } from '../core/skill.ts'
import { canHit, drawWeapon, strike } from '../pursuit/attack.ts'
import { chase, chaseTicks, inSight, pursue } from '../pursuit/chase.ts'
import { threats } from '../pursuit/threats.ts'
import { defend, isFightable, isInReach } from './defend.ts'
import { giveGround } from './give-ground.ts'

/** From this near on one lets it come: who walks up to a monster is hit first (blocks). */
const NEAR = 5
/** Other monsters this near have to be dealt with first (blocks). */
const MEDDLER_RANGE = 5
/** Below this many health points a hunter breaks off. */
export const SHAKY = 10
/** Shoot from afar and give way to who comes: these are kept at close quarters. */
const ARCHER = /^(skeleton|stray|bogged)$/

/** How it ended: it is dead, it got away, or something else comes first. */
export type SlayEnd = 'dead' | 'escaped' | 'broken-off'

/**
 * Goes up to a monster, lets it come, and fights it and whoever comes to its aid; one that shoots or does not come is gone
 * after. Broken off where the body has become too weak.
 */
export async function slay(context: SkillContext, prey: KnownEntity): Promise<SlayEnd> {
  const { body, agentState } = context
  let dead = false
  const unsubscribe = body.interaction.onCreatureDeath((id) => {
    dead ||= id === prey.id
  })
  const isOver = () => dead || isWeak(context) || hasMeddler(context, prey.id)
  agentState.combat.beginFight()
  try {
    const deadline = body.clock.tick + chaseTicks(context, prey)
    for (let comes = !ARCHER.test(prey.kind); body.clock.tick < deadline; ) {
      const begun = body.clock.tick
      const due = (entity: KnownEntity) => isOver() || isClose(context, entity, comes)
      const found = await pursue(context, prey, due, deadline - body.clock.tick)
      if (dead) return 'dead'
      if (!found) return 'escaped'
      if (isWeak(context)) return 'broken-off'
      if (comes || hasMeddler(context, prey.id)) {
        const fight = await perform(context, defend, null)
        if (dead) return 'dead'
        if (!fight.ok && fight.failure.kind === 'hurt') return 'broken-off'
        comes = false
      }
      await hit(context, prey.id, isOver)
      // What keeps away and cannot be hit must not hold up time.
      if (body.clock.tick === begun) await body.wait(1, context.signal)
    }
    return dead ? 'dead' : 'escaped'
  } finally {
    agentState.combat.endFight()
    unsubscribe()
  }
}

/** One blow at a monster that does not come. One that shoots is kept within reach while the arm rests. */
async function hit(context: SkillContext, id: number, isOver: () => boolean): Promise<void> {
  const { body, signal } = context
  const entity = inSight(context, id)
  if (!entity || !isInReach(body, entity)) return
  const rest = await drawWeapon(body, signal)
  await strike(body, entity)
  if (!ARCHER.test(entity.kind)) return giveGround(context, rest)
  const ready = body.clock.tick + rest
  await chase(context, entity, () => isOver() || body.clock.tick >= ready, rest)
  await body.until(() => isOver() || body.clock.tick >= ready, rest, signal)
}

function isClose({ body }: SkillContext, entity: KnownEntity, comes: boolean): boolean {
  return comes ? entity.position.distanceTo(body.position) < NEAR : canHit(body, entity)
}

function isWeak({ body }: SkillContext): boolean {
  return body.vitals.health < SHAKY
}

/** Whether another monster is near that could come. */
function hasMeddler(context: SkillContext, id: number): boolean {
  return threats(context, MEDDLER_RANGE).some(
    (threat) => threat.known.id !== id && threat.visible && isFightable(context, threat),
  )
}
