import { Vec3 } from 'vec3'
import type { WorldDifficulty } from '../world-difficulty.ts'
import type { WorldTime } from '../world-time.ts'
import type { Brain, Targeting } from './brain.ts'
import type { Explosions } from './explosion.ts'
import type { Mob } from './mob.ts'
import { scaledDamage } from './mob-damage.ts'
import type { Projectiles } from './projectiles.ts'

/** Distance within which a ghast shoots (blocks); time to charge, and the pause after a shot (ticks). */
const RANGE = 64
const CHARGE_TICKS = 20
const PAUSE_TICKS = 40
/** Damage of a fireball that hits, and the power of its explosion. */
const HIT_DAMAGE = 6
const POWER = 1
/** Acceleration and drag of a fireball in a tick. */
const THRUST = 0.1
const DRAG = 0.95
/** A fireball starts this far in front of the ghast (blocks). */
const MOUTH = 4
/** Range of a flight along each axis (blocks), its time limit (ticks), and the mean acceleration (blocks a tick). */
const FLIGHT = 16
const FLIGHT_TICKS = 300
const ACCELERATION = 0.1 / 4.5
const ARRIVED = 1

interface GhastBrainNeeds {
  targeting: Targeting
  projectiles: Projectiles
  explosions: Explosions
  time: WorldTime
  difficulty: WorldDifficulty
  random: () => number
}

/** Ghasts: they drift through the air, and shoot fireballs at players in sight. */
export class GhastBrain implements Brain {
  readonly #needs: GhastBrainNeeds

  constructor(needs: GhastBrainNeeds) {
    this.#needs = needs
  }

  think(mob: Mob): void {
    this.#drift(mob)
    const { targeting, time } = this.#needs
    const target = targeting.target(mob)
    const isInSight =
      target !== undefined &&
      target.position.distanceTo(mob.position) < RANGE &&
      targeting.sees(mob, target)
    if (!isInSight) {
      mob.aiming = Math.max(0, mob.aiming - 1)
      return
    }
    mob.lookAt(target.eye)
    mob.moved = true
    if (time.tick < mob.nextAttack || ++mob.aiming < CHARGE_TICKS) return
    mob.aiming = 0
    mob.nextAttack = time.tick + PAUSE_TICKS
    this.#shoot(mob, target.position.offset(0, target.height / 2, 0))
  }

  #drift(mob: Mob): void {
    const { random, time } = this.#needs
    const offset = () => (random() * 2 - 1) * FLIGHT
    const { goal, position, motion } = mob
    const isOver =
      !goal || mob.blocked || time.tick > mob.goalUntil || goal.distanceTo(position) < ARRIVED
    if (isOver) {
      mob.goal = position.offset(offset(), offset(), offset())
      mob.goalUntil = time.tick + FLIGHT_TICKS
      return
    }
    const way = goal.minus(position)
    motion.add(way.scaled(ACCELERATION / way.norm()))
    mob.yaw = (Math.atan2(-motion.x, motion.z) * 180) / Math.PI
  }

  #shoot(mob: Mob, aim: Vec3): void {
    const { projectiles, explosions, difficulty } = this.#needs
    const middle = mob.position.offset(0, mob.height / 2, 0)
    const way = aim.minus(middle).normalize()
    const from = middle.plus(new Vec3(way.x * MOUTH, 0.5, way.z * MOUTH))
    const origin = mob.position.clone()
    projectiles.launch(mob, {
      type: 'fireball',
      from,
      direction: aim.minus(from),
      speed: THRUST,
      spread: 0,
      thrust: THRUST,
      drag: DRAG,
      gravity: 0,
      impact: (place, _speed, player) => {
        player?.vitals.hurt(scaledDamage(HIT_DAMAGE, difficulty.level), 'fireball', origin, mob)
        explosions.explode(place, POWER, { burns: true, by: mob })
      },
    })
  }
}
