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

/** Sides that only touch do not overlap, whatever the last digits of a place say (blocks). */
const NEARLY = 1e-5

/** What mineflayer has its physics work out one tick of, as far as it is looked at here. */
interface Motion {
  readonly pos: { readonly x: number; readonly y: number; readonly z: number }
  control: Readonly<Record<string, boolean>>
}

interface Physics {
  playerHeight: number
  simulatePlayer(motion: Motion, world: unknown): unknown
}

/**
 * How a body holds itself. mineflayer knows standing alone: here its physics learn to crawl, as the game's client does where there
 * is no room to stand, at the pace of one who sneaks (15.4 ticks a block). Servers tell by themselves who crawls.
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

  /** Whether the body lies, and crawls when it moves. */
  get crawling(): boolean {
    return this.#crawling
  }

  /** Height of the body (blocks). */
  get height(): number {
    return this.#crawling ? CRAWLING_HEIGHT : PLAYER_HEIGHT
  }

  /** Height of its eyes above its feet (blocks). */
  get eyeHeight(): number {
    return this.#crawling ? CRAWLING_EYE_HEIGHT : EYE_HEIGHT
  }

  #learnToCrawl(): void {
    const physics = this.#physics
    const simulate = physics.simulatePlayer
    physics.simulatePlayer = (motion, world) => {
      // mineflayer takes its keys from elsewhere in the next tick.
      if (this.#crawling) motion.control = { ...motion.control, sneak: true, sprint: false }
      const moved = simulate(motion, world)
      this.#settle(motion.pos)
      return moved
    }
  }

  /** Lies down or gets up, as the place that the body has come to lets it. */
  #settle(feet: Motion['pos']): void {
    const crawling = mustCrawl(this.#crawling, (height) => this.#fits(feet, height))
    // mineflayer and the server have their own word on the eyes of one who stands.
    if (crawling) this.#bot.entity.eyeHeight = CRAWLING_EYE_HEIGHT
    else if (this.#crawling) this.#bot.entity.eyeHeight = EYE_HEIGHT
    this.#crawling = crawling
    this.#physics.playerHeight = this.height
  }

  #fits({ x, y, z }: Motion['pos'], height: number): boolean {
    const half = PLAYER_HALF_WIDTH - NEARLY
    const [minX, maxX, minZ, maxZ] = [x - half, x + half, z - half, z + half]
    const [minY, maxY] = [y + NEARLY, y + height - NEARLY]
    // Fences reach half a block into the place above them.
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
