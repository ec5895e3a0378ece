import type { Vec3 } from 'vec3'
import type { Difficulty } from '../../knowledge/difficulty.ts'
import { traitsOf } from '../block-traits.ts'
import type { Drops } from '../entities/items.ts'
import type { EntityTracker } from '../entities/tracker.ts'
import type { Level } from '../level.ts'
import type { Players } from '../players.ts'
import { fallDamage } from '../survival/falls.ts'
import type { Terrain } from '../terrain/terrain.ts'
import type { WorldTime } from '../world-time.ts'
import { AnimalBrain } from './animal-brain.ts'
import { ArcherBrain } from './archer-brain.ts'
import { Archery } from './archery.ts'
import { type Brain, Hunting } from './brain.ts'
import { installCombat } from './combat.ts'
import { CreeperBrain } from './creeper-brain.ts'
import { Explosions } from './explosion.ts'
import { installHerds } from './herds.ts'
import { Injuries } from './injury.ts'
import { LightMeter, skyDarkening } from './light.ts'
import { MeleeBrain } from './melee-brain.ts'
import { Mob } from './mob.ts'
import { MOB_KINDS, type MobName } from './mob-kinds.ts'
import { MobPhysics } from './mob-physics.ts'
import type { Population } from './population.ts'
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
  /** Most monsters at a time. */
  readonly cap: number
  spawn(name: MobName, position: Vec3): Mob
}

/** Fills the world with animals, and the dark with monsters. */
export function installMobs(needs: {
  level: Level
  players: Players
  time: WorldTime
  difficulty: Difficulty
  seed: number
  terrain: Terrain
  tracker: EntityTracker
  drops: Drops
  random: () => number
  population: Population
}): Mobs {
  const { level, players, time, difficulty, seed, terrain, tracker, drops, random, population } =
    needs
  const { registry } = level
  const traits = traitsOf(registry)
  const physics = new MobPhysics(level, traits)
  const light = new LightMeter(level, traits)
  const steering = new Steering(level, time, random)
  const archery = new Archery({ level, players, tracker, difficulty, random })
  const hunting = new Hunting({ level, players, time, random, steering, light })
  const spawner = new Spawner({ level, players, time, difficulty, random, light, physics })
  const injuries = new Injuries({ registry, time, tracker, drops, random })
  const explosions = new Explosions({
    level,
    players,
    difficulty,
    drops,
    random,
    population,
    injuries,
  })
  const animal = new AnimalBrain({ level, time, random, steering, tracker, drops })
  const melee = new MeleeBrain({ hunting, steering, time, tracker, difficulty, random })
  const brains: Record<MobName, Brain> = {
    cow: animal,
    pig: animal,
    sheep: animal,
    chicken: animal,
    zombie: melee,
    spider: melee,
    skeleton: new ArcherBrain({ hunting, steering, archery, time, difficulty }),
    creeper: new CreeperBrain(hunting, steering, (mob) => {
      population.remove(mob)
      explosions.explode(mob.position.offset(0, mob.height / 2, 0), CREEPER_POWER)
    }),
  }

  const spawn = (name: MobName, position: Vec3, chance = random): Mob => {
    const mob = new Mob(registry, tracker.nextId(), MOB_KINDS[name], position, chance() * 360)
    if (name === 'sheep') {
      mob.wool = wildColour(chance)
      dress(registry, mob)
    }
    population.add(mob)
    return mob
  }

  const distanceToPlayer = (mob: Mob): number => {
    let nearest = Number.POSITIVE_INFINITY
    for (const { position } of players) {
      nearest = Math.min(nearest, position.distanceTo(mob.position))
    }
    return nearest
  }

  const harm = (mob: Mob) => {
    const { x, y, z } = mob.position
    const { tick } = time
    if (mob.inLava) {
      injuries.injure(mob, LAVA_DAMAGE)
      mob.burningUntil = tick + LAVA_BURNING_TICKS
    }
    if (mob.inWater) mob.burningUntil = 0
    const sunny = mob.kind.burnsByDay && !mob.inWater && skyDarkening(time.ofDay) <= SUNNY
    if (sunny && light.underSky(Math.floor(x), Math.floor(mob.eye.y), Math.floor(z))) {
      mob.burningUntil = tick + SUNBURN_TICKS
    }
    const burning = tick < mob.burningUntil
    if (burning && (tick + mob.id) % BURN_TICKS < HARM_TICKS) injuries.injure(mob, 1)
    if (y < level.minY - AWAKE_WITHIN) population.remove(mob)
  }

  const live = (mob: Mob, brain: Brain) => {
    const turn = time.tick + mob.id
    if (turn % HARM_TICKS === 0) harm(mob)
    if (mob.dead) return
    brain.think(mob)
    if (!population.has(mob.id)) return
    if (!physics.rests(mob) || turn % RESTING_TICKS === 0) {
      const fallen = physics.step(mob)
      if (fallen > 0) injuries.injure(mob, fallDamage(fallen, ''))
    }
    if (mob.moved && turn % UPDATE_TICKS === 0) {
      mob.moved = false
      tracker.moved(mob)
    }
  }

  installCombat({ level, players, time, tracker, drops, random, population, injuries })
  installHerds({ level, players, time, seed, terrain, light, spawn })
  time.everyTick(() => {
    let monsters = 0
    for (const mob of population) {
      if (mob.diedAt !== undefined) {
        if (time.tick - mob.diedAt >= CORPSE_TICKS) population.remove(mob)
        continue
      }
      const distance = distanceToPlayer(mob)
      const { x, z } = mob.position
      if (spawner.expired(mob, distance)) population.remove(mob)
      else if (distance <= AWAKE_WITHIN && level.isLoaded(Math.floor(x), Math.floor(z))) {
        live(mob, brains[mob.kind.name as MobName])
      }
      if (mob.kind.hostile) monsters++
    }
    archery.step()
    spawner.step(monsters, spawn)
  })
  return {
    get cap() {
      return spawner.cap
    },
    spawn,
  }
}
