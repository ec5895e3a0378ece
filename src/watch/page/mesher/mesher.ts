import { getSectionGeometry } from 'prismarine-viewer/viewer/lib/models.js'
import type { BlockTable } from './block-table.ts'
import { cutFaceGeometry } from './cut-face.ts'
import { byFacing } from './facing.ts'
import { facesInLeaves } from './leaves.ts'
import type { BlockEdit, Cut, FromMesher, SectionMesh, ToMesher } from './messages.ts'
import { oreGeometry } from './ore-geometry.ts'
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

/** Weight of vertical relative to horizontal distance, when choosing the nearest section. */
const HEIGHT_WEIGHT = 2

/** Sections farther below the agent than this (blocks) are drawn only when it descends, or when a cut shows them. */
const MAX_DEPTH = 16
const MAX_CUT_DEPTH = 40

/** The middles of the cut face and of the surroundings follow the agent in steps of this size (blocks). */
const STEP = 4

/**
 * Turns chunks into meshes, nearest to the agent first. Internally, y counts from the world's floor, because
 * prismarine-viewer's mesher skips faces below y 0.
 */
export class Mesher {
  readonly #minY: number
  readonly #height: number
  readonly #store: SectionStore
  readonly #world: ViewWorld
  readonly #dirty = new Map<string, readonly [number, number, number]>()
  #focus: readonly [number, number, number] = [0, 0, 0]
  #cut: Cut | null = null
  #hasXray = false
  /** Keys of the last sent cut face, ores and surroundings; empty when blocks have changed since. */
  #sentCutFace = ''
  #sentOres = ''
  #sentSurroundings = ''

  constructor(blocks: BlockTable, minY: number, height: number) {
    this.#minY = minY
    this.#height = height
    this.#store = new SectionStore(blocks.majorVersion, minY, height)
    this.#world = new ViewWorld(blocks, this.#store)
  }

  /** Number of sections to draw near the agent. */
  get waiting(): number {
    return [...this.#dirty.values()].filter((section) => this.#isInReach(section)).length
  }

  focus(x: number, y: number, z: number): void {
    this.#focus = [x, y - this.#minY, z]
  }

  /** Cuts the world open; null closes it. */
  cut(cut: Cut | null): void {
    this.#cut = cut
  }

  /** Whether ores are to be sent, also those within rock. */
  xray(isOn: boolean): void {
    this.#hasXray = isOn
  }

  /** The cut face, ores and surroundings, if they have changed since the last call. */
  changes(): FromMesher[] {
    const [x, y, z] = this.#focus.map((value) => Math.round(value / STEP) * STEP) as Place
    const messages: FromMesher[] = []
    const cut = this.#cut
    const cutFace = `${x} ${y} ${z} ${cut?.axis} ${cut?.layer} ${cut?.side}`
    if (cut && cutFace !== this.#sentCutFace) {
      const geometry = cutFaceGeometry(this.#world, this.#store, cut, [x, y, z])
      messages.push({ type: 'cut-face', cut, x, y: y + this.#minY, z, geometry })
    }
    this.#sentCutFace = cutFace
    const place = `${x} ${y} ${z}`
    if (this.#hasXray && place !== this.#sentOres) {
      const geometry = oreGeometry(this.#world, this.#store, [x, y, z])
      messages.push({ type: 'ores', x, y: y + this.#minY, z, geometry })
      this.#sentOres = place
    }
    if (place !== this.#sentSurroundings) {
      const around = surroundingsOf([x, y, z], (...at) => this.#isFilled(...at))
      messages.push({ type: 'surroundings', around: { ...around, y: around.y + this.#minY } })
    }
    this.#sentSurroundings = place
    return messages
  }

  /** Adds a chunk. @returns Its surface. */
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

  /** Changes blocks. @returns The surfaces of their chunks. */
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

  /** Draws the nearest waiting section; null when there is none. */
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

  /** The heights of a chunk's ground. */
  surface(x: number, z: number): Extract<FromMesher, { type: 'surface' }> {
    const heights = this.#store.surface(x, z, (state) => this.#world.isGround(state))
    return { type: 'surface', x, z, heights: heights.map((y) => y + this.#minY) }
  }

  #set([x, y, z, state]: BlockEdit): void {
    this.#store.setState(x, y - this.#minY, z, state)
  }

  #forget(): void {
    this.#sentCutFace = ''
    this.#sentOres = ''
    this.#sentSurroundings = ''
  }

  readonly #isLeaves = (x: number, y: number, z: number) => {
    const state = this.#store.state(x, y, z)
    return state !== null && this.#world.isLeaves(state)
  }

  #isFilled(x: number, y: number, z: number): boolean {
    const state = this.#store.state(x, y, z)
    return state !== null && this.#world.hides(state)
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
    return y + 16 + (this.#cut ? MAX_CUT_DEPTH : MAX_DEPTH) >= this.#focus[1]
  }

  #draw(x: number, y: number, z: number): SectionMesh {
    const corner = { x, y: y + this.#minY, z }
    const empty = { ...corner, geometry: null, counts: [] }
    if (this.#isPlain(x, y, z)) return empty
    const { positions, normals, colors, uvs, indices } = getSectionGeometry(
      x,
      y,
      z,
      this.#world,
      null,
    )
    if (positions.length === 0) return empty
    const inside = facesInLeaves(this.#isLeaves, [x, y, z], positions, normals)
    const sorted = byFacing(positions, indices, (face) => inside[face] === 1)
    const geometry = { positions, normals, colors, uvs, indices: sorted.indices }
    return { ...corner, geometry, counts: sorted.counts }
  }

  /** Whether a section is all air, or buried in rock. */
  #isPlain(x: number, y: number, z: number): boolean {
    const only = this.#store.uniform(x, y, z)
    return (only !== null && this.#world.isEmpty(only)) || this.#world.isBuried(x, y, z)
  }
}
