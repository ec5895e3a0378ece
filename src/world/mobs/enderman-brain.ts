import { Vec3 } from 'vec3'
import { isDay } from '#knowledge/daylight'
import { type TraitsOf, traitsOf } from '../block-traits.ts'
import type { Level } from '../level.ts'
import type { Player } from '../player.ts'
import type { Players } from '../players.ts'
import type { WorldTime } from '../world-time.ts'
import type { Brain, Targeting } from './brain.ts'
import type { LightMeter } from './light.ts'
import type { Mob } from './mob.ts'
import type { MobDamage } from './mob-damage.ts'
import type { MobPhysics } from './mob-physics.ts'

/** Time that a player must stare at it to provoke it (ticks), and the tolerance of the stare at 1 block. */
const STARE_TICKS = 5
const STARE_EXACTNESS = 0.025
/** A stared-at enderman freezes within the first distance and teleports away within the second (blocks). */
const FREEZE_WITHIN = 16
const FLEE_WITHIN = 4
/** It teleports to a target that stays farther than this (blocks) for this time (ticks). */
const APART = 16
const APART_TICKS = 30
/** Range of a teleport along each axis (blocks), and the number of attempts. */
const JUMP = 32
const APPROACH = 16
const SCATTER = 8
const TRIES = 16
const DAY_CHANCE = 0.04
const WATER_DAMAGE = 1

interface EndermanBrainNeeds {
  level: Level
  players: Players
  time: WorldTime
  random: () => number
  light: LightMeter
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
    const { time, random, light, mobDamage, melee } = this.#needs
    const { x, y, z } = mob.position.floored()
    const sunny = isDay(time.ofDay) && random() < DAY_CHANCE && light.underSky(x, y + 2, z)
    if (mob.inWater) mobDamage.hurt(mob, WATER_DAMAGE)
    if (mob.dead) return
    if (mob.inWater || sunny) {
      mob.target = undefined
      mob.angryUntil = 0
      this.#goSomewhere(mob)
      return
    }
    const starer = this.#starer(mob)
    mob.stared = starer ? mob.stared + 1 : 0
    if (starer && mob.stared >= STARE_TICKS) mobDamage.provoke(mob, starer)
    const { target } = mob
    if (target && target === starer && this.#away(mob, target) <= FREEZE_WITHIN) {
      mob.halt()
      mob.lookAt(target.eye)
      if (this.#away(mob, target) < FLEE_WITHIN) this.#goSomewhere(mob)
      return
    }
    melee.think(mob)
    mob.apart = mob.target && this.#away(mob, mob.target) > APART ? mob.apart + 1 : 0
    if (mob.target && mob.apart > APART_TICKS) this.#approach(mob, mob.target)
  }

  #away(mob: Mob, player: Player): number {
    return mob.position.distanceTo(player.position)
  }

  /** The player who stares at it. */
  #starer(mob: Mob): Player | undefined {
    const { players, targeting } = this.#needs
    for (const player of players) {
      const way = mob.eye.minus(player.eye)
      const distance = way.norm()
      if (player.vitals.dead || distance > mob.kind.followRange || distance === 0) continue
      const exact = player.gaze.dot(way) / distance > 1 - STARE_EXACTNESS / distance
      if (exact && targeting.sees(mob, player)) return player
    }
    return undefined
  }

  #goSomewhere(mob: Mob): void {
    this.#go(mob, mob.position, JUMP)
  }

  #approach(mob: Mob, { position }: Player): void {
    const way = position.minus(mob.position)
    const part = Math.min(1, APPROACH / way.norm())
    this.#go(mob, mob.position.plus(way.scaled(part)), SCATTER / 2)
    mob.apart = 0
  }

  /** Teleports to solid ground near a position, if an attempt finds any. */
  #go(mob: Mob, near: Vec3, range: number): void {
    const { level, physics, random } = this.#needs
    const offset = () => (random() * 2 - 1) * range
    for (let i = 0; i < TRIES; i++) {
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
