import type { ClientWorld, Column } from '#body/client-world'
import type { Unsubscribe } from '#body/listen'
import { chunkKey } from '#geometry/chunk-map'
import type { Say } from './recording-writer.ts'

/** How many chunks around the agent's own are shown. */
const RADIUS = 4
/** How many more are kept, so that walking to and fro over a border costs nothing. */
const KEPT = 2

/** Records the chunks around the agent, each once, and then what changes in them. */
export class ChunkRecorder {
  readonly #world: ClientWorld
  readonly #say: Say
  readonly #unsubscribe: readonly Unsubscribe[]
  /** Corners (chunk coordinates) of what is shown, by key. */
  readonly #shown = new Map<number, readonly [chunkX: number, chunkZ: number]>()
  /** The agent's chunk when the surroundings were looked through. */
  #around: number | null = null

  constructor(world: ClientWorld, say: Say) {
    this.#world = world
    this.#say = say
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
      if (distance(corner, [chunkX, chunkZ]) > RADIUS + KEPT) this.#forget(key)
    for (const [dx, dz] of SURROUNDINGS) this.#show(chunkX + dx, chunkZ + dz)
  }

  #show(chunkX: number, chunkZ: number): void {
    const key = chunkKey(chunkX, chunkZ)
    if (this.#shown.has(key)) return
    const column = this.#world.column(chunkX, chunkZ)
    if (!column) return
    this.#shown.set(key, [chunkX, chunkZ])
    this.#say({ name: 'chunk', x: chunkX * 16, z: chunkZ * 16, chunk: withoutLight(column) })
  }

  #forget(key: number): void {
    const corner = this.#shown.get(key)
    if (!corner) return
    this.#shown.delete(key)
    this.#say({ name: 'chunk-gone', x: corner[0] * 16, z: corner[1] * 16 })
  }

  /** What comes a second time is shown again. */
  readonly #onLoad = (chunkX: number, chunkZ: number) => {
    this.#shown.delete(chunkKey(chunkX, chunkZ))
    this.#around = null
  }

  readonly #onBlock = (x: number, y: number, z: number, state: number) => {
    if (this.#shown.has(chunkKey(x >> 4, z >> 4))) this.#say({ name: 'block', x, y, z, state })
  }
}

/** Chunks around one, the nearest first. */
const SURROUNDINGS: readonly (readonly [dx: number, dz: number])[] = Array.from(
  { length: (2 * RADIUS + 1) ** 2 },
  (_, index) => {
    const side = 2 * RADIUS + 1
    return [(index % side) - RADIUS, Math.floor(index / side) - RADIUS] as const
  },
).sort((a, b) => Math.hypot(...a) - Math.hypot(...b))

function distance(a: readonly [number, number], b: readonly [number, number]): number {
  return Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]))
}

/** A column for the page, which draws no light and no block entities: half as long. */
function withoutLight(column: Column): string {
  const dark: Record<string, unknown> = { blockEntities: {} }
  for (const name of ['skyLightSections', 'blockLightSections'] as const)
    if (column[name]) dark[name] = column[name].map(() => null)
  return (Object.assign(Object.create(column), dark) as Column).toJson()
}
