import type { ClientWorld, Column } from '#body/client-world'
import type { Unsubscribe } from '#body/listen'
import { chunkKey } from '#geometry/chunk-map'
import type { Emit } from './recording-writer.ts'

/** Chunks are recorded up to this distance from the agent's chunk (chunks). */
const RADIUS = 4
/** Chunks are kept this much farther, so that walking back and forth over a border records nothing. */
const MARGIN = 2

/** Records each chunk near the agent once, and then its block changes. */
export class ChunkRecorder {
  readonly #world: ClientWorld
  readonly #emit: Emit
  readonly #unsubscribe: readonly Unsubscribe[]
  /** Coordinates of the recorded chunks, by key. */
  readonly #shown = new Map<number, readonly [chunkX: number, chunkZ: number]>()
  /** The agent's chunk at the last update; null when chunks have loaded since. */
  #around: number | null = null

  constructor(world: ClientWorld, emit: Emit) {
    this.#world = world
    this.#emit = emit
    this.#unsubscribe = [
      world.onColumn(this.#onLoad),
      world.onColumnGone((chunkX, chunkZ) => this.#forget(chunkKey(chunkX, chunkZ))),
      world.onBlock(this.#onBlock),
    ]
  }

  off(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
  }

  update(): void {
    const { self } = this.#world
    if (!self) return
    const { x, z } = self.position
    const [chunkX, chunkZ] = [Math.floor(x) >> 4, Math.floor(z) >> 4]
    if (this.#around === chunkKey(chunkX, chunkZ)) return
    this.#around = chunkKey(chunkX, chunkZ)
    for (const [key, corner] of this.#shown)
      if (distance(corner, [chunkX, chunkZ]) > RADIUS + MARGIN) this.#forget(key)
    for (const [dx, dz] of OFFSETS) this.#show(chunkX + dx, chunkZ + dz)
  }

  #show(chunkX: number, chunkZ: number): void {
    const key = chunkKey(chunkX, chunkZ)
    if (this.#shown.has(key)) return
    const column = this.#world.column(chunkX, chunkZ)
    if (!column) return
    this.#shown.set(key, [chunkX, chunkZ])
    this.#emit({ name: 'chunk', x: chunkX * 16, z: chunkZ * 16, chunk: withoutLight(column) })
  }

  #forget(key: number): void {
    const corner = this.#shown.get(key)
    if (!corner) return
    this.#shown.delete(key)
    this.#emit({ name: 'chunk-gone', x: corner[0] * 16, z: corner[1] * 16 })
  }

  /** A chunk that the server sends again is recorded again. */
  readonly #onLoad = (chunkX: number, chunkZ: number) => {
    this.#shown.delete(chunkKey(chunkX, chunkZ))
    this.#around = null
  }

  readonly #onBlock = (x: number, y: number, z: number, state: number) => {
    if (this.#shown.has(chunkKey(x >> 4, z >> 4))) this.#emit({ name: 'block', x, y, z, state })
  }
}

/** Offsets of the chunks to record, nearest first. */
const OFFSETS: readonly (readonly [dx: number, dz: number])[] = Array.from(
  { length: (2 * RADIUS + 1) ** 2 },
  (_, index) => {
    const side = 2 * RADIUS + 1
    return [(index % side) - RADIUS, Math.floor(index / side) - RADIUS] as const
  },
).sort((a, b) => Math.hypot(...a) - Math.hypot(...b))

function distance(a: readonly [number, number], b: readonly [number, number]): number {
  return Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]))
}

/** A column without light and block entities, which the page does not draw. It is half as long. */
function withoutLight(column: Column): string {
  const dark: Record<string, unknown> = { blockEntities: {} }
  for (const name of ['skyLightSections', 'blockLightSections'] as const)
    if (column[name]) dark[name] = column[name].map(() => null)
  return (Object.assign(Object.create(column), dark) as Column).toJson()
}
