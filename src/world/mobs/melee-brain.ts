import type { Difficulty } from '#knowledge/difficulty'
import { PLAYER_WIDTH } from '#knowledge/player-size'
import type { EntityTracker } from '../entities/tracker.ts'
import type { Ailments } from '../survival/ailments.ts'
import type { WorldTime } from '../world-time.ts'
import type { Brain, Hunting } from './brain.ts'
import { scaledDamage } from './difficulty.ts'
import type { Mob } from './mob.ts'
import { flatDistance, type Steering } from './steering.ts'

/** Cooldown between attacks (ticks). */
const STRIKE_TICKS = 20
/** Spiders leap at a target between these distances (blocks), with this chance in a tick. */
const LEAP_NEAR = 2
const LEAP_FAR = 4
const LEAP_CHANCE = 0.2
const LEAP_SPEED = 0.4
/** Duration of the hunger effect of a husk's attack, at the regional difficulty of the first days (ticks). */
const HUSK_HUNGER_TICKS = { peaceful: 0, easy: 0, normal: 140, hard: 280 } as const

interface MeleeBrainNeeds {
  hunting: Hunting
  steering: Steering
  time: WorldTime
  tracker: EntityTracker
  difficulty: Difficulty
  random: () => number
  ailments: Ailments
}

/** Zombies of all kinds, spiders and angry endermen: they chase and attack their target. */
export class MeleeBrain implements Brain {
  readonly #needs: MeleeBrainNeeds

  constructor(needs: MeleeBrainNeeds) {
    this.#needs = needs
  }

  think(mob: Mob): void {
    const { hunting, steering, time, tracker, difficulty, random, ailments } = this.#needs
    const { tick } = time
    const prey = hunting.prey(mob)
    if (!prey) return
    steering.pursue(mob, prey.position, mob.kind.hurry)
    const distance = flatDistance(mob.position, prey.position)
    const leaps =
      mob.kind.name === 'spider' && mob.onGround && distance > LEAP_NEAR && distance < LEAP_FAR
    if (leaps && random() < LEAP_CHANCE) {
      mob.motion.x += mob.headingX * LEAP_SPEED
      mob.motion.z += mob.headingZ * LEAP_SPEED
      mob.motion.y = LEAP_SPEED
    }
    const reach = Math.sqrt((mob.width * 2) ** 2 + PLAYER_WIDTH)
    const near = mob.position.distanceTo(prey.position) <= reach
    if (!near || tick < mob.nextStrike || !hunting.sees(mob, prey)) return
    mob.nextStrike = tick + STRIKE_TICKS
    tracker.broadcast(mob, 'animation', { entityId: mob.id, animation: 0 })
    const { health } = prey.vitals
    prey.vitals.hurt(scaledDamage(mob.strike, difficulty), 'mob', mob.position)
    if (mob.kind.name === 'husk' && prey.vitals.health < health)
      ailments.afflict(prey, 'hunger', HUSK_HUNGER_TICKS[difficulty])
  }
}
