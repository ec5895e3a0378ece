import { Vec3 } from 'vec3'
import { type TraitsOf, traitsOf } from '../block-traits.ts'
import type { Level } from '../level.ts'
import type { Player } from '../player.ts'
import type { Players } from '../players.ts'
import type { Sky } from '../weather/sky.ts'
import type { WorldTime } from '../world-time.ts'
import type { Brain, Targeting } from './brain.ts'
import type { LightMeter } from './light.ts'
import type { Mob } from './mob.ts'
import type { MobDamage } from './mob-damage.ts'
import type { MobPhysics } from './mob-physics.ts'

/** Time that a player must stare at it to provoke it (ticks), and the tolerance of the stare at 1 block. */
const STARE_TICKS = 5
const STARE_TOLERANCE = 0.025
/** A stared-at enderman freezes within the first distance and teleports away within the second (blocks). */
const FREEZE_WITHIN = 16
const TELEPORT_WITHIN = 4
/** It teleports to a target that stays farther than this (blocks) for this time (ticks). */
const APART = 16
const APART_TICKS = 30
/** Range of a teleport along each axis (blocks), and the number of attempts. */
const TELEPORT_RANGE = 32
const TELEPORT_STEP = 16
const SCATTER = 8
const ATTEMPTS = 16
const DAY_CHANCE = 0.04
const WATER_DAMAGE = 1

interface EndermanBrainNeeds {
  level: Level
  players: Players
  time: WorldTime
  random: () => number
  light: LightMeter
  sky: Sky
  physics: MobPhysics
  mobDamage: MobDamage
  targeting: Targeting
  /** Its behaviour while it has a target. */
  melee: Brain
}

/** Endermen: neutral until a player stares at them; they teleport. */
export class EndermanBrain implements Brain {
  readonly #needs: EndermanBrainNeeds
  readonly #traits: TraitsOf

  constructor(needs: EndermanBrainNeeds) {
    this.#needs = needs
    this.#traits = traitsOf(needs.level.registry)
  }

  think(mob: Mob): void {
    const { random, light, sky, mobDamage, melee } = this.#needs
    const { x, y, z } = mob.position.floored()
    const inSunlight = sky.isDay && random() < DAY_CHANCE && light.underSky(x, y + 2, z)
    const isWet = mob.inWater || sky.rainsOn(x, y, z)
    if (isWet) mobDamage.hurt(mob, WATER_DAMAGE, { cause: 'drown' })
    if (mob.dead) return
    if (isWet || inSunlight) {
      mob.target = undefined
      mob.angryUntil = 0
      this.#teleportAway(mob)
      return
    }
    const starer = this.#starer(mob)
    mob.staredTicks = starer ? mob.staredTicks + 1 : 0
    if (starer && mob.staredTicks >= STARE_TICKS) mobDamage.provoke(mob, starer)
    const { target } = mob
    if (target && target === starer && this.#distance(mob, target) <= FREEZE_WITHIN) {
      mob.halt()
      mob.lookAt(target.eye)
      if (this.#distance(mob, target) < TELEPORT_WITHIN) this.#teleportAway(mob)
      return
    }
    melee.think(mob)
    mob.farTicks = mob.target && this.#distance(mob, mob.target) > APART ? mob.farTicks + 1 : 0
    if (mob.target && mob.farTicks > APART_TICKS) this.#teleportTowards(mob, mob.target)
  }

  #distance(mob: Mob, player: Player): number {
    return mob.position.distanceTo(player.position)
  }

  /** The player who stares at it. */
  #starer(mob: Mob): Player | undefined {
    const { players, targeting } = this.#needs
    for (const player of players) {
      const way = mob.eye.minus(player.eye)
      const distance = way.norm()
      if (player.vitals.dead || distance > mob.kind.followRange || distance === 0) continue
      const exact = player.gaze.dot(way) / distance > 1 - STARE_TOLERANCE / distance
      if (exact && targeting.sees(mob, player)) return player
    }
    return undefined
  }

  #teleportAway(mob: Mob): void {
    this.#teleport(mob, mob.position, TELEPORT_RANGE)
  }

  #teleportTowards(mob: Mob, { position }: Player): void {
    const way = position.minus(mob.position)
    const part = Math.min(1, TELEPORT_STEP / way.norm())
    this.#teleport(mob, mob.position.plus(way.scaled(part)), SCATTER / 2)
    mob.farTicks = 0
  }

  /** Teleports to solid ground near a position, if an attempt finds any. */
  #teleport(mob: Mob, near: Vec3, range: number): void {
    const { level, physics, random } = this.#needs
    const offset = () => (random() * 2 - 1) * range
    for (let i = 0; i < ATTEMPTS; i++) {
      const x = Math.floor(near.x + offset()) + 0.5
      const z = Math.floor(near.z + offset()) + 0.5
      if (!level.isLoaded(Math.floor(x), Math.floor(z))) continue
      let y = Math.floor(near.y + offset())
      const block = () => this.#traits(level.state(Math.floor(x), y - 1, Math.floor(z)))
      while (y > level.minY && block().boxes.length === 0) y--
      const wet = this.#traits(level.state(Math.floor(x), y, Math.floor(z)))
      if (wet.water > 0 || wet.lava > 0 || !physics.fits(mob, x, y, z)) continue
      mob.position = new Vec3(x, y, z)
      mob.halt()
      mob.moved = true
      return
    }
  }
}
