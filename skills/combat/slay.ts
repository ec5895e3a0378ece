import type { KnownEntity } from '#perception/world-memory'
import { perform, type SkillContext } from '../core/skill.ts'
import { canHit, drawWeapon, strike } from '../pursuit/attack.ts'
import { chaseTicks, inSight, pursue } from '../pursuit/chase.ts'
import { threats } from '../pursuit/threats.ts'
import { defend, isFightable, isInReach } from './defend.ts'
import { giveGround } from './give-ground.ts'
import { stayClose } from './stay-close.ts'

/** Within this distance the agent lets the monster come: an agent that walks up to a monster is hit first (blocks). */
const NEAR = 5
/** The agent fights other monsters within this distance first (blocks). */
const MEDDLER_RANGE = 5
/** Below this health a hunter breaks off the fight. */
export const BREAK_OFF_HEALTH = 10
/** Mobs that shoot from afar and back off: the agent stays close to them. */
const ARCHER = /^(skeleton|stray|bogged)$/

/** How the fight ended; `broken-off` means that the agent is too weak. */
export type SlayEnd = 'dead' | 'escaped' | 'broken-off'

/**
 * Approaches a monster, lets it come, and fights it together with those that join it. The agent chases archers and
 * monsters that do not come, and breaks off when it has become too weak.
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
      // Time must pass where the monster stays out of reach, or this loop would never end.
      if (body.clock.tick === begun) await body.wait(1, context.signal)
    }
    return dead ? 'dead' : 'escaped'
  } finally {
    agentState.combat.endFight()
    unsubscribe()
  }
}

/** Attacks a monster that does not come. The agent stays within reach of an archer during the attack cooldown. */
async function hit(context: SkillContext, id: number, isOver: () => boolean): Promise<void> {
  const { body, signal } = context
  const entity = inSight(context, id)
  if (!entity || !isInReach(body, entity)) return
  const rest = await drawWeapon(body, signal)
  await strike(body, entity, signal)
  if (!ARCHER.test(entity.kind)) return giveGround(context, rest)
  await stayClose(context, entity, rest, isOver)
}

function isClose({ body }: SkillContext, entity: KnownEntity, comes: boolean): boolean {
  return comes ? entity.position.distanceTo(body.position) < NEAR : canHit(body, entity)
}

function isWeak({ body }: SkillContext): boolean {
  return body.vitals.health < BREAK_OFF_HEALTH
}

/** Whether another monster that could come is near. */
function hasMeddler(context: SkillContext, id: number): boolean {
  return threats(context, MEDDLER_RANGE).some(
    (threat) => threat.known.id !== id && threat.visible && isFightable(context, threat),
  )
}
