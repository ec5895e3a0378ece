import { PLAYER_WIDTH } from '#knowledge/player-size'
import type { EntityTracker } from '../entities/tracker.ts'
import type { StatusEffects } from '../survival/status-effects.ts'
import type { WorldDifficulty } from '../world-difficulty.ts'
import type { WorldTime } from '../world-time.ts'
import type { Brain, Targeting } from './brain.ts'
import type { Mob } from './mob.ts'
import { scaledDamage } from './mob-damage.ts'
import { flatDistance, type Steering } from './steering.ts'

/** Cooldown between attacks (ticks). */
const ATTACK_TICKS = 20
/** Spiders leap at a target between these distances (blocks), with this chance in a tick. */
const LEAP_NEAR = 2
const LEAP_FAR = 4
const LEAP_CHANCE = 0.2
const LEAP_SPEED = 0.4
/** Duration of the hunger effect of a husk's attack, at the regional difficulty of the first days (ticks). */
const HUSK_HUNGER_TICKS = { peaceful: 0, easy: 0, normal: 140, hard: 280 } as const
/** Duration of the poison of a cave spider's attack. */
const CAVE_SPIDER_POISON_TICKS = { peaceful: 0, easy: 0, normal: 140, hard: 300 } as const

interface MeleeBrainNeeds {
  targeting: Targeting
  steering: Steering
  time: WorldTime
  tracker: EntityTracker
  difficulty: WorldDifficulty
  random: () => number
  effects: StatusEffects
}

/** Zombies of all kinds, spiders and angry endermen: they chase and attack their target. */
export class MeleeBrain implements Brain {
  readonly #needs: MeleeBrainNeeds

  constructor(needs: MeleeBrainNeeds) {
    this.#needs = needs
  }

  think(mob: Mob): void {
    const { targeting, steering, time, tracker, difficulty, random, effects } = this.#needs
    const { tick } = time
    const target = targeting.targetOrStroll(mob)
    if (!target) return
    steering.pursue(mob, target.position, mob.kind.chaseFactor)
    const distance = flatDistance(mob.position, target.position)
    const leaps = mob.kind.climbs && mob.onGround && distance > LEAP_NEAR && distance < LEAP_FAR
    if (leaps && random() < LEAP_CHANCE) {
      mob.motion.x += mob.headingX * LEAP_SPEED
      mob.motion.z += mob.headingZ * LEAP_SPEED
      mob.motion.y = LEAP_SPEED
    }
    const reach = Math.sqrt((mob.width * 2) ** 2 + PLAYER_WIDTH)
    const near = mob.position.distanceTo(target.position) <= reach
    if (!near || tick < mob.nextAttack || !targeting.sees(mob, target)) return
    mob.nextAttack = tick + ATTACK_TICKS
    tracker.broadcast(mob, 'animation', { entityId: mob.id, animation: 0 })
    const { health } = target.vitals
    const damage = scaledDamage(mob.attackDamage, difficulty.level)
    target.vitals.hurt(damage, 'mob', mob.position, mob)
    if (target.vitals.health >= health) return
    if (mob.kind.name === 'husk')
      effects.apply(target, 'hunger', HUSK_HUNGER_TICKS[difficulty.level])
    if (mob.kind.name === 'cave_spider')
      effects.apply(target, 'poison', CAVE_SPIDER_POISON_TICKS[difficulty.level])
  }
}
