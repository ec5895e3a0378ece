import { getSectionGeometry } from 'prismarine-viewer/viewer/lib/models.js'
import type { BlockTable } from './block-table.ts'
import { lidGeometry } from './lid.ts'
import type { BlockEdit, FromMesher, SectionMesh, ToMesher } from './messages.ts'
import { SectionStore } from './section-store.ts'
import { surroundingsOf } from './surroundings.ts'
import { ViewWorld } from './view-world.ts'

const SIDES = [
  [16, 0, 0],
  [-16, 0, 0],
  [0, 16, 0],
  [0, -16, 0],
  [0, 0, 16],
  [0, 0, -16],
] as const

type Place = [x: number, y: number, z: number]

/** How much further a section above or below counts than one beside, when the nearest is sought. */
const HEIGHT_WEIGHT = 2

/** What lies deeper below the agent than this (blocks) waits until it comes down. */
const DEPTH = 40

/** Steps (blocks) in which the lid and the surroundings follow the agent. */
const STEP = 4

/**
 * Turns chunks into surfaces, the ones nearest to the agent first. Within it y counts from the
 * world's floor: prismarine-viewer's mesher leaves out faces below y 0.
 */
export class Mesher {
  readonly #minY: number
  readonly #height: number
  readonly #store: SectionStore
  readonly #world: ViewWorld
  readonly #dirty = new Map<string, readonly [number, number, number]>()
  #focus: readonly [number, number, number] = [0, 0, 0]
  #cut: number | null = null
  /** Which lid and which surroundings were told last; empty where blocks have changed since. */
  #toldLid = ''
  #toldAround = ''

  constructor(blocks: BlockTable, minY: number, height: number) {
    this.#minY = minY
    this.#height = height
    this.#store = new SectionStore(blocks.majorVersion, minY, height)
    this.#world = new ViewWorld(blocks, this.#store)
  }

  /** Sections that are still to be drawn where the agent is now. */
  get waiting(): number {
    return [...this.#dirty.values()].filter((section) => this.#isInReach(section)).length
  }

  focus(x: number, y: number, z: number): void {
    this.#focus = [x, y - this.#minY, z]
  }

  /** Cuts away what is above a height (y); null for nothing. */
  cut(y: number | null): void {
    this.#cut = y === null ? null : y - this.#minY
  }

  /** What has changed around the agent since the last time. */
  news(): FromMesher[] {
    const [x, y, z] = this.#focus.map((value) => Math.round(value / STEP) * STEP) as Place
    const told: FromMesher[] = []
    const lid = `${x} ${this.#cut} ${z}`
    if (this.#cut !== null && lid !== this.#toldLid) {
      const geometry = lidGeometry(this.#world, this.#store, [x, this.#cut, z])
      told.push({ type: 'lid', x, y: this.#cut + this.#minY, z, geometry })
    }
    this.#toldLid = lid
    const place = `${x} ${y} ${z}`
    if (place !== this.#toldAround) {
      const around = surroundingsOf([x, y, z], (...at) => this.#isFilled(...at))
      told.push({ type: 'surroundings', around: { ...around, y: around.y + this.#minY } })
    }
    this.#toldAround = place
    return told
  }

  /** Takes a chunk in and answers with its surface. */
  addChunk(message: Extract<ToMesher, { type: 'chunk' }>): FromMesher {
    const { x, z, chunk, edits } = message
    this.#store.add(x, z, chunk)
    this.#forget()
    for (const edit of edits) this.#set(edit)
    for (let y = 0; y < this.#height; y += 16) {
      this.#dirty.set(`${x},${y},${z}`, [x, y, z])
      for (const [dx, , dz] of SIDES) this.#markDirty(x + dx, y, z + dz)
    }
    return this.surface(x, z)
  }

  removeChunk(x: number, z: number): void {
    this.#store.remove(x, z)
    this.#forget()
    for (let y = 0; y < this.#height; y += 16) this.#dirty.delete(`${x},${y},${z}`)
  }

  /** Changes blocks, and answers with the surfaces of the chunks they are in. */
  edit(edits: readonly BlockEdit[]): FromMesher[] {
    const chunks = new Map<string, readonly [number, number]>()
    this.#forget()
    for (const edit of edits) {
      const [x, y, z] = edit
      this.#set(edit)
      const [bx, by, bz] = [x & ~15, (y - this.#minY) & ~15, z & ~15]
      this.#markDirty(bx, by, bz)
      for (const [dx, dy, dz] of SIDES) {
        const touched = this.#isAtEdge(x, dx) || this.#isAtEdge(y, dy) || this.#isAtEdge(z, dz)
        if (touched) this.#markDirty(bx + dx, by + dy, bz + dz)
      }
      chunks.set(`${bx},${bz}`, [bx, bz])
    }
    return [...chunks.values()]
      .filter(([x, z]) => this.#store.has(x, z))
      .map(([x, z]) => this.surface(x, z))
  }

  /** Draws the waiting section that is nearest to the agent; null when there is none. */
  next(): SectionMesh | null {
    let nearest: readonly [number, number, number] | null = null
    let least = Number.POSITIVE_INFINITY
    for (const section of this.#dirty.values()) {
      const distance = this.#distance(section)
      if (distance >= least || !this.#isInReach(section)) continue
      nearest = section
      least = distance
    }
    if (!nearest) return null
    this.#dirty.delete(nearest.join())
    return this.#draw(...nearest)
  }

  /** The ground of a chunk. */
  surface(x: number, z: number): Extract<FromMesher, { type: 'surface' }> {
    const heights = this.#store.surface(x, z, (state) => this.#world.isGround(state))
    return { type: 'surface', x, z, heights: heights.map((y) => y + this.#minY) }
  }

  #set([x, y, z, state]: BlockEdit): void {
    this.#store.setState(x, y - this.#minY, z, state)
  }

  #forget(): void {
    this.#toldLid = ''
    this.#toldAround = ''
  }

  #isFilled(x: number, y: number, z: number): boolean {
    const state = this.#store.state(x, y, z)
    return state !== null && this.#world.fills(state)
  }

  #isAtEdge(coordinate: number, towards: number): boolean {
    return (towards > 0 && (coordinate & 15) === 15) || (towards < 0 && (coordinate & 15) === 0)
  }

  #markDirty(x: number, y: number, z: number): void {
    if (y < 0 || y >= this.#height || !this.#store.has(x, z)) return
    this.#dirty.set(`${x},${y},${z}`, [x, y, z])
  }

  #distance([x, y, z]: readonly [number, number, number]): number {
    const [fx, fy, fz] = this.#focus
    return Math.hypot(x + 8 - fx, (y + 8 - fy) * HEIGHT_WEIGHT, z + 8 - fz)
  }

  #isInReach([, y]: readonly [number, number, number]): boolean {
    return y + 16 + DEPTH >= this.#focus[1]
  }

  #draw(x: number, y: number, z: number): SectionMesh {
    const corner = { x, y: y + this.#minY, z }
    if (this.#isPlain(x, y, z)) return { ...corner, geometry: null }
    const { positions, normals, colors, uvs, indices } = getSectionGeometry(
      x,
      y,
      z,
      this.#world,
      null,
    )
    if (positions.length === 0) return { ...corner, geometry: null }
    return {
      ...corner,
      geometry: { positions, normals, colors, uvs, indices: new Uint32Array(indices) },
    }
  }

  /** Whether a section is all air, or all rock within rock. */
  #isPlain(x: number, y: number, z: number): boolean {
    const only = this.#store.uniform(x, y, z)
    if (only === null) return false
    if (this.#world.isEmpty(only)) return true
    return (
      this.#world.hides(only) &&
      SIDES.every(([dx, dy, dz]) => {
        const beside = this.#store.uniform(x + dx, y + dy, z + dz)
        return beside !== null && this.#world.hides(beside)
      })
    )
  }
}
