import {
  BufferAttribute,
  BufferGeometry,
  Mesh,
  MeshBasicMaterial,
  NearestFilter,
  Plane,
  type Scene,
  Sphere,
  type Texture,
  Vector3,
} from 'three'
import type { RecordingPosition } from '../../recording-format.ts'
import type { BlockTable } from '../mesher/block-table.ts'
import type {
  BlockEdit,
  Cut,
  FromMesher,
  Geometry,
  SectionMesh,
  ToMesher,
} from '../mesher/messages.ts'
import { isFilledIn, type Surroundings } from '../mesher/surroundings.ts'
import { chunkKey, type ViewChunk, type ViewState } from '../state/view-state.ts'
import { facingGroups } from './facing-groups.ts'
import { isCutAway } from './slice.ts'
import type { TerrainShader } from './terrain-shader.ts'

/** Chunks that are sent to the mesher per frame; each takes it some milliseconds. */
const CHUNKS_PER_FRAME = 12

/** Bounding sphere of a section; some models extend beyond their block. */
const SECTION_SPHERE = new Sphere(new Vector3(), 16)

/** Offsets at which the ground is compared with the agent's height (blocks). */
const GROUND_SAMPLES = [
  [0, 0],
  [2, 0],
  [-2, 0],
  [0, 2],
  [0, -2],
] as const

/** Number of samples above the agent that make it underground. */
const MIN_SAMPLES = 4

/** Keeps faces exactly at the cut, despite rounding (blocks). */
const CUT_MARGIN = 0.01

/** Distance of a plane that hides nothing (blocks). */
const UNCUT = 1e8

/** Opacity of the terrain around the ores that an x-ray shows. */
const GLASS = 0.17

/** About how many sections of a chunk are drawn. */
const SECTIONS_PER_CHUNK = 12

/** A chunk as it was sent to the mesher. */
interface SentChunk {
  readonly chunk: string
  view: ViewChunk
  revision: number
  readonly states: Map<string, number>
}

/** Keeps the mesher's chunks in sync with the view, and its meshes in the scene. */
export class Terrain {
  /** Distance up to which chunks are drawn (blocks). */
  reach = Number.POSITIVE_INFINITY
  readonly #scene: Scene
  readonly #worker: Worker
  readonly #material: MeshBasicMaterial
  readonly #sent = new Map<string, SentChunk>()
  readonly #sections = new Map<string, Mesh>()
  readonly #surfaces = new Map<string, Int16Array>()
  readonly #onChange: () => void
  /** Hides terrain on one side. It moves when the mesher has made the cut face, which takes a moment. */
  readonly #cutPlane = new Plane(new Vector3(0, 0, -1), UNCUT)
  #cutFace: Mesh | null = null
  /** The wanted cut, and the one that is drawn. */
  #cut: Cut | null = null
  #shown: Cut | null = null
  #around: Surroundings | null = null
  /** Position of the camera (whole blocks). */
  #eye: RecordingPosition = { x: 0, y: 0, z: 0 }
  /** Distance up to which the faces inside leaves are drawn (blocks). */
  #leafReach = Number.POSITIVE_INFINITY
  /** The ores of an x-ray, drawn in full light. */
  readonly #oreMaterial: MeshBasicMaterial
  #ores: Mesh | null = null
  #hasXray = false
  #focus = ''
  #life = 0
  #isReady = false
  /** Sections that the mesher has not drawn, and chunks that it has not received. */
  #waiting = 0
  /** Messages to the mesher, and those that it has taken into account. */
  #posted = 0
  #answered = 0
  /** Sections that it has drawn since the start of the view. */
  #drawn = 0
  #missing = 0

  constructor(
    scene: Scene,
    worker: Worker,
    atlas: Texture,
    shader: TerrainShader,
    onChange: () => void,
  ) {
    this.#scene = scene
    this.#worker = worker
    this.#onChange = onChange
    atlas.magFilter = NearestFilter
    atlas.minFilter = NearestFilter
    atlas.flipY = false
    this.#material = new MeshBasicMaterial({
      map: atlas,
      vertexColors: true,
      transparent: true,
      alphaTest: 0.1,
      clippingPlanes: [this.#cutPlane],
    })
    shader.apply(this.#material)
    this.#oreMaterial = new MeshBasicMaterial({ map: atlas })
    worker.onmessage = ({ data }: MessageEvent<FromMesher>) => this.#receive(data)
  }

  /** The share of the view that has been drawn, from 0 to 1. */
  get progress(): number {
    const left = this.#waiting + this.#missing * SECTIONS_PER_CHUNK
    return this.#drawn / Math.max(1, this.#drawn + left)
  }

  /** Whether the whole view is in the scene. */
  get isComplete(): boolean {
    const isCurrent = this.#answered === this.#posted
    return isCurrent && this.#sections.size > 0 && this.#waiting === 0 && this.#missing === 0
  }

  /** Starts a world with a height range (blocks). */
  start(blocks: BlockTable, minY: number, height: number): void {
    this.#post({ type: 'world', blocks, minY, height })
    this.#isReady = true
  }

  /** Sends changes of the view to the mesher, nearest chunks first. */
  update(view: ViewState, centre: RecordingPosition): void {
    if (!this.#isReady) return
    if (view.life !== this.#life) this.#clear(view.life)
    for (const key of this.#sent.keys()) if (!view.chunks.has(key)) this.#remove(key)
    const missing: [string, ViewChunk][] = []
    for (const [key, chunk] of view.chunks) {
      if (Math.hypot(chunk.x + 8 - centre.x, chunk.z + 8 - centre.z) > this.reach) continue
      const sent = this.#sent.get(key)
      if (!sent || !this.#refresh(sent, chunk)) missing.push([key, chunk])
    }
    this.#missing = missing.length
    if (missing.length) this.#send(missing, centre)
    const [x, y, z] = [centre.x, centre.y, centre.z].map(Math.round) as [number, number, number]
    if (this.#focus !== `${x} ${y} ${z}`) this.#post({ type: 'focus', x, y, z })
    this.#focus = `${x} ${y} ${z}`
  }

  /** Hides everything on one side of a cut, and shows its face. */
  cut(cut: Cut | null): void {
    if (isSameCut(cut, this.#cut)) return
    this.#cut = cut
    this.#post({ type: 'cut', cut })
    if (!cut) this.#shift(null)
  }

  /** Leaves out the faces that look away from the camera, and those inside leaves that are farther away (blocks). */
  face({ x, y, z }: RecordingPosition, leafReach: number): void {
    const eye = { x: Math.round(x), y: Math.round(y), z: Math.round(z) }
    if (isSamePlace(eye, this.#eye) && leafReach === this.#leafReach) return
    this.#eye = eye
    this.#leafReach = leafReach
    for (const mesh of this.#sections.values()) this.#face(mesh)
  }

  /** Draws ores through the rock, and the rock like glass. */
  lookThrough(isOn: boolean): void {
    if (isOn === this.#hasXray) return
    this.#hasXray = isOn
    this.#post({ type: 'xray', isOn })
    this.#material.opacity = isOn ? GLASS : 1
    this.#material.depthWrite = !isOn
    if (this.#ores) this.#ores.visible = isOn
  }

  /** Whether a position is below the ground around it. */
  isUnderground({ x, y, z }: RecordingPosition): boolean {
    const below = GROUND_SAMPLES.filter(([dx, dz]) => (this.groundAt(x + dx, z + dz) ?? y) > y + 2)
    return below.length >= MIN_SAMPLES
  }

  /** Whether a block is known to hide what is behind it. */
  hides(x: number, y: number, z: number): boolean {
    if (this.#cut && isCutAway(this.#cut, { x, z })) return false
    return this.#around !== null && isFilledIn(this.#around, x, y, z)
  }

  /** Height (y) of the ground's top at a position; null if it is not known. */
  groundAt(x: number, z: number): number | null {
    const [bx, bz] = [Math.floor(x), Math.floor(z)]
    const heights = this.#surfaces.get(chunkKey(bx & ~15, bz & ~15))
    const height = heights?.[(bz & 15) * 16 + (bx & 15)]
    return height === undefined ? null : height + 1
  }

  #send(missing: [string, ViewChunk][], centre: RecordingPosition): void {
    const distance = ({ x, z }: ViewChunk) => Math.hypot(x + 8 - centre.x, z + 8 - centre.z)
    missing.sort(([, a], [, b]) => distance(a) - distance(b))
    for (const [key, view] of missing.slice(0, CHUNKS_PER_FRAME)) {
      const { x, z, chunk, revision } = view
      const edits = [...view.edits.values()]
      this.#post({ type: 'chunk', x, z, chunk, edits })
      const states = new Map([...view.edits].map(([cell, edit]) => [cell, edit[3]]))
      this.#sent.set(key, { chunk, view, revision, states })
    }
  }

  /** Sends a chunk's changes. @returns False if the whole chunk must be sent again. */
  #refresh(sent: SentChunk, view: ViewChunk): boolean {
    if (sent.chunk !== view.chunk) return false
    if (sent.view === view && sent.revision === view.revision) return true
    if (sent.view !== view && [...sent.states.keys()].some((cell) => !view.edits.has(cell)))
      return false
    const edits: BlockEdit[] = []
    for (const [cell, edit] of view.edits) {
      if (sent.states.get(cell) === edit[3]) continue
      sent.states.set(cell, edit[3])
      edits.push(edit)
    }
    sent.view = view
    sent.revision = view.revision
    if (edits.length) this.#post({ type: 'edits', edits })
    return true
  }

  #remove(key: string): void {
    const view = this.#sent.get(key)?.view
    this.#sent.delete(key)
    this.#surfaces.delete(key)
    if (!view) return
    this.#post({ type: 'chunk-gone', x: view.x, z: view.z })
    for (const [section, mesh] of this.#sections) {
      if (mesh.userData.chunk === key) this.#drop(section, mesh)
    }
  }

  #clear(life: number): void {
    this.#life = life
    this.#drawn = 0
    for (const key of [...this.#sent.keys()]) this.#remove(key)
  }

  #receive(message: FromMesher): void {
    if (message.type === 'waiting') {
      this.#waiting = message.sections
      this.#answered = message.received
    } else if (message.type === 'section') this.#place(message)
    else if (message.type === 'cut-face') this.#cover(message)
    else if (message.type === 'ores') this.#showOres(message)
    else if (message.type === 'surroundings') this.#around = message.around
    else this.#surfaces.set(chunkKey(message.x, message.z), message.heights)
    this.#onChange()
  }

  #place({ x, y, z, geometry, counts }: SectionMesh): void {
    this.#drawn++
    const key = `${x},${y},${z}`
    const chunk = chunkKey(x, z)
    const old = this.#sections.get(key)
    if (old) this.#drop(key, old)
    if (!geometry || !this.#sent.has(chunk)) return
    const shape = shapeOf(geometry)
    shape.boundingSphere = SECTION_SPHERE
    // A list of materials lets three draw the groups of a shape.
    const mesh = new Mesh(shape, [this.#material])
    mesh.position.set(x + 8, y + 8, z + 8)
    mesh.matrixAutoUpdate = false
    mesh.updateMatrix()
    mesh.userData.chunk = chunk
    mesh.userData.counts = counts
    this.#face(mesh)
    mesh.visible = this.#isVisible(mesh)
    this.#sections.set(key, mesh)
    this.#scene.add(mesh)
  }

  #face({ geometry, position, userData }: Mesh): void {
    const corner = { x: position.x - 8, y: position.y - 8, z: position.z - 8 }
    const { x, y, z } = this.#eye
    const away = Math.hypot(position.x - x, position.y - y, position.z - z)
    geometry.groups = facingGroups(userData.counts, corner, this.#eye, away < this.#leafReach)
  }

  /** Shows the face of the cut, and moves the cut to it. */
  #cover({ cut, x, y, z, geometry }: Extract<FromMesher, { type: 'cut-face' }>): void {
    if (!isSameCut(cut, this.#cut)) return
    this.#shift(cut)
    this.#cutFace = new Mesh(shapeOf(geometry), this.#material)
    this.#cutFace.position.set(x, y, z)
    this.#cutFace.frustumCulled = false
    this.#scene.add(this.#cutFace)
  }

  #showOres({ x, y, z, geometry }: Extract<FromMesher, { type: 'ores' }>): void {
    if (this.#ores) this.#scene.remove(this.#ores)
    this.#ores?.geometry.dispose()
    this.#ores = new Mesh(shapeOf(geometry), this.#oreMaterial)
    this.#ores.position.set(x, y, z)
    this.#ores.frustumCulled = false
    this.#ores.visible = this.#hasXray
    this.#scene.add(this.#ores)
  }

  /** Whether a part of a section's mesh is on the visible side of the cut. */
  #isVisible({ position: { x, z } }: Mesh): boolean {
    const cut = this.#shown
    return !cut || !isCutAway(cut, { x: x - cut.side * 8, z: z - cut.side * 8 })
  }

  /** Moves the cut, and removes the old face. */
  #shift(cut: Cut | null): void {
    this.#shown = cut
    const { axis, layer, side } = cut ?? { axis: 'z', layer: UNCUT, side: 1 }
    this.#cutPlane.normal.set(axis === 'x' ? -side : 0, 0, axis === 'z' ? -side : 0)
    this.#cutPlane.constant = (side > 0 ? layer + 1 : -layer) + CUT_MARGIN
    for (const mesh of this.#sections.values()) mesh.visible = this.#isVisible(mesh)
    if (this.#cutFace) this.#scene.remove(this.#cutFace)
    this.#cutFace?.geometry.dispose()
    this.#cutFace = null
  }

  #drop(key: string, mesh: Mesh): void {
    this.#scene.remove(mesh)
    mesh.geometry.dispose()
    this.#sections.delete(key)
  }

  #post(message: ToMesher): void {
    this.#posted++
    this.#worker.postMessage(message)
  }
}

function isSameCut(a: Cut | null, b: Cut | null): boolean {
  return a?.axis === b?.axis && a?.layer === b?.layer && a?.side === b?.side
}

function isSamePlace(a: RecordingPosition, b: RecordingPosition): boolean {
  return a.x === b.x && a.y === b.y && a.z === b.z
}

function shapeOf({ positions, normals, colors, uvs, indices }: Geometry): BufferGeometry {
  const shape = new BufferGeometry()
  shape.setAttribute('position', new BufferAttribute(positions, 3))
  shape.setAttribute('normal', new BufferAttribute(normals, 3))
  shape.setAttribute('color', new BufferAttribute(colors, 3))
  shape.setAttribute('uv', new BufferAttribute(uvs, 2))
  shape.setIndex(new BufferAttribute(indices, 1))
  return shape
}
