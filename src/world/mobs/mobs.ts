import type { Vec3 } from 'vec3'
import { traitsOf } from '../block-traits.ts'
import type { Game } from '../game.ts'
import { fallDamage } from '../survival/falls.ts'
import type { Terrain } from '../terrain/terrain.ts'
import { AnimalBrain } from './animal-brain.ts'
import { ArcherBrain } from './archer-brain.ts'
import { Archery } from './archery.ts'
import { type Brain, Hunting } from './brain.ts'
import { installCombat } from './combat.ts'
import { CreeperBrain } from './creeper-brain.ts'
import { explode } from './explosion.ts'
import { installHerds } from './herds.ts'
import { injure } from './injury.ts'
import { LightMeter, skyDarkening } from './light.ts'
import { MeleeBrain } from './melee-brain.ts'
import { Mob } from './mob.ts'
import { MOB_KINDS, type MobName } from './mob-kinds.ts'
import { MobPhysics } from './mob-physics.ts'
import { dress, wildColour } from './sheep.ts'
import { Spawner } from './spawner.ts'
import { Steering } from './steering.ts'

/** Mobs farther from every player stand still (blocks). */
const AWAKE_WITHIN = 64
/** The dead lie there so long (ticks). */
const CORPSE_TICKS = 20
/** Clients are told of a mob's place as often as the game does (ticks). */
const UPDATE_TICKS = 3
/** How often a mob that lies still is looked at, and how often lava, fire and the sun hurt (ticks). */
const RESTING_TICKS = 10
const HARM_TICKS = 10
const BURN_TICKS = 20
const LAVA_DAMAGE = 4
const SUNBURN_TICKS = 160
const LAVA_BURNING_TICKS = 300
/** The sun burns while it takes no more than this from the light. */
const SUNNY = 3
const CREEPER_POWER = 3

/** The mobs of a world. */
export interface Mobs {
  readonly all: ReadonlyMap<number, Mob>
  /** Most monsters at a time. */
  readonly cap: number
  spawn(name: MobName, position: Vec3): Mob
}

/** Fills the world with animals, and the dark with monsters. */
export function installMobs(game: Game, terrain: Terrain): void {
  const mobs = new Map<number, Mob>()
  const traits = traitsOf(game.registry)
  const physics = new MobPhysics(game.level, traits)
  const light = new LightMeter(game.level, traits)
  const steering = new Steering(game)
  const archery = new Archery(game)
  const hunting = new Hunting(game, steering, light)
  const spawner = new Spawner(game, light, physics)
  const animal = new AnimalBrain(game, steering)
  const melee = new MeleeBrain(hunting)
  const remove = (mob: Mob) => {
    mobs.delete(mob.id)
    game.tracker.remove(mob)
  }
  const brains: Record<MobName, Brain> = {
    cow: animal,
    pig: animal,
    sheep: animal,
    chicken: animal,
    zombie: melee,
    spider: melee,
    skeleton: new ArcherBrain(hunting, archery),
    creeper: new CreeperBrain(hunting, (mob) => {
      remove(mob)
      explode(game, mobs.values(), mob.position.offset(0, mob.height / 2, 0), CREEPER_POWER)
    }),
  }

  const spawn = (name: MobName, position: Vec3, random = game.random): Mob => {
    const mob = new Mob(game, MOB_KINDS[name], position, random() * 360)
    if (name === 'sheep') {
      mob.wool = wildColour(random)
      dress(game.registry, mob)
    }
    mobs.set(mob.id, mob)
    game.tracker.spawn(mob)
    return mob
  }

  const distanceToPlayer = (mob: Mob): number => {
    let nearest = Number.POSITIVE_INFINITY
    for (const { position } of game.players) {
      nearest = Math.min(nearest, position.distanceTo(mob.position))
    }
    return nearest
  }

  const harm = (mob: Mob) => {
    const { x, y, z } = mob.position
    if (mob.inLava) {
      injure(game, mob, LAVA_DAMAGE)
      mob.burningUntil = game.time.tick + LAVA_BURNING_TICKS
    }
    if (mob.inWater) mob.burningUntil = 0
    const sunny = mob.kind.burnsByDay && !mob.inWater && skyDarkening(game.time.ofDay) <= SUNNY
    if (sunny && light.underSky(Math.floor(x), Math.floor(mob.eye.y), Math.floor(z))) {
      mob.burningUntil = game.time.tick + SUNBURN_TICKS
    }
    const burning = game.time.tick < mob.burningUntil
    if (burning && (game.time.tick + mob.id) % BURN_TICKS < HARM_TICKS) injure(game, mob, 1)
    if (y < game.level.minY - AWAKE_WITHIN) remove(mob)
  }

  const live = (mob: Mob, brain: Brain) => {
    const turn = game.time.tick + mob.id
    if (turn % HARM_TICKS === 0) harm(mob)
    if (mob.dead) return
    brain.think(mob)
    if (!mobs.has(mob.id)) return
    if (!physics.rests(mob) || turn % RESTING_TICKS === 0) {
      const fallen = physics.step(mob)
      if (fallen > 0) injure(game, mob, fallDamage(fallen, ''))
    }
    if (mob.moved && turn % UPDATE_TICKS === 0) {
      mob.moved = false
      game.tracker.moved(mob)
    }
  }

  installCombat(game, mobs)
  installHerds(game, terrain, light, spawn)
  game.time.everyTick(() => {
    let monsters = 0
    for (const mob of mobs.values()) {
      if (mob.diedAt !== undefined) {
        if (game.time.tick - mob.diedAt >= CORPSE_TICKS) remove(mob)
        continue
      }
      const distance = distanceToPlayer(mob)
      const { x, z } = mob.position
      if (spawner.expired(mob, distance)) remove(mob)
      else if (distance <= AWAKE_WITHIN && game.level.isLoaded(Math.floor(x), Math.floor(z))) {
        live(mob, brains[mob.kind.name as MobName])
      }
      if (mob.kind.hostile) monsters++
    }
    archery.step()
    spawner.step(monsters, spawn)
  })
  game.survival.beds.monstersNear = (place, along, upright) => {
    for (const mob of mobs.values()) {
      const { x, y, z } = mob.position.minus(place)
      const near = Math.abs(x) <= along && Math.abs(z) <= along && Math.abs(y) <= upright
      if (near && mob.kind.hostile && !mob.dead) return true
    }
    return false
  }
  game.mobs = {
    all: mobs,
    get cap() {
      return spawner.cap
    },
    spawn,
  }
}
