import type { Bot } from 'mineflayer'
import { Vec3 } from 'vec3'
import { type BlockTable, blockTableOf } from '#knowledge/block-traits'
import {
  CRAWLING_EYE_HEIGHT,
  CRAWLING_HEIGHT,
  canCrawl,
  EYE_HEIGHT,
  mustCrawl,
  PLAYER_HALF_WIDTH,
  PLAYER_HEIGHT,
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
 * The pose of the player. mineflayer only knows standing. This class adds the crawling pose, which the vanilla client takes
 * if there is no room to stand. Crawling is as fast as sneaking. Servers detect the pose by themselves.
 */
export class Posture {
  readonly #bot: Bot
  readonly #physics: Physics
  readonly #blocks: BlockTable
  #crawling = false

  constructor(bot: Bot, registry: Registry) {
    this.#bot = bot
    this.#physics = bot.physics as unknown as Physics
    this.#blocks = blockTableOf(registry)
    if (canCrawl(registry)) this.#learnToCrawl()
  }

  /** Whether the player is in the crawling pose. */
  get crawling(): boolean {
    return this.#crawling
  }

  /** Height of the hitbox (blocks). */
  get height(): number {
    return this.#crawling ? CRAWLING_HEIGHT : PLAYER_HEIGHT
  }

  /** Height of the eyes above the feet (blocks). */
  get eyeHeight(): number {
    return this.#crawling ? CRAWLING_EYE_HEIGHT : EYE_HEIGHT
  }

  #learnToCrawl(): void {
    const physics = this.#physics
    const simulate = physics.simulatePlayer
    physics.simulatePlayer = (motion, world) => {
      // mineflayer sets the keys anew in the next tick.
      if (this.#crawling) motion.control = { ...motion.control, sneak: true, sprint: false }
      const moved = simulate(motion, world)
      this.#settle(motion.pos)
      return moved
    }
  }

  /** Changes the pose as the room around the player allows. */
  #settle(feet: Motion['pos']): void {
    const crawling = mustCrawl(this.#crawling, (height) => this.#fits(feet, height))
    // mineflayer and the server set the eye height of a standing player.
    if (crawling) this.#bot.entity.eyeHeight = CRAWLING_EYE_HEIGHT
    else if (this.#crawling) this.#bot.entity.eyeHeight = EYE_HEIGHT
    this.#crawling = crawling
    this.#physics.playerHeight = this.height
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
