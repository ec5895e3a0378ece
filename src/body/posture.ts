import type { Bot } from 'mineflayer'
import { Vec3 } from 'vec3'
import { type BlockTable, blockTableOf } from '#knowledge/block-traits'
import {
  canCrawl,
  nextPose,
  PLAYER_HALF_WIDTH,
  type Pose,
  type PoseSize,
  poseSizes,
} from '#knowledge/player-size'
import type { Registry } from '#knowledge/registry'

/** Tolerance below which shapes touch rather than overlap (blocks). */
const TOLERANCE = 1e-5

/** The state that mineflayer passes to its physics: the part that Delver reads. */
interface Motion {
  readonly pos: { readonly x: number; readonly y: number; readonly z: number }
  control: Readonly<Record<string, boolean>>
}

interface Physics {
  playerHeight: number
  simulatePlayer(motion: Motion, world: unknown): unknown
}

/**
 * The pose of the player. mineflayer only knows standing. This class adds sneaking, which the game forces under a ceiling of
 * 1.5 blocks, and the crawling pose, which it forces where there is less room. Both are slow. Servers detect the pose by
 * themselves.
 */
export class Posture {
  readonly #bot: Bot
  readonly #physics: Physics
  readonly #blocks: BlockTable
  readonly #crawls: boolean
  readonly #sizes: Readonly<Record<Pose, PoseSize>>
  #pose: Pose = 'standing'

  constructor(bot: Bot, registry: Registry) {
    this.#bot = bot
    this.#physics = bot.physics as unknown as Physics
    this.#blocks = blockTableOf(registry)
    this.#crawls = canCrawl(registry)
    this.#sizes = poseSizes(registry)
    this.#learnPoses()
    if (this.#crawls) this.#leaveSwimming()
  }

  /** Whether the player stands upright. */
  get upright(): boolean {
    return this.#pose === 'standing'
  }

  /** Whether the player is in the crawling pose. */
  get crawling(): boolean {
    return this.#pose === 'crawling'
  }

  /** Height of the hitbox (blocks). */
  get height(): number {
    return this.#sizes[this.#pose].height
  }

  /** Height of the eyes above the feet (blocks). */
  get eyeHeight(): number {
    return this.#sizes[this.#pose].eyeHeight
  }

  #learnPoses(): void {
    const physics = this.#physics
    const simulate = physics.simulatePlayer
    physics.simulatePlayer = (motion, world) => {
      const wanted = motion.control.sneak ? 'sneaking' : 'standing'
      // mineflayer sets the keys anew in the next tick.
      if (!this.upright) motion.control = { ...motion.control, sneak: true, sprint: false }
      const moved = simulate(motion, world)
      this.#settle(motion.pos, wanted)
      return moved
    }
  }

  /** Never sprints under water, which would make the player swim with its eyes low. mineflayer cannot move like that. */
  #leaveSwimming(): void {
    const bot = this.#bot
    const press = bot.setControlState
    bot.setControlState = (key, down) =>
      press(key, down && !(key === 'sprint' && this.isUnderWater))
  }

  /** Whether the eyes are under water. */
  get isUnderWater(): boolean {
    const { position } = this.#bot.entity
    const state = this.#bot.world.getBlockStateId(position.offset(0, this.eyeHeight, 0).floored())
    return this.#blocks.traits(state).water
  }

  /** Changes the pose as the keys ask and the room around the player allows. */
  #settle(feet: Motion['pos'], wanted: Pose): void {
    const before = this.#pose
    const fits = (pose: Pose) => this.#fits(feet, this.#sizes[pose].height)
    this.#pose = nextPose(before, wanted, this.#crawls, fits)
    // mineflayer and the server set the eye height of a standing player.
    if (!this.upright || before !== 'standing') this.#bot.entity.eyeHeight = this.eyeHeight
    this.#physics.playerHeight = this.height
    if (this.#crawls && this.#bot.getControlState('sprint') && this.isUnderWater)
      this.#bot.setControlState('sprint', false)
  }

  #fits({ x, y, z }: Motion['pos'], height: number): boolean {
    const half = PLAYER_HALF_WIDTH - TOLERANCE
    const [minX, maxX, minZ, maxZ] = [x - half, x + half, z - half, z + half]
    const [minY, maxY] = [y + TOLERANCE, y + height - TOLERANCE]
    // Fences reach half a block into the position above.
    for (let by = Math.floor(minY) - 1; by <= Math.floor(maxY); by++) {
      for (let bx = Math.floor(minX); bx <= Math.floor(maxX); bx++) {
        for (let bz = Math.floor(minZ); bz <= Math.floor(maxZ); bz++) {
          const state = this.#bot.world.getBlockStateId(new Vec3(bx, by, bz))
          for (const [x0, y0, z0, x1, y1, z1] of this.#blocks.traits(state).boxes) {
            if (bx + x0 < maxX && bx + x1 > minX && bz + z0 < maxZ && bz + z1 > minZ)
              if (by + y0 < maxY && by + y1 > minY) return false
          }
        }
      }
    }
    return true
  }
}
