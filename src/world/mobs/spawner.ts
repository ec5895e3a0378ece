import { Vec3 } from 'vec3'
import type { Level } from '../level.ts'
import type { Players } from '../players.ts'
import type { Terrain } from '../terrain/terrain.ts'
import type { WorldDifficulty } from '../world-difficulty.ts'
import type { WorldTime } from '../world-time.ts'
import type { LightMeter } from './light.ts'
import { roll } from './loot.ts'
import { type Build, bodyOf, type Mob } from './mob.ts'
import { BABY_ZOMBIES, isSized, MOB_KINDS, type MobName, SLIME_SIZES } from './mob-kinds.ts'
import type { MobPhysics } from './mob-physics.ts'
import { animalsOf, monstersOf, pickEntry, type SpawnEntry } from './spawn-lists.ts'
import type { SpawnRules } from './spawn-rules.ts'

/** Spawn caps of monsters and animals for 17 by 17 chunks; a smaller area has proportionally lower caps. */
const MAX_MONSTERS = 70
const MAX_ANIMALS = 10
const FULL_AREA = 17 * 17
const AREA_RADIUS = 8
/** Allowed distance to the nearest player, and minimum distance to the world spawn (blocks). */
const MIN_DISTANCE = 24
const MAX_DISTANCE = 128
/** Interval of animal spawning, and of counting the loaded chunks (ticks). */
const ANIMAL_TICKS = 400
const SURVEY_TICKS = 20
/** Packs in an attempt, largest offset between mobs of a pack along each axis (blocks), and mobs in an attempt. */
const PACKS = 3
const SCATTER = 5
const MAX_AT_ONCE = 4
/** Monsters beyond this distance despawn at once (blocks). */
const DESPAWN_DISTANCE = 128
/** Beyond this distance (blocks) they despawn after this time (ticks), with this chance in a tick. */
const IDLE_DISTANCE = 32
const IDLE_TICKS = 600
const DESPAWN_CHANCE = 1 / 800

interface SpawnerNeeds {
  level: Level
  players: Players
  time: WorldTime
  difficulty: WorldDifficulty
  random: () => number
  terrain: Terrain
  light: LightMeter
  physics: MobPhysics
  rules: SpawnRules
  population: Iterable<Mob>
}

type Spawn = (name: MobName, place: Vec3, build: Build) => void

/**
 * Natural spawning by the game's rules: one attempt in every tick for every chunk around players, up to the
 * spawn caps.
 */
export class Spawner {
  readonly #needs: SpawnerNeeds
  #chunks: readonly (readonly [x: number, z: number])[] = []
  #surveyAt = 0

  constructor(needs: SpawnerNeeds) {
    this.#needs = needs
  }

  /** Spawn cap of monsters for the chunks loaded now. */
  get cap(): number {
    return this.#scaledCap(MAX_MONSTERS)
  }

  /** Whether a monster despawns in this tick. */
  despawns(mob: Mob, distance: number): boolean {
    mob.idle = distance < IDLE_DISTANCE ? 0 : mob.idle + 1
    if (!mob.kind.hostile) return false
    if (distance > DESPAWN_DISTANCE || this.#needs.difficulty.level === 'peaceful') return true
    return mob.idle > IDLE_TICKS && this.#needs.random() < DESPAWN_CHANCE
  }

  /** Runs one tick, given the numbers of monsters and animals in the loaded chunks. */
  step(monsters: number, animals: number, spawn: Spawn): void {
    const { time, difficulty, players, level } = this.#needs
    if (players.size === 0) return
    if (time.tick >= this.#surveyAt) {
      this.#chunks = this.#loadedChunks()
      this.#surveyAt = time.tick + SURVEY_TICKS
    }
    if (difficulty.level !== 'peaceful') {
      const list = (biome: string) => monstersOf(level.registry, biome)
      this.#attemptAll(this.cap - monsters, list, spawn)
    }
    if (time.tick % ANIMAL_TICKS === 0)
      this.#attemptAll(this.#scaledCap(MAX_ANIMALS) - animals, animalsOf, spawn)
  }

  #scaledCap(cap: number): number {
    return Math.floor((cap * this.#chunks.length) / FULL_AREA)
  }

  /** Makes one attempt for every chunk, starting at a random one, until the spawn cap is reached. */
  #attemptAll(room: number, list: (biome: string) => SpawnEntry[], spawn: Spawn): void {
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
      if (y > level.minY && rules.isOpen(x, y, z)) left -= this.#spawnPacks(x, y, z, list, spawn)
    }
  }

  /** The packs of one attempt, which all start at the same position. Returns the number of mobs spawned. */
  #spawnPacks(
    x: number,
    y: number,
    z: number,
    list: (biome: string) => SpawnEntry[],
    spawn: Spawn,
  ): number {
    const { random, terrain } = this.#needs
    let made = 0
    for (let pack = 0; pack < PACKS; pack++) {
      let [px, pz] = [x, z]
      let entry: SpawnEntry | undefined
      let build: Build = {}
      let count = roll(random, 1, MAX_AT_ONCE)
      for (let i = 0; i < count; i++) {
        px += roll(random, 0, SCATTER) - roll(random, 0, SCATTER)
        pz += roll(random, 0, SCATTER) - roll(random, 0, SCATTER)
        const place = new Vec3(px + 0.5, y, pz + 0.5)
        if (!this.#isInRange(place)) continue
        if (!entry) {
          entry = pickEntry(list(terrain.biome(px, pz)), random)
          if (!entry?.name) break
          count = roll(random, entry.min, entry.max)
          build = this.#build(entry.name)
        }
        const { name, cost } = entry
        if (cost && name && this.#chargeAt(name, place) * cost.charge ** 2 > cost.budget) continue
        if (name && isSized(name)) build = this.#build(name)
        if (!name || !this.#isAllowed(name, place, build)) continue
        spawn(name, place, build)
        if (++made === MAX_AT_ONCE) return made
      }
    }
    return made
  }

  /** Sum of the inverse distances to the mobs of a kind. */
  #chargeAt(name: MobName, place: Vec3): number {
    let sum = 0
    for (const { kind, position } of this.#needs.population)
      if (kind.name === name) sum += 1 / Math.max(1, position.distanceTo(place))
    return sum
  }

  /** The build shared by a pack; slimes get individual sizes. */
  #build(name: MobName): Build {
    const { random } = this.#needs
    if (isSized(name)) return { size: SLIME_SIZES[Math.floor(random() * 3)] ?? 1 }
    return { baby: /zombie|husk|drowned|piglin/.test(name) && random() < BABY_ZOMBIES }
  }

  #isAllowed(name: MobName, place: Vec3, build: Build): boolean {
    const { level, terrain, physics, rules } = this.#needs
    const kind = MOB_KINDS[name]
    const { x, y, z } = place
    const biome = () => terrain.biome(Math.floor(x), Math.floor(z))
    const isLoaded = (dx: number, dz: number) =>
      level.isLoaded(Math.floor(x + dx), Math.floor(z + dz))
    return (
      isLoaded(0, 0) &&
      rules.allow(name, place, kind.hostile, biome) &&
      // A wide hitbox extends into the neighbouring chunks.
      [-1, 1].every((side) => isLoaded(side, 0) && isLoaded(0, side) && isLoaded(side, side)) &&
      physics.fits(bodyOf(level.registry, kind, build), x, y, z)
    )
  }

  #isInRange(place: Vec3): boolean {
    const { players, terrain } = this.#needs
    let nearest = Number.POSITIVE_INFINITY
    for (const player of players) nearest = Math.min(nearest, player.position.distanceTo(place))
    return (
      nearest > MIN_DISTANCE &&
      nearest <= MAX_DISTANCE &&
      terrain.spawn.distanceTo(place) > MIN_DISTANCE
    )
  }

  /** The loaded chunks within range of a player. */
  #loadedChunks(): [number, number][] {
    const { level, players } = this.#needs
    const found = new Map<string, [number, number]>()
    for (const { position } of players) {
      const centreX = Math.floor(position.x) >> 4
      const centreZ = Math.floor(position.z) >> 4
      for (let x = centreX - AREA_RADIUS; x <= centreX + AREA_RADIUS; x++) {
        for (let z = centreZ - AREA_RADIUS; z <= centreZ + AREA_RADIUS; z++) {
          const distance = Math.hypot(x * 16 + 8 - position.x, z * 16 + 8 - position.z)
          if (distance < MAX_DISTANCE && level.isLoaded(x * 16, z * 16))
            found.set(`${x},${z}`, [x, z])
        }
      }
    }
    return [...found.values()]
  }
}
