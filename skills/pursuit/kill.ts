import type { Vec3 } from 'vec3'
import type { KnownEntity } from '#perception/world-memory'
import { isFairGame } from '../core/fair-game.ts'
import type { SkillContext } from '../core/skill.ts'
import { canHit, drawWeapon, strike } from './attack.ts'
import { chaseTicks, inSight, pursue } from './chase.ts'

/** Attacks in a row that another player or a mob in between may prevent. */
const MAX_MISSES = 6

/**
 * Pursues an animal and attacks it until it is dead.
 * @returns its last position; undefined when it escaped.
 */
export async function kill(context: SkillContext, prey: KnownEntity): Promise<Vec3 | undefined> {
  const { body, memory, signal } = context
  let place = prey.position
  let dead = false
  let misses = 0
  const unsubscribe = body.interaction.onCreatureDeath((id) => {
    if (id !== prey.id) return
    dead = true
    place = memory.entity(id)?.position ?? place
  })
  try {
    const rest = await drawWeapon(body, signal)
    const deadline = body.clock.tick + chaseTicks(context, prey)
    const inReach = (entity: KnownEntity) => dead || canHit(body, entity)
    while (!dead && (await pursue(context, prey, inReach, deadline - body.clock.tick))) {
      const target = inSight(context, prey.id)
      // The server sends an animal's age and name after the animal itself.
      if (!target || dead || !isFairGame(target)) break
      place = target.position
      misses = (await strike(body, target, signal)) ? 0 : misses + 1
      if (misses > MAX_MISSES) break
      await body.until(() => dead, rest, signal)
    }
  } finally {
    unsubscribe()
  }
  return dead ? place : undefined
}
