import { Vec3 } from 'vec3'
import type { Registry } from '#knowledge/registry'
import { traitsOf } from '../block-traits.ts'
import {
  entityUuid,
  type MetadataEntry,
  metadataEntry,
  type TrackedEntity,
} from '../entities/entity.ts'
import { slide } from '../entities/motion.ts'
import type { Level } from '../level.ts'
import type { Mob } from '../mobs/mob.ts'
import { gaussian } from '../mobs/projectiles.ts'
import type { Player } from '../player.ts'
import type { NibbleEvent, Nibbling } from './nibbling.ts'

/** Edge of the bobber's hitbox (blocks). */
export const BOBBER_SIZE = 0.25
/** Horizontal distance from the player's eye at which the bobber starts (blocks). */
const IN_FRONT = 0.3
/** Initial speed (blocks a tick), and its standard deviation. */
const CAST_SPEED = 0.6
const CAST_SHARE = 0.5
const CAST_SPREAD = 0.0045
const MAX_SLOPE = 5
const GRAVITY = 0.03
const DRAG = 0.92
/** Share of the speed left when the bobber enters water, and after each tick in it. */
const SPLASH_ALONG = 0.3
const SPLASH_UPRIGHT = 0.2
const WATER_DRAG = 0.9
/** Strength of the pull towards the water's surface. */
const BUOYANCY = 0.2
const LEVEL_ENOUGH = 0.01
const NUDGE = 0.1
/** Downward pull at a bite and while the fish is hooked (blocks a tick). */
const BITE_PULL = 0.4
const MIN_BITE_PULL = 0.6
const NIBBLE_PULL = 0.1
/** A bobber on the ground disappears after this time (ticks). */
const GROUND_TICKS = 1200
/** Height at which the bobber sticks to a mob, as a share of the mob's height. */
const STUCK_HEIGHT = 0.8

/** The bobber of a player's fishing rod. */
export class Bobber implements TrackedEntity {
  readonly id: number
  readonly uuid: string
  readonly type = 'fishing_bobber'
  readonly position: Vec3
  readonly velocity: Vec3
  yaw: number
  pitch: number
  onGround = false
  metadata: MetadataEntry[] = []
  /** Entity id of the player who owns it. */
  readonly objectData: number
  readonly nibbling: Nibbling
  /** The mob that it has hooked. */
  hooked: Mob | undefined
  /** Whether the bobber floats on water. */
  afloat = false
  readonly #level: Level
  readonly #random: () => number
  #grounded = 0

  constructor(id: number, level: Level, player: Player, nibbling: Nibbling, random: () => number) {
    this.id = id
    this.uuid = entityUuid(id)
    this.objectData = player.id
    this.nibbling = nibbling
    this.#level = level
    this.#random = random
    const { yaw, pitch } = player.look
    this.yaw = yaw
    this.pitch = pitch
    const { x, y, z } = player.gaze
    const along = Math.hypot(x, z)
    // The game normalizes the horizontal part of the direction, whatever the pitch.
    const way = new Vec3(
      along > 0 ? x / along : 0,
      Math.max(-MAX_SLOPE, Math.min(MAX_SLOPE, along > 0 ? y / along : Math.sign(y) * MAX_SLOPE)),
      along > 0 ? z / along : 0,
    )
    const speed = () => CAST_SPEED / way.norm() + CAST_SHARE + gaussian(random) * CAST_SPREAD
    this.position = player.eye.offset(way.x * IN_FRONT, 0, way.z * IN_FRONT)
    this.velocity = new Vec3(way.x * speed(), way.y * speed(), way.z * speed())
  }

  /** Moves the bobber by one tick. Returns the fishing event, or 'gone' once the bobber has despawned. */
  step(): NibbleEvent | 'gone' | undefined {
    this.#grounded = this.onGround ? this.#grounded + 1 : 0
    if (this.#grounded >= GROUND_TICKS) return 'gone'
    if (this.hooked) {
      this.#follow(this.hooked)
      return undefined
    }
    const place = this.position.floored()
    const water = this.#waterAt(place)
    if (!this.afloat && water > 0) {
      this.velocity.x *= SPLASH_ALONG
      this.velocity.y *= SPLASH_UPRIGHT
      this.velocity.z *= SPLASH_ALONG
      this.afloat = true
      return undefined
    }
    const event = this.afloat ? this.#float(place, water) : undefined
    if (water === 0) this.velocity.y -= GRAVITY
    this.#move()
    return event
  }

  /** Floats on the water, and dips while a fish is hooked. */
  #float(place: Vec3, water: number): NibbleEvent | undefined {
    const { velocity } = this
    let above = this.position.y + velocity.y - place.y - water
    if (Math.abs(above) < LEVEL_ENOUGH) above += Math.sign(above) * NUDGE
    velocity.x *= WATER_DRAG
    velocity.y -= above * this.#random() * BUOYANCY
    velocity.z *= WATER_DRAG
    const isIn = water > 0
    if (isIn && this.nibbling.hasBite) velocity.y -= NIBBLE_PULL * this.#random() * this.#random()
    const event = this.nibbling.step(place, isIn)
    if (event === 'bite')
      velocity.y = -BITE_PULL * (MIN_BITE_PULL + (1 - MIN_BITE_PULL) * this.#random())
    return event
  }

  #move(): void {
    const { velocity } = this
    const { x, z } = velocity
    slide(this.#level, this, BOBBER_SIZE)
    const isStopped = this.onGround || velocity.x !== x || velocity.z !== z
    if (!this.afloat && isStopped) velocity.set(0, 0, 0)
    velocity.scale(DRAG)
  }

  #follow({ position, height }: Mob): void {
    this.position.set(position.x, position.y + height * STUCK_HEIGHT, position.z)
    this.velocity.set(0, 0, 0)
  }

  /** Height of the water in a block (0-1). */
  #waterAt({ x, y, z }: Vec3): number {
    const level = this.#level
    const traits = traitsOf(level.registry)
    const { water } = traits(level.state(x, y, z))
    return water > 0 && traits(level.state(x, y + 1, z)).water > 0 ? 1 : water
  }
}

/** The bobber's metadata: the hooked mob and, from 1.16 on, whether a fish has bitten. */
export function bobberMetadata(
  registry: Registry,
  { hooked, nibbling }: Pick<Bobber, 'hooked' | 'nibbling'>,
): MetadataEntry[] {
  const { data } = registry
  const first = data.isNewerOrEqualTo('1.17') ? 8 : data.isNewerOrEqualTo('1.14') ? 7 : 6
  const entries = [metadataEntry(registry, first, 'int', hooked ? hooked.id + 1 : 0)]
  if (data.isNewerOrEqualTo('1.16'))
    entries.push(metadataEntry(registry, first + 1, 'boolean', nibbling.hasBite))
  return entries
}
