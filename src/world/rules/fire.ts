import { DIFFICULTIES } from '#knowledge/difficulty'
import type { ItemUses } from '../item-uses.ts'
import type { Level } from '../level.ts'
import type { Sky } from '../weather/sky.ts'
import type { WorldDifficulty } from '../world-difficulty.ts'
import type { WorldTime } from '../world-time.ts'
import { flammability } from './flammable.ts'
import { FACE_STEPS } from './orientation.ts'
import { lightPortal } from './portal.ts'
import { Schedule } from './schedule.ts'
import { shapesOf } from './shapes.ts'

/** Interval between scheduled ticks of a fire: this minimum, plus a random number below the second (ticks). */
const MIN_TICKS = 30
const RANDOM_TICKS = 10
const MAX_AGE = 15
/** Without fuel, a fire older than this goes out. */
const BARE_AGE = 3
/** Resistance against burning for blocks beside a fire, and above or below it. */
const BESIDE = 300
const ABOVE_BELOW = 250
/** Height that fire spreads upwards (blocks), and the resistance for each block of height. */
const SPREAD_HEIGHT = 4
const SPREAD = 100
/** Fire on these blocks never goes out. */
const ETERNAL = /^(netherrack|magma_block)$/

/** Chance that rain puts out a fire at age 0, and its growth with each step of age. */
const RAIN_ODDS = 0.2
const RAIN_AGE_ODDS = 0.03
const BESIDE_RAIN = [
  [0, 0],
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
] as const

const AROUND = [
  [1, 0, 0, BESIDE],
  [-1, 0, 0, BESIDE],
  [0, -1, 0, ABOVE_BELOW],
  [0, 1, 0, ABOVE_BELOW],
  [0, 0, -1, BESIDE],
  [0, 0, 1, BESIDE],
] as const

interface FireNeeds {
  level: Level
  time: WorldTime
  itemUses: ItemUses
  difficulty: WorldDifficulty
  random: () => number
  sky: Sky
}

/** Lights fires for other rules. */
export interface FireLighter {
  /** Lights a fire or a Nether portal; returns false where there is no space, support or fuel. */
  light(x: number, y: number, z: number): boolean
}

/** Fire: flint and steel, which also lights Nether portals, and fire that spreads, burns blocks and goes out. */
export function installFire(needs: FireNeeds): FireLighter {
  const { level, time, itemUses } = needs
  const fire = new Fire(needs)
  const schedule = new Schedule(level, time, (x, y, z) => {
    if (level.name(x, y, z) !== 'fire') return
    schedule.add(x, y, z, fire.nextIn())
    fire.burn(x, y, z)
  })
  // Skips the checks below in worlds without fire.
  let hasFire = false
  level.on('change', ({ x, y, z, after }) => {
    if (level.registry.blockName(after) === 'fire') {
      hasFire = true
      schedule.add(x, y, z, fire.nextIn())
    } else if (!hasFire) return
    for (const [dx, dy, dz] of AROUND) fire.check(x + dx, y + dy, z + dz)
  })
  itemUses.add('flint_and_steel', (player, { x, y, z, face }) => {
    const [dx, dy, dz] = FACE_STEPS[face] ?? FACE_STEPS[1]
    if (!fire.light(x + dx, y + dy, z + dz, 0)) return false
    player.inventory.wearHeld(1)
    return true
  })
  return { light: (x, y, z) => fire.light(x, y, z, 0) }
}

class Fire {
  readonly #level: Level
  readonly #random: () => number
  readonly #difficulty: WorldDifficulty
  readonly #sky: Sky

  constructor({ level, difficulty, random, sky }: FireNeeds) {
    this.#sky = sky
    this.#level = level
    this.#random = random
    this.#difficulty = difficulty
  }

  /** Time until the next scheduled tick of a fire (ticks). */
  nextIn(): number {
    return MIN_TICKS + this.#below(RANDOM_TICKS)
  }

  /** Lights a fire or a Nether portal; returns false where there is no space, support or fuel. */
  light(x: number, y: number, z: number, age: number): boolean {
    const level = this.#level
    if (level.name(x, y, z) !== 'air' || !level.isLoaded(x, z)) return false
    if (lightPortal(level, x, y, z)) return true
    if (!this.#canBurn(x, y, z)) return false
    level.set(x, y, z, level.registry.blockState('fire', { age: String(age) }))
    return true
  }

  /** Puts out a fire that lost its support and fuel. */
  check(x: number, y: number, z: number): void {
    const level = this.#level
    if (!level.isLoaded(x, z) || level.name(x, y, z) !== 'fire' || this.#canBurn(x, y, z)) return
    this.#putOut(x, y, z)
  }

  /** Handles a scheduled tick of a fire. */
  burn(x: number, y: number, z: number): void {
    const level = this.#level
    const { registry } = level
    const age = Number(registry.blockProperties(level.state(x, y, z)).age ?? 0)
    if (this.#isPutOutByRain(x, y, z, age)) {
      this.#putOut(x, y, z)
      return
    }
    const older = Math.min(MAX_AGE, age + (this.#below(3) >> 1))
    if (older !== age) level.set(x, y, z, registry.blockState('fire', { age: String(older) }))
    if (this.#isSpent(x, y, z, age)) {
      this.#putOut(x, y, z)
      return
    }
    for (const [dx, dy, dz, hardness] of AROUND)
      this.#consume(x + dx, y + dy, z + dz, hardness, age)
    this.#spread(x, y, z, age)
  }

  /** Whether rain falls on a fire or beside it. */
  #isRainedOn(x: number, y: number, z: number): boolean {
    return BESIDE_RAIN.some(([dx, dz]) => this.#sky.rainsOn(x + dx, y, z + dz))
  }

  #isPutOutByRain(x: number, y: number, z: number, age: number): boolean {
    if (ETERNAL.test(this.#level.name(x, y - 1, z)) || !this.#isRainedOn(x, y, z)) return false
    return this.#random() < RAIN_ODDS + age * RAIN_AGE_ODDS
  }

  /** Whether a fire of that age goes out: soon without fuel, and by chance at the maximum age. */
  #isSpent(x: number, y: number, z: number, age: number): boolean {
    const below = this.#level.name(x, y - 1, z)
    if (ETERNAL.test(below)) return false
    const fed = AROUND.some(([dx, dy, dz]) => this.#ignites(x + dx, y + dy, z + dz) > 0)
    if (!fed) return !this.#isSupported(x, y, z) || age > BARE_AGE
    return age === MAX_AGE && this.#below(4) === 0 && flammability(below).ignite === 0
  }

  /** Burns a block, or replaces it with fire. */
  #consume(x: number, y: number, z: number, hardness: number, age: number): void {
    const level = this.#level
    if (!level.isLoaded(x, z)) return
    if (this.#below(hardness) >= flammability(level.name(x, y, z)).burn) return
    level.set(x, y, z, level.registry.blockState('air'))
    if (this.#below(age + 10) < 5 && !this.#sky.rainsOn(x, y, z))
      this.light(x, y, z, this.#spreadAge(age))
  }

  #spread(x: number, y: number, z: number, age: number): void {
    const bonus = 40 + 7 * DIFFICULTIES.indexOf(this.#difficulty.level)
    for (let dx = -1; dx <= 1; dx++)
      for (let dz = -1; dz <= 1; dz++)
        for (let dy = -1; dy <= SPREAD_HEIGHT; dy++) {
          if (dx === 0 && dy === 0 && dz === 0) continue
          const hardness = SPREAD + (dy > 1 ? (dy - 1) * SPREAD : 0)
          const ignite = this.#igniteOdds(x + dx, y + dy, z + dz)
          const odds = ignite > 0 ? Math.floor((ignite + bonus) / (age + 30)) : 0
          if (
            odds > 0 &&
            this.#below(hardness) <= odds &&
            !this.#isRainedOn(x + dx, y + dy, z + dz)
          )
            this.light(x + dx, y + dy, z + dz, this.#spreadAge(age))
        }
  }

  #spreadAge(age: number): number {
    return Math.min(MAX_AGE, age + (this.#below(5) >> 2))
  }

  /** Spread chance into an air block: the highest ignite value of its neighbours. */
  #igniteOdds(x: number, y: number, z: number): number {
    const level = this.#level
    if (!level.isLoaded(x, z) || level.name(x, y, z) !== 'air') return 0
    return Math.max(...AROUND.map(([dx, dy, dz]) => this.#ignites(x + dx, y + dy, z + dz)))
  }

  #ignites(x: number, y: number, z: number): number {
    return this.#level.isLoaded(x, z) ? flammability(this.#level.name(x, y, z)).ignite : 0
  }

  #canBurn(x: number, y: number, z: number): boolean {
    return (
      this.#isSupported(x, y, z) ||
      AROUND.some(([dx, dy, dz]) => this.#ignites(x + dx, y + dy, z + dz) > 0)
    )
  }

  #isSupported(x: number, y: number, z: number): boolean {
    return shapesOf(this.#level.registry).flatTop(this.#level.state(x, y - 1, z))
  }

  #putOut(x: number, y: number, z: number): void {
    this.#level.set(x, y, z, this.#level.registry.blockState('air'))
  }

  /** A random integer from 0 to `limit` - 1. */
  #below(limit: number): number {
    return Math.floor(this.#random() * limit)
  }
}
