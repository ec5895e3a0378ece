import { Vec3 } from 'vec3'
import type { GeneratedBlocks } from '../generated-blocks.ts'
import type { Level } from '../level.ts'
import type { Players } from '../players.ts'
import type { MonsterSpawner } from '../terrain/structures/block-entity.ts'
import type { WorldDifficulty } from '../world-difficulty.ts'
import { roll } from './loot.ts'
import { type Build, bodyOf } from './mob.ts'
import { BABY_ZOMBIES, MOB_KINDS, type MobName } from './mob-kinds.ts'
import type { MobPhysics } from './mob-physics.ts'
import type { Population } from './population.ts'
import type { SpawnRules } from './spawn-rules.ts'

/** Distance within which a player activates a spawner (blocks). */
const PLAYER_RANGE = 16
/** Delay before the first spawn, and bounds of the later ones (ticks). */
const FIRST_DELAY = 20
const MIN_DELAY = 200
const MAX_DELAY = 799
/** Attempts at each spawn, and their largest distance along x and z (blocks). */
const ATTEMPTS = 4
const SPAWN_RANGE = 4
/** A spawner rests while this many mobs of its kind are within its range, and 4 blocks up and down. */
const MAX_NEARBY = 6

interface MonsterSpawnersNeeds {
  level: Level
  players: Players
  difficulty: WorldDifficulty
  random: () => number
  generated: GeneratedBlocks
  population: Population
  physics: MobPhysics
  rules: SpawnRules
}

/** The monster spawners of generated structures, with the game's rules. */
export class MonsterSpawners {
  readonly #needs: MonsterSpawnersNeeds
  /** Ticks until the next spawn. */
  readonly #delays = new WeakMap<MonsterSpawner, number>()

  constructor(needs: MonsterSpawnersNeeds) {
    this.#needs = needs
  }

  /** Runs one tick. */
  step(spawn: (name: MobName, place: Vec3, build: Build) => void): void {
    if (this.#needs.difficulty.level === 'peaceful') return
    for (const spawner of this.#needs.generated.spawners()) {
      if (!this.#isActive(spawner)) continue
      const delay = this.#delays.get(spawner) ?? FIRST_DELAY
      if (delay > 0) this.#delays.set(spawner, delay - 1)
      else if (this.#spawnAt(spawner, spawn)) {
        this.#delays.set(spawner, roll(this.#needs.random, MIN_DELAY, MAX_DELAY))
      }
    }
  }

  #isActive(spawner: MonsterSpawner): boolean {
    const centre = centreOf(spawner)
    for (const { position, vitals } of this.#needs.players)
      if (!vitals.dead && position.distanceTo(centre) <= PLAYER_RANGE)
        return this.#needs.generated.stands(spawner)
    return false
  }

  /** Spawns mobs; returns whether the delay starts anew. Without success, the next tick tries again. */
  #spawnAt(
    spawner: MonsterSpawner,
    spawn: (name: MobName, place: Vec3, build: Build) => void,
  ): boolean {
    const { random } = this.#needs
    const { mob: name } = spawner
    let made = 0
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (this.#nearby(spawner) >= MAX_NEARBY) return true
      const off = () => (random() - random()) * SPAWN_RANGE + 0.5
      const y = spawner.y + roll(random, -1, 1)
      const place = new Vec3(spawner.x + off(), y, spawner.z + off())
      const build = { baby: name === 'zombie' && random() < BABY_ZOMBIES }
      if (!this.#isAllowed(name, place, build)) continue
      spawn(name, place, build)
      made++
    }
    return made > 0
  }

  #isAllowed(name: MobName, place: Vec3, build: Build): boolean {
    const { level, physics, rules } = this.#needs
    const { x, y, z } = place
    const isLoaded = [-1, 1].every((side) =>
      [-1, 1].every((other) => level.isLoaded(Math.floor(x + side), Math.floor(z + other))),
    )
    return (
      isLoaded &&
      physics.fits(bodyOf(level.registry, MOB_KINDS[name], build), x, y, z) &&
      rules.isDark(place)
    )
  }

  #nearby(spawner: MonsterSpawner): number {
    const centre = centreOf(spawner)
    let count = 0
    for (const { kind, position, dead } of this.#needs.population) {
      if (kind.name !== spawner.mob || dead) continue
      const { x, y, z } = position.minus(centre)
      if (Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) <= SPAWN_RANGE + 0.5) count++
    }
    return count
  }
}

function centreOf({ x, y, z }: MonsterSpawner): Vec3 {
  return new Vec3(x + 0.5, y + 0.5, z + 0.5)
}
