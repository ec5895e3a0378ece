import seedrandom from 'seedrandom'
import type { Vec3 } from 'vec3'
import { traitsOf } from '../block-traits.ts'
import type { Drops } from '../entities/items.ts'
import type { EntityTracker } from '../entities/tracker.ts'
import type { GeneratedBlocks } from '../generated-blocks.ts'
import type { Level } from '../level.ts'
import type { Players } from '../players.ts'
import { fallDamage } from '../survival/falls.ts'
import type { StatusEffects } from '../survival/status-effects.ts'
import type { Terrain } from '../terrain/terrain.ts'
import type { Sky } from '../weather/sky.ts'
import type { WorldDifficulty } from '../world-difficulty.ts'
import type { WorldTime } from '../world-time.ts'
import { AnimalBrain } from './animal-brain.ts'
import { ArcherBrain } from './archer-brain.ts'
import { Archery } from './archery.ts'
import { type Brain, Targeting } from './brain.ts'
import { Breeding } from './breeding.ts'
import { installCombat } from './combat.ts'
import { CreeperBrain } from './creeper-brain.ts'
import { EndermanBrain } from './enderman-brain.ts'
import { Explosions } from './explosion.ts'
import { GhastBrain } from './ghast-brain.ts'
import { installHerds } from './herds.ts'
import { LightMeter } from './light.ts'
import { roll } from './loot.ts'
import { MeleeBrain } from './melee-brain.ts'
import { type Build, Mob } from './mob.ts'
import { MobDamage } from './mob-damage.ts'
import { isSized, MOB_KINDS, type MobName, type SlimeSize } from './mob-kinds.ts'
import { mobMetadata } from './mob-metadata.ts'
import { MobPhysics } from './mob-physics.ts'
import { MonsterSpawners } from './monster-spawners.ts'
import type { Population } from './population.ts'
import { Potions } from './potions.ts'
import { Projectiles } from './projectiles.ts'
import { pushApart } from './pushing.ts'
import { naturalColour } from './sheep.ts'
import { SlimeBrain } from './slime-brain.ts'
import { SpawnRules } from './spawn-rules.ts'
import { Spawner } from './spawner.ts'
import { Steering } from './steering.ts'
import { installThrowing } from './throwing.ts'
import { WitchBrain } from './witch-brain.ts'

/** Mobs farther than this from every player are not simulated (blocks): they are invisible and near unloaded chunks. */
const ACTIVE_DISTANCE = 72
/** Depth below the world at which mobs are removed (blocks). */
const VOID_DEPTH = 64
/** Duration of the death animation, after which a mob is removed (ticks). */
const DEATH_TICKS = 20
/** Interval of position updates to clients, as in the game (ticks). */
const UPDATE_TICKS = 3
/** Intervals at which resting mobs are simulated, and at which lava, sunlight and burning apply (ticks). */
const RESTING_TICKS = 10
const HARM_TICKS = 10
const BURN_TICKS = 20
const LAVA_DAMAGE = 4
const SUNBURN_TICKS = 160
const LAVA_BURNING_TICKS = 300
/** Power of a creeper's explosion, and of one that lightning has struck. */
const CREEPER_POWER = 3
const CHARGED_POWER = 6
const CRAMMING_DAMAGE = 6
const PLAYER_WIDTH = 0.6
const MAX_SLIME_SIZE: SlimeSize = 4
/** Number of smaller slimes that a slime splits into. */
const MIN_CHILDREN = 2
const MAX_CHILDREN = 4

/** The mobs of a world. */
export interface Mobs {
  /** Spawn cap of monsters. */
  readonly cap: number
  readonly explosions: Explosions
  spawn(name: MobName, position: Vec3, build?: Build): Mob
  /** What lightning does to a mob: damage, fire (ticks), and a change of pigs and creepers. */
  strike(mob: Mob, damage: number, burningTicks: number): void
}

/** Installs the mobs: natural spawning, herds, behaviour and combat. */
export function installMobs(needs: {
  level: Level
  players: Players
  time: WorldTime
  difficulty: WorldDifficulty
  seed: number | string
  terrain: Terrain
  tracker: EntityTracker
  drops: Drops
  random: () => number
  population: Population
  effects: StatusEffects
  sky: Sky
  generated: GeneratedBlocks
}): Mobs {
  const { level, players, time, difficulty, seed, terrain, tracker } = needs
  const { drops, random, population, effects, sky, generated } = needs
  const { registry } = level
  const traits = traitsOf(registry)
  const physics = new MobPhysics(level, traits)
  const light = new LightMeter(level, traits)
  const steering = new Steering(level, time, random)
  const projectiles = new Projectiles({ level, players, tracker, random })
  const archery = new Archery(projectiles, difficulty, random)
  const potions = new Potions(projectiles, players, effects)
  const targeting = new Targeting({ level, players, time, random, steering, light, sky })
  const rules = new SpawnRules({ level, time, seed, random, light, sky })
  const around = { level, players, time, difficulty, random, terrain }
  const spawner = new Spawner({ ...around, light, physics, rules, population })
  const monsterSpawners = new MonsterSpawners({
    ...{ level, players, difficulty, generated, population, physics, rules },
    random: seedrandom(`spawners-${seed}`),
  })
  const mobDamage = new MobDamage({ registry, time, tracker, drops, random })
  const explosions = new Explosions({
    level,
    players,
    difficulty,
    drops,
    random,
    population,
    mobDamage,
  })
  const breeding = new Breeding({
    ...{ registry, tracker, population, steering },
    random: seedrandom(`breeding-${seed}`),
    spawn: (name, position, build, chance) => spawn(name, position, build, chance),
  })
  const animal = new AnimalBrain({ level, time, random, steering, tracker, drops, breeding })
  const melee = new MeleeBrain({ targeting, steering, time, tracker, difficulty, random, effects })
  const slime = new SlimeBrain(targeting, { time, difficulty, random })
  const brains: Record<MobName, Brain> = {
    cow: animal,
    pig: animal,
    sheep: animal,
    chicken: animal,
    zombie: melee,
    zombie_villager: melee,
    husk: melee,
    drowned: melee,
    spider: melee,
    cave_spider: melee,
    slime,
    magma_cube: slime,
    zombified_piglin: melee,
    piglin: melee,
    hoglin: melee,
    ghast: new GhastBrain({ targeting, projectiles, explosions, time, difficulty, random }),
    enderman: new EndermanBrain({ ...around, light, sky, physics, mobDamage, targeting, melee }),
    witch: new WitchBrain({ targeting, steering, potions, time, random }),
    skeleton: new ArcherBrain({ targeting, steering, archery, time, difficulty }),
    creeper: new CreeperBrain(targeting, steering, (mob) => {
      population.remove(mob)
      const power = mob.charged ? CHARGED_POWER : CREEPER_POWER
      explosions.explode(mob.position.offset(0, mob.height / 2, 0), power, { by: mob })
    }),
  }

  const spawn = (name: MobName, position: Vec3, build: Build = {}, chance = random): Mob => {
    const size = isSized(name) ? { size: MAX_SLIME_SIZE, ...build } : build
    const mob = new Mob(registry, tracker.nextId(), MOB_KINDS[name], position, chance() * 360, size)
    if (name === 'sheep') mob.wool = naturalColour(chance)
    mob.metadata = mobMetadata(registry, mob)
    population.add(mob)
    return mob
  }

  const hatch = (place: Vec3) => void spawn('chicken', place.clone(), { baby: true })

  /** Removes a dead mob; a larger slime splits. */
  const removeDead = (mob: Mob) => {
    population.remove(mob)
    if (mob.size <= 1) return
    const size = (mob.size / 2) as SlimeSize
    const children = roll(random, MIN_CHILDREN, MAX_CHILDREN)
    for (let child = 0; child < children; child++) {
      const side = (bit: number) => ((child & bit) > 0 ? 1 : -1) * (mob.size / 8)
      spawn(mob.kind.name as MobName, mob.position.offset(side(1), 0.5, side(2)), { size })
    }
  }

  const strike = (mob: Mob, damage: number, burningTicks: number) => {
    if (mob.kind.name === 'pig' && difficulty.level !== 'peaceful') {
      population.remove(mob)
      spawn('zombified_piglin', mob.position, { baby: mob.baby })
      return
    }
    if (mob.kind.name === 'creeper' && !mob.charged) {
      mob.charged = true
      mob.metadata = mobMetadata(registry, mob)
      tracker.metadataChanged(mob)
    }
    mob.burningUntil = time.tick + burningTicks
    mobDamage.hurt(mob, damage, { cause: 'lightning' })
  }

  const distanceToPlayer = (mob: Mob): number => {
    let nearest = Number.POSITIVE_INFINITY
    for (const { position } of players) {
      nearest = Math.min(nearest, position.distanceTo(mob.position))
    }
    return nearest
  }

  const applyHazards = (mob: Mob) => {
    const { x, y, z } = mob.position
    const { tick } = time
    if (mob.inLava && !mob.kind.isFireproof) {
      mobDamage.hurt(mob, LAVA_DAMAGE, { cause: 'lava' })
      mob.burningUntil = tick + LAVA_BURNING_TICKS
    }
    const isWet = mob.inWater || sky.rainsOn(Math.floor(x), Math.floor(mob.eye.y), Math.floor(z))
    if (isWet) mob.burningUntil = 0
    const sunny = mob.kind.burnsByDay && !isWet && sky.isDay
    if (sunny && light.underSky(Math.floor(x), Math.floor(mob.eye.y), Math.floor(z))) {
      mob.burningUntil = tick + SUNBURN_TICKS
    }
    const burning = tick < mob.burningUntil && !mob.kind.isFireproof
    if (burning && (tick + mob.id) % BURN_TICKS < HARM_TICKS)
      mobDamage.hurt(mob, 1, { cause: 'burning' })
    if (y < level.minY - VOID_DEPTH) population.remove(mob)
  }

  /** Lets clients know where a mob has gone. */
  const tell = (mob: Mob) => {
    if (!mob.moved || (time.tick + mob.id) % UPDATE_TICKS !== 0) return
    mob.moved = false
    tracker.moved(mob)
  }

  const live = (mob: Mob, brain: Brain, isActive: boolean) => {
    const turn = time.tick + mob.id
    if (turn % HARM_TICKS === 0) applyHazards(mob)
    if (mob.dead || !isActive) return
    brain.think(mob)
    if (!population.has(mob.id)) return
    if (!physics.rests(mob) || turn % RESTING_TICKS === 0) {
      const fallen = physics.step(mob)
      if (fallen > 0) mobDamage.hurt(mob, fallDamage(fallen, ''), { cause: 'fall' })
    }
    tell(mob)
  }

  const crammingChance = seedrandom(`cramming-${seed}`)
  const pushAll = (active: readonly Mob[]) => {
    const bodies = [...players]
      .filter(({ gameMode, vitals }) => gameMode !== 'spectator' && !vitals.dead)
      .map((player) => ({
        ...{ position: player.position, width: PLAYER_WIDTH, height: player.height },
        crammed: () => player.vitals.hurt(CRAMMING_DAMAGE, 'cramming'),
      }))
    const crowd = [
      ...active.map((mob) => ({
        ...{ position: mob.position, width: mob.width, height: mob.height, motion: mob.motion },
        crammed: () => mobDamage.hurt(mob, CRAMMING_DAMAGE, { cause: 'cramming' }),
      })),
      ...bodies,
    ]
    pushApart(crowd, crammingChance, ({ crammed }) => crammed())
  }

  installCombat({ level, players, time, tracker, drops, random, population, mobDamage, breeding })
  installThrowing({ registry, players, projectiles, random, hatch })
  installHerds({ level, players, time, seed, terrain, light, spawn })
  time.everyTick(() => {
    let monsters = 0
    let animals = 0
    const active: Mob[] = []
    for (const mob of population) {
      if (mob.diedAt !== undefined) {
        // Its last step may not have been told yet.
        tell(mob)
        if (time.tick - mob.diedAt >= DEATH_TICKS) removeDead(mob)
        continue
      }
      const distance = distanceToPlayer(mob)
      const { x, z } = mob.position
      if (spawner.despawns(mob, distance)) population.remove(mob)
      else if (level.isLoaded(Math.floor(x), Math.floor(z))) {
        if (mob.kind.hostile) monsters++
        else animals++
        const isActive = distance <= ACTIVE_DISTANCE
        live(mob, brains[mob.kind.name as MobName], isActive)
        if (isActive && !mob.dead && population.has(mob.id)) active.push(mob)
      }
    }
    pushAll(active)
    projectiles.step()
    spawner.step(monsters, animals, spawn)
    monsterSpawners.step(spawn)
  })
  return {
    get cap() {
      return spawner.cap
    },
    explosions,
    spawn,
    strike,
  }
}
