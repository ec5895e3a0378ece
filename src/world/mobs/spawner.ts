import { Vec3 } from 'vec3'
import type { Difficulty } from '#knowledge/difficulty'
import type { Level } from '../level.ts'
import type { Players } from '../players.ts'
import type { Terrain } from '../terrain/terrain.ts'
import type { WorldTime } from '../world-time.ts'
import type { LightMeter } from './light.ts'
import { roll } from './loot.ts'
import { type Build, bodyOf, type Mob } from './mob.ts'
import { BABY_ZOMBIES, MOB_KINDS, type MobName, SLIME_SIZES } from './mob-kinds.ts'
import type { MobPhysics } from './mob-physics.ts'
import { animalsOf, monstersOf, pickEntry, type SpawnEntry } from './spawn-lists.ts'
import type { SpawnRules } from './spawn-rules.ts'

/** Most monsters and animals on a full area around a player, 17 by 17 chunks; fewer chunks have fewer. */
const MOST_MONSTERS = 70
const MOST_ANIMALS = 10
const FULL_AREA = 17 * 17
const AREA_RADIUS = 8
/** Mobs appear between these distances from the nearest player, and not so near the spawn point (blocks). */
const NEAREST = 24
const FARTHEST = 128
/** How often animals are tried for, and the chunks are counted anew (ticks). */
const ANIMAL_TICKS = 400
const SURVEY_TICKS = 20
/** Groups that a try makes, how far apart the places of one are at most along each axis, and mobs in all. */
const GROUPS = 3
const SCATTER = 5
const MOST_AT_ONCE = 4
/** Beyond this monsters go at once; beyond the other, now and then after half a minute (blocks, ticks). */
const GONE_BEYOND = 128
const IDLE_BEYOND = 32
const IDLE_TICKS = 600
const IDLE_CHANCE = 1 / 800

interface SpawnerNeeds {
  level: Level
  players: Players
  time: WorldTime
  difficulty: Difficulty
  random: () => number
  terrain: Terrain
  light: LightMeter
  physics: MobPhysics
  rules: SpawnRules
}

type Spawn = (name: MobName, place: Vec3, build: Build) => void

/**
 * Lets monsters appear in the dark and animals on the grass, by the game's tries: one in every chunk
 * around players and every tick, while there are less than there may be.
 */
export class Spawner {
  readonly #needs: SpawnerNeeds
  #chunks: readonly (readonly [x: number, z: number])[] = []
  #surveyAt = 0

  constructor(needs: SpawnerNeeds) {
    this.#needs = needs
  }

  /** Most monsters at a time, in the chunks that are loaded now. */
  get cap(): number {
    return this.#share(MOST_MONSTERS)
  }

  /** Whether a monster has been alone for long enough to go. */
  expired(mob: Mob, distance: number): boolean {
    mob.idle = distance < IDLE_BEYOND ? 0 : mob.idle + 1
    if (!mob.kind.hostile) return false
    if (distance > GONE_BEYOND || this.#needs.difficulty === 'peaceful') return true
    return mob.idle > IDLE_TICKS && this.#needs.random() < IDLE_CHANCE
  }

  /** One tick, with so many monsters and animals in the loaded chunks. */
  step(monsters: number, animals: number, spawn: Spawn): void {
    const { time, difficulty, players, level } = this.#needs
    if (players.size === 0) return
    if (time.tick >= this.#surveyAt) {
      this.#chunks = this.#survey()
      this.#surveyAt = time.tick + SURVEY_TICKS
    }
    if (difficulty !== 'peaceful') {
      const list = (biome: string) => monstersOf(level.registry, biome)
      this.#fill(this.cap - monsters, list, spawn)
    }
    if (time.tick % ANIMAL_TICKS === 0)
      this.#fill(this.#share(MOST_ANIMALS) - animals, animalsOf, spawn)
  }

  #share(most: number): number {
    return Math.floor((most * this.#chunks.length) / FULL_AREA)
  }

  /** Tries once in every chunk, from a random one on, until there is no room left. */
  #fill(room: number, list: (biome: string) => SpawnEntry[], spawn: Spawn): void {
    const { level, random, light, rules } = this.#needs
    const chunks = this.#chunks
    const first = Math.floor(random() * chunks.length)
    for (let i = 0, left = room; i < chunks.length && left > 0; i++) {
      const [chunkX, chunkZ] = chunks[(first + i) % chunks.length] ?? [0, 0]
      const spot = Math.floor(random() * 256)
      const x = chunkX * 16 + (spot & 15)
      const z = chunkZ * 16 + (spot >> 4)
      if (!level.isLoaded(x, z)) continue
      const y = roll(random, level.minY, light.roof(x, z) + 2)
      if (y > level.minY && rules.isOpen(x, y, z)) left -= this.#groups(x, y, z, list, spawn)
    }
  }

  /** The groups of one try: each wanders about from the same place. Returns how many mobs came of it. */
  #groups(
    x: number,
    y: number,
    z: number,
    list: (biome: string) => SpawnEntry[],
    spawn: Spawn,
  ): number {
    const { random, terrain } = this.#needs
    let made = 0
    for (let group = 0; group < GROUPS; group++) {
      let [px, pz] = [x, z]
      let entry: SpawnEntry | undefined
      let build: Build = {}
      let count = roll(random, 1, MOST_AT_ONCE)
      for (let i = 0; i < count; i++) {
        px += roll(random, 0, SCATTER) - roll(random, 0, SCATTER)
        pz += roll(random, 0, SCATTER) - roll(random, 0, SCATTER)
        const place = new Vec3(px + 0.5, y, pz + 0.5)
        if (!this.#distant(place)) continue
        if (!entry) {
          entry = pickEntry(list(terrain.biome(px, pz)), random)
          if (!entry?.name) break
          count = roll(random, entry.least, entry.most)
          build = this.#build(entry.name)
        }
        const { name } = entry
        if (name === 'slime') build = this.#build(name)
        if (!name || !this.#suits(name, place, build)) continue
        spawn(name, place, build)
        if (++made === MOST_AT_ONCE) return made
      }
    }
    return made
  }

  /** What the mobs of a group have in common; slimes are each of a size of their own. */
  #build(name: MobName): Build {
    const { random } = this.#needs
    if (name === 'slime') return { size: SLIME_SIZES[Math.floor(random() * 3)] ?? 1 }
    return { baby: /zombie|husk|drowned/.test(name) && random() < BABY_ZOMBIES }
  }

  #suits(name: MobName, place: Vec3, build: Build): boolean {
    const { level, terrain, physics, rules } = this.#needs
    const kind = MOB_KINDS[name]
    const { x, y, z } = place
    const biome = () => terrain.biome(Math.floor(x), Math.floor(z))
    const isLoaded = (dx: number, dz: number) =>
      level.isLoaded(Math.floor(x + dx), Math.floor(z + dz))
    return (
      isLoaded(0, 0) &&
      rules.allow(name, place, kind.hostile, biome) &&
      // A wide body reaches into the chunks beside.
      [-1, 1].every((side) => isLoaded(side, 0) && isLoaded(0, side) && isLoaded(side, side)) &&
      physics.fits(bodyOf(level.registry, kind, build), x, y, z)
    )
  }

  #distant(place: Vec3): boolean {
    const { players, terrain } = this.#needs
    let nearest = Number.POSITIVE_INFINITY
    for (const player of players) nearest = Math.min(nearest, player.position.distanceTo(place))
    return nearest > NEAREST && nearest <= FARTHEST && terrain.spawn.distanceTo(place) > NEAREST
  }

  /** The loaded chunks near enough to a player. */
  #survey(): [number, number][] {
    const { level, players } = this.#needs
    const found = new Map<string, [number, number]>()
    for (const { position } of players) {
      const centreX = Math.floor(position.x) >> 4
      const centreZ = Math.floor(position.z) >> 4
      for (let x = centreX - AREA_RADIUS; x <= centreX + AREA_RADIUS; x++) {
        for (let z = centreZ - AREA_RADIUS; z <= centreZ + AREA_RADIUS; z++) {
          const distance = Math.hypot(x * 16 + 8 - position.x, z * 16 + 8 - position.z)
          if (distance < FARTHEST && level.isLoaded(x * 16, z * 16)) found.set(`${x},${z}`, [x, z])
        }
      }
    }
    return [...found.values()]
  }
}
