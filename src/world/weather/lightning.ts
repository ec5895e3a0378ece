import { Vec3 } from 'vec3'
import { distanceToBox } from '#geometry/distance-to-box'
import { entityUuid, type TrackedEntity } from '../entities/entity.ts'
import type { ItemEntities } from '../entities/items.ts'
import type { EntityTracker } from '../entities/tracker.ts'
import type { Mobs } from '../mobs/mobs.ts'
import type { Population } from '../mobs/population.ts'
import type { Players } from '../players.ts'
import type { FireLighter } from '../rules/fire.ts'
import type { Burning } from '../survival/hazards.ts'
import type { WorldDifficulty } from '../world-difficulty.ts'
import type { WorldTime } from '../world-time.ts'
import { OpenColumns } from './open-columns.ts'
import type { Sky } from './sky.ts'

/** The chance of a chunk to be struck in a tick of a thunderstorm. */
const CHANCE = 1 / 100_000
/** Lightning strikes a creature under the sky within this distance of its column instead (blocks). */
const ATTRACTION = 3
/** It harms what is within this distance on each axis, and up to this much above it (blocks). */
const HARM_REACH = 3
const HARM_HEIGHT = 9
const DAMAGE = 5
const BURNING_TICKS = 160
/** Fires that it lights around itself, at most. */
const FIRES = 4
/** Time for which a flash harms, and the longest pause before the next flash (ticks). */
const FLASH_TICKS = 2
const MAX_PAUSE = 10
const MAX_FLASHES = 3

interface LightningNeeds {
  players: Players
  time: WorldTime
  sky: Sky
  difficulty: WorldDifficulty
  tracker: EntityTracker
  population: Population
  mobs: Mobs
  items: ItemEntities
  burning: Burning
  fire: FireLighter
  random: () => number
}

/** A box of the world, by its lowest and highest corner. */
type Area = readonly [low: Vec3, high: Vec3]

class Bolt implements TrackedEntity {
  readonly id: number
  readonly uuid: string
  readonly type = 'lightning_bolt'
  readonly velocity = new Vec3(0, 0, 0)
  readonly yaw = 0
  readonly pitch = 0
  readonly onGround = true
  readonly metadata = []
  readonly position: Vec3
  life = FLASH_TICKS
  flashes: number

  constructor(id: number, position: Vec3, flashes: number) {
    this.id = id
    this.uuid = entityUuid(id)
    this.position = position
    this.flashes = flashes
  }
}

/** Lightning: it strikes at random in a thunderstorm, harms what is near and lights fires. */
export class Lightning {
  readonly #needs: LightningNeeds
  readonly #columns: OpenColumns
  readonly #bolts = new Set<Bolt>()

  constructor(needs: LightningNeeds) {
    this.#needs = needs
    this.#columns = new OpenColumns(needs.players, needs.random)
    needs.time.everyTick(() => this.step())
  }

  /** Strikes the ground or a creature at a position. */
  strike(position: Vec3): void {
    const { tracker } = this.#needs
    const bolt = new Bolt(tracker.nextId(), position, 1 + this.#below(MAX_FLASHES))
    this.#bolts.add(bolt)
    tracker.spawn(bolt)
    this.#light(position)
    for (let fire = 0; fire < FIRES; fire++) {
      const [dx, dy, dz] = [this.#below(3) - 1, this.#below(3) - 1, this.#below(3) - 1]
      this.#light(position.offset(dx, dy, dz))
    }
  }

  /** Runs one tick of thunderstorm. */
  step(): void {
    const { sky } = this.#needs
    if (sky.weather.isThundering)
      for (const [x, z] of this.#columns.pick(CHANCE)) {
        const place = this.#target(x, sky.top(x, z) + 1, z)
        const { x: atX, y, z: atZ } = place.floored()
        if (sky.rainsOn(atX, y, atZ)) this.strike(place)
      }
    for (const bolt of this.#bolts) this.#flash(bolt)
  }

  /** A creature under the sky near a column, or else the ground. */
  #target(x: number, y: number, z: number): Vec3 {
    const { sky } = this.#needs
    const area: Area = [
      new Vec3(x - ATTRACTION, y - ATTRACTION, z - ATTRACTION),
      new Vec3(x + 1 + ATTRACTION, Number.POSITIVE_INFINITY, z + 1 + ATTRACTION),
    ]
    const exposed = [...this.#playersIn(area), ...this.#mobsIn(area)].filter(({ position }) => {
      const feet = position.floored()
      return sky.isOpen(feet.x, feet.y, feet.z)
    })
    const struck = exposed[this.#below(exposed.length)]
    return struck ? struck.position.clone() : new Vec3(x + 0.5, y, z + 0.5)
  }

  #flash(bolt: Bolt): void {
    bolt.life--
    if (bolt.life < 0) {
      if (bolt.flashes === 0) {
        this.#bolts.delete(bolt)
        this.#needs.tracker.remove(bolt)
        return
      }
      if (bolt.life >= -this.#below(MAX_PAUSE)) return
      bolt.flashes--
      bolt.life = FLASH_TICKS - 1
      this.#light(bolt.position)
    }
    this.#harm(bolt.position)
  }

  #harm({ x, y, z }: Vec3): void {
    const { mobs, items, burning } = this.#needs
    const area: Area = [
      new Vec3(x - HARM_REACH, y - HARM_REACH, z - HARM_REACH),
      new Vec3(x + HARM_REACH, y + HARM_HEIGHT, z + HARM_REACH),
    ]
    for (const player of this.#playersIn(area)) {
      burning.ignite(player, BURNING_TICKS)
      player.vitals.hurt(DAMAGE, 'lightning')
    }
    for (const mob of [...this.#mobsIn(area)]) mobs.strike(mob, DAMAGE, BURNING_TICKS)
    items.destroy(...area)
  }

  #light(position: Vec3): void {
    const { difficulty, fire } = this.#needs
    const { x, y, z } = position.floored()
    if (difficulty.level === 'normal' || difficulty.level === 'hard') fire.light(x, y, z)
  }

  *#playersIn(area: Area) {
    for (const player of this.#needs.players)
      if (!player.vitals.dead && player.gameMode !== 'spectator' && isIn(area, player.position))
        yield player
  }

  *#mobsIn(area: Area) {
    for (const mob of this.#needs.population) if (!mob.dead && isIn(area, mob.position)) yield mob
  }

  #below(limit: number): number {
    return Math.floor(this.#needs.random() * limit)
  }
}

function isIn([low, high]: Area, place: Vec3): boolean {
  return distanceToBox(place, low, high) === 0
}
