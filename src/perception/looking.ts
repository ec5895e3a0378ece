import type { BlockTable } from '#knowledge/block-traits'
import type { BlockMemory } from './block-memory.ts'
import { Cone } from './cone.ts'
import { ExposedBlocks } from './exposed-blocks.ts'
import { Fan } from './fan.ts'
import type { LoadedBlocks } from './loaded-blocks.ts'
import { NearAir } from './near-air.ts'
import type { PlayerSight } from './player-sight.ts'
import { RareBlocks } from './rare-blocks.ts'
import { SIGHT_DISTANCE, SightLines } from './sight-lines.ts'
import { StaleBlocks } from './stale-blocks.ts'
import { SurfaceMap } from './surface-map.ts'

/** How far a moving eye gets before everything is looked at again (blocks). */
const STRIDE = 1
/** The same for an eye that has come to rest. */
const SHIFT = 0.1
/** How far a player's head turns before it looks again at all that is ahead (radians). */
const TURN = 0.15

/** Positions that lines of sight may walk in one tick; the price of looking. */
const STEPS_A_TICK = { rare: 1_600, fan: 800, surface: 600 }
/** Positions that the fan walks before it has seen enough from one place. */
const FAN_STEPS_A_PLACE = 60_000
/** Holes through which rare blocks are looked for in one tick. */
const OPENINGS_A_TICK = 8

/** Makes every place look far away. */
const NOWHERE: Point = { x: Number.NaN, y: 0, z: 0 }

/** Where the head points (radians), as in {@link ViewFrustum.point}. */
export interface Gaze {
  readonly yaw: number
  readonly pitch: number
}

interface Point {
  readonly x: number
  readonly y: number
  readonly z: number
}

/**
 * Looks at the loaded world from where the eye is, and remembers what is in sight: rare blocks one by
 * one and exactly, everything else by a fan of lines. Looks again only after the eye has moved, a
 * block has changed or a chunk has come. A player's eye sees what its head points at and where it is
 * light enough, and looks again after a turn; without `sight` it sees all around and in the dark, and
 * feels the air around the body.
 */
export class Looking {
  readonly lines: SightLines
  readonly #exposed: ExposedBlocks
  readonly #rare: RareBlocks
  readonly #fan = new Fan()
  readonly #nearAir: NearAir
  readonly #stale: StaleBlocks
  readonly #memory: BlockMemory
  readonly #loaded: LoadedBlocks
  readonly #sight: PlayerSight | undefined
  /** The land as far as it was seen; for a player's eye. */
  readonly surface: SurfaceMap
  /** Where the eye was in the last tick, and when everything was last looked at. */
  #eye: Point = NOWHERE
  #lookedFrom: Point = NOWHERE
  /** Where the head pointed then. */
  #lookedAlong: Gaze = { yaw: Number.NaN, pitch: 0 }
  #stepsOfFan = 0
  /** Holes that have come about and were not looked through yet. */
  readonly #openings: Point[] = []

  constructor(
    loaded: LoadedBlocks,
    memory: BlockMemory,
    traits: BlockTable,
    sight?: PlayerSight | undefined,
  ) {
    this.#loaded = loaded
    this.#memory = memory
    this.#sight = sight
    this.#exposed = new ExposedBlocks(loaded, traits)
    this.#nearAir = new NearAir(loaded, memory, traits)
    this.lines = new SightLines(loaded, memory, sight)
    this.#rare = new RareBlocks(this.lines, loaded, this.#exposed)
    this.#stale = new StaleBlocks(this.lines, loaded, memory, traits)
    this.surface = new SurfaceMap(this.lines, loaded, traits)
  }

  chunkLoaded(chunkX: number, chunkZ: number): void {
    this.#exposed.loaded(chunkX, chunkZ)
    this.#stale.chunkLoaded(chunkX, chunkZ)
    const near = (chunk: number, at: number) => Math.abs(chunk * 16 + 8 - at) < SIGHT_DISTANCE + 8
    if (!near(chunkX, this.#eye.x) || !near(chunkZ, this.#eye.z)) return
    this.#lookedFrom = NOWHERE
    this.#rare.refresh()
    this.surface.refresh()
  }

  /** To be told before the memory is. */
  blockChanged(x: number, y: number, z: number): void {
    this.#exposed.changed(x, y, z)
    this.#stale.blockChanged(x, y, z)
  }

  /** One tick of looking from an eye, for a body that is at `feet`. */
  look(eye: Point, feet: Point, gaze: Gaze): void {
    this.lines.from(eye.x, eye.y, eye.z)
    const turned = this.#hasTurned(gaze)
    const moved = this.#hasMoved(eye)
    if (moved) {
      this.#lookedFrom = eye
      this.#rare.gather(eye)
    } else if (turned) this.#rare.lookAgain()
    if (turned) this.surface.lookAgain()
    if (moved || turned) this.#stepsOfFan = FAN_STEPS_A_PLACE
    const { noticed, openings } = this.#stale.look(eye)
    this.#openings.push(...openings)
    if (this.#openings.length > 0) this.#lookThroughOpenings(eye)
    if (noticed || moved || turned) {
      this.#stale.lookAgain(eye)
      this.#feel(Math.floor(feet.x), Math.floor(feet.y + 0.5), Math.floor(feet.z))
    }
    this.#rare.look(STEPS_A_TICK.rare)
    if (this.#stepsOfFan > 0) {
      this.#stepsOfFan -= STEPS_A_TICK.fan
      this.#fan.look(this.lines, STEPS_A_TICK.fan)
    }
    if (this.#sight?.reachesSky(eye)) {
      const yaw = this.#sight.limits.view ? gaze.yaw : null
      this.surface.look(eye, yaw, STEPS_A_TICK.surface)
    }
  }

  /** Points the eye before a single look between two ticks. */
  point({ yaw, pitch }: Gaze): void {
    this.#sight?.view.point(yaw, pitch)
  }

  #feel(x: number, y: number, z: number): void {
    if (!this.#sight) {
      this.#nearAir.feel(x, y, z)
      return
    }
    // A player feels what it is in itself.
    for (const dy of [0, 1]) {
      const code = this.#loaded.code(x, y + dy, z)
      if (code !== 0) this.#memory.noteAt(x, y + dy, z, code)
    }
  }

  #lookThroughOpenings(eye: Point): void {
    for (const { x, y, z } of this.#openings.splice(0, OPENINGS_A_TICK))
      this.#rare.lookThrough(new Cone(eye, { x: x + 0.5, y: y + 0.5, z: z + 0.5 }))
  }

  #hasTurned({ yaw, pitch }: Gaze): boolean {
    if (!this.#sight?.limits.view) return false
    this.#sight.view.point(yaw, pitch)
    const before = this.#lookedAlong
    if (Math.abs(yaw - before.yaw) + Math.abs(pitch - before.pitch) < TURN) return false
    this.#lookedAlong = { yaw, pitch }
    return true
  }

  #hasMoved(eye: Point): boolean {
    const resting = distance(eye, this.#eye) < SHIFT / 10
    this.#eye = eye
    return !(distance(eye, this.#lookedFrom) < (resting ? SHIFT : STRIDE))
  }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z)
}
