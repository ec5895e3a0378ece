import { Vec3 } from 'vec3'
import type { Difficulty } from '../../knowledge/difficulty.ts'
import { type TraitsOf, traitsOf } from '../block-traits.ts'
import type { Level } from '../level.ts'
import type { Players } from '../players.ts'
import type { WorldTime } from '../world-time.ts'
import { BRIGHT, type LightMeter, skyDarkening } from './light.ts'
import { roll } from './loot.ts'
import type { Mob } from './mob.ts'
import { MOB_KINDS, type MobName } from './mob-kinds.ts'
import type { MobPhysics } from './mob-physics.ts'

/** Monsters appear between these distances from the nearest player (blocks). */
const NEAREST = 24
const FARTHEST = 56
/** The game allows 70 monsters on the 289 chunks around a player; the area here is smaller. */
const MOST = 70 / 289
const CHUNKS = ((FARTHEST * 2) / 16) ** 2
const ATTEMPTS = 4
const GROUP = 4
const SCATTER = 5
/** Beyond this they go at once; beyond the other, now and then after half a minute (blocks, ticks). */
const GONE_BEYOND = 128
const IDLE_BEYOND = 32
const IDLE_TICKS = 600
const IDLE_CHANCE = 1 / 800
/** Chance in 32 by full sky light that a place open to the sky is passed over. */
const SKY_ODDS = 32

const MONSTERS = ['zombie', 'skeleton', 'spider', 'creeper'] as const

/** Lets monsters appear in the dark, and takes away those that nobody is near. */
export class Spawner {
  readonly #level: Level
  readonly #players: Players
  readonly #time: WorldTime
  readonly #difficulty: Difficulty
  readonly #random: () => number
  readonly #traits: TraitsOf
  readonly #light: LightMeter
  readonly #physics: MobPhysics

  constructor(needs: {
    level: Level
    players: Players
    time: WorldTime
    difficulty: Difficulty
    random: () => number
    light: LightMeter
    physics: MobPhysics
  }) {
    this.#level = needs.level
    this.#players = needs.players
    this.#time = needs.time
    this.#difficulty = needs.difficulty
    this.#random = needs.random
    this.#traits = traitsOf(needs.level.registry)
    this.#light = needs.light
    this.#physics = needs.physics
  }

  /** Most monsters at a time. */
  get cap(): number {
    return Math.floor(MOST * CHUNKS * this.#players.size)
  }

  /** Whether a monster has been alone for long enough to go. */
  expired(mob: Mob, distance: number): boolean {
    if (!mob.kind.hostile) return false
    if (distance > GONE_BEYOND || this.#difficulty === 'peaceful') return true
    mob.idle = distance < IDLE_BEYOND ? 0 : mob.idle + 1
    return mob.idle > IDLE_TICKS && this.#random() < IDLE_CHANCE
  }

  /** One tick: looks at a few places, and lets groups of monsters appear where it is dark. */
  step(count: number, spawn: (name: MobName, place: Vec3) => void): void {
    const random = this.#random
    if (this.#difficulty === 'peaceful' || this.#players.size === 0) return
    const list = [...this.#players]
    let left = this.cap - count
    for (let attempt = 0; attempt < ATTEMPTS && left > 0; attempt++) {
      const centre = list[Math.floor(random() * list.length)]?.position
      if (!centre) continue
      const x = Math.floor(centre.x) + roll(random, -FARTHEST, FARTHEST)
      const z = Math.floor(centre.z) + roll(random, -FARTHEST, FARTHEST)
      const height = random()
      if (!this.#level.isLoaded(x, z)) continue
      const lowest = this.#level.minY
      const y = lowest + Math.floor(height * (this.#light.roof(x, z) + 2 - lowest))
      if (this.#open(x, y, z)) left -= this.#group(x, y, z, left, spawn)
    }
  }

  #group(
    x: number,
    y: number,
    z: number,
    most: number,
    spawn: (name: MobName, place: Vec3) => void,
  ): number {
    const random = this.#random
    const name = MONSTERS[Math.floor(random() * MONSTERS.length)] ?? 'zombie'
    let made = 0
    let [px, pz] = [x, z]
    for (let i = 0; i < GROUP && made < most; i++) {
      px += roll(random, -SCATTER, SCATTER)
      pz += roll(random, -SCATTER, SCATTER)
      const place = new Vec3(px + 0.5, y, pz + 0.5)
      if (!this.#suits(name, place)) continue
      spawn(name, place)
      made++
    }
    return made
  }

  #suits(name: MobName, place: Vec3): boolean {
    const level = this.#level
    const random = this.#random
    const { x, y, z } = place.floored()
    if (!level.isLoaded(x, z) || !this.#open(x, y, z) || !this.#open(x, y + 1, z)) return false
    if (!this.#traits(level.state(x, y - 1, z)).blocksLight) return false
    let nearest = Number.POSITIVE_INFINITY
    for (const player of this.#players)
      nearest = Math.min(nearest, player.position.distanceTo(place))
    if (nearest < NEAREST || nearest > FARTHEST) return false
    const data = level.registry.data.entitiesByName[MOB_KINDS[name].name]
    const body = { width: data?.width ?? 1, height: data?.height ?? 2 }
    if (!this.#physics.fits(body, place.x, place.y, place.z)) return false
    const { sky, block } = this.#light.at(x, y, z)
    if (block >= BRIGHT || sky > random() * SKY_ODDS) return false
    return Math.max(block, sky - skyDarkening(this.#time.ofDay)) <= random() * BRIGHT
  }

  #open(x: number, y: number, z: number): boolean {
    const block = this.#traits(this.#level.state(x, y, z))
    return block.boxes.length === 0 && block.water === 0 && block.lava === 0 && !block.fire
  }
}
