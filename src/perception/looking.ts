import type { BlockTable } from '#knowledge/block-traits'
import type { BlockMemory } from './block-memory.ts'
import { Cone } from './cone.ts'
import { DistantLand } from './distant-land.ts'
import { ExposedBlocks } from './exposed-blocks.ts'
import { Fan } from './fan.ts'
import type { LoadedBlocks } from './loaded-blocks.ts'
import { NearAir } from './near-air.ts'
import type { PlayerSight } from './player-sight.ts'
import { RareBlocks } from './rare-blocks.ts'
import { SIGHT_DISTANCE, SightLines } from './sight-lines.ts'
import { StaleBlocks } from './stale-blocks.ts'
import { SurfaceMap } from './surface-map.ts'

/** Movement of the eye after which the agent looks at everything again (blocks). */
const STRIDE = 1
/** The same for an eye at rest (blocks). */
const SHIFT = 0.1
/** Turn of the head after which the agent looks at everything ahead again (radians). */
const TURN = 0.15

/** Budgets of lines of sight for each tick (blocks passed). */
const STEPS_PER_TICK = { rare: 1_600, fan: 800, surface: 600, distant: 4_000 }
/** Budget of the fan at one place of the eye (blocks passed). */
const FAN_STEPS_PER_PLACE = 60_000
/** Number of openings for each tick through which the agent looks for rare blocks. */
const OPENINGS_PER_TICK = 8

/** A point at no finite distance from any other. */
const NOWHERE: Point = { x: Number.NaN, y: 0, z: 0 }

/** Direction of the head (radians), as in {@link ViewFrustum.point}. */
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
 * Looks at the loaded world and remembers the blocks in sight: rare blocks one by one, others by a fan of lines. It looks
 * again after the eye moves or turns, a block changes, or a chunk arrives. Without `sight`, the agent sees in all directions
 * and in the dark, and feels the air around it.
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
  /** The surface of the land that the agent has seen; for a player's sight only. */
  readonly surface: SurfaceMap
  /** The land beyond the range of sight; for a player's sight only. */
  readonly distant: DistantLand | undefined
  /** Position of the eye in the last tick, and when the agent last looked at everything. */
  #eye: Point = NOWHERE
  #lookedFrom: Point = NOWHERE
  /** Direction of the head at that time. */
  #lookedAlong: Gaze = { yaw: Number.NaN, pitch: 0 }
  #stepsOfFan = 0
  /** New openings that the agent has not looked through yet. */
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
    this.distant = sight && new DistantLand(loaded, traits, sight)
  }

  chunkLoaded(chunkX: number, chunkZ: number): void {
    this.#exposed.loaded(chunkX, chunkZ)
    this.#stale.chunkLoaded(chunkX, chunkZ)
    this.distant?.refresh()
    const near = (chunk: number, at: number) => Math.abs(chunk * 16 + 8 - at) < SIGHT_DISTANCE + 8
    if (!near(chunkX, this.#eye.x) || !near(chunkZ, this.#eye.z)) return
    this.#lookedFrom = NOWHERE
    this.#rare.refresh()
    this.surface.refresh()
  }

  /** Call this before the memory notes the change. */
  blockChanged(x: number, y: number, z: number): void {
    this.#exposed.changed(x, y, z)
    this.#stale.blockChanged(x, y, z)
  }

  /** Looks for one tick. */
  look(eye: Point, feet: Point, gaze: Gaze): void {
    this.lines.from(eye.x, eye.y, eye.z)
    const turned = this.#hasTurned(gaze)
    const moved = this.#hasMoved(eye)
    if (moved) {
      this.#lookedFrom = eye
      this.#rare.gather(eye)
    } else if (turned) this.#rare.lookAgain()
    if (turned) {
      this.surface.lookAgain()
      this.distant?.lookAgain()
    }
    if (moved || turned) this.#stepsOfFan = FAN_STEPS_PER_PLACE
    const { noticed, openings } = this.#stale.look(eye)
    this.#openings.push(...openings)
    if (this.#openings.length > 0) this.#lookThroughOpenings(eye)
    if (noticed || moved || turned) {
      this.#stale.lookAgain(eye)
      this.#feel(Math.floor(feet.x), Math.floor(feet.y + 0.5), Math.floor(feet.z))
    }
    this.#rare.look(STEPS_PER_TICK.rare)
    if (this.#stepsOfFan > 0) {
      this.#stepsOfFan -= STEPS_PER_TICK.fan
      this.#fan.look(this.lines, STEPS_PER_TICK.fan)
    }
    if (this.#sight?.reachesSky(eye)) {
      const yaw = this.#sight.limits.view ? gaze.yaw : null
      this.surface.look(eye, yaw, STEPS_PER_TICK.surface)
      this.distant?.look(eye, STEPS_PER_TICK.distant)
    }
  }

  /** Sets the direction of the head for a single look between two ticks. */
  point({ yaw, pitch }: Gaze): void {
    this.#sight?.view.point(yaw, pitch)
  }

  #feel(x: number, y: number, z: number): void {
    if (!this.#sight) {
      this.#nearAir.feel(x, y, z)
      return
    }
    // A player feels the blocks that it is in.
    for (const dy of [0, 1]) {
      const code = this.#loaded.code(x, y + dy, z)
      if (code !== 0) this.#memory.noteAt(x, y + dy, z, code)
    }
  }

  #lookThroughOpenings(eye: Point): void {
    for (const { x, y, z } of this.#openings.splice(0, OPENINGS_PER_TICK))
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
