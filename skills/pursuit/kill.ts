import type { Vec3 } from 'vec3'
import type { KnownEntity } from '#perception/world-memory'
import { isFairGame } from '../core/fair-game.ts'
import type { SkillContext } from '../core/skill.ts'
import { canHit, drawWeapon, strike } from './attack.ts'
import { chaseTicks, inSight, pursue } from './chase.ts'

/** Attacks in a row that another player or a mob in between may prevent. */
const MAX_MISSES = 6
/** Attacks in a row that may do no damage: a bare hand needs this many for a cow, where a server does not tell of damage. */
const MAX_IN_VAIN = 10

/**
 * Pursues an animal and attacks it until it is dead.
 * @returns its last position; undefined when it escaped.
 */
export async function kill(context: SkillContext, prey: KnownEntity): Promise<Vec3 | undefined> {
  const { body, memory, signal } = context
  let place = prey.position
  let dead = false
  let misses = 0
  let inVain = 0
  const { interaction } = body
  const unsubscribe = interaction.onCreatureDeath((id) => {
    if (id !== prey.id) return
    dead = true
    place = memory.entity(id)?.position ?? place
  })
  const unsubscribeHurt = interaction.onCreatureHurt((id) => {
    if (id === prey.id) inVain = 0
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
      const hasStruck = await strike(body, target, signal)
      misses = hasStruck ? 0 : misses + 1
      if (hasStruck) inVain++
      // Plugins protect animals, and some stand half inside a block, where no attack reaches them.
      if (misses > MAX_MISSES || inVain > MAX_IN_VAIN) break
      await body.until(() => dead, rest, signal)
    }
  } finally {
    unsubscribe()
    unsubscribeHurt()
  }
  return dead ? place : undefined
}
