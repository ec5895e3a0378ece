import {
  BoxGeometry,
  BufferGeometry,
  EdgesGeometry,
  Group,
  InstancedMesh,
  Line,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  type Scene,
  SphereGeometry,
  Vector3,
} from 'three'
import type { EntityMessage, PathMessage, RecordingPosition } from '../../recording-format.ts'
import type { ViewState } from '../state/view-state.ts'

const PATH_COLOUR = 0x35c4ff
/** Colour of the way that the agent has gone. */
const TRAIL_COLOUR = 0xffe9b8

const MARK_COLOUR = 0xffb020
const HIGHLIGHT_COLOUR = 0x4fffd8

/** Greatest number of drawn cells of a path. */
const MAX_CELLS = 256

/** How much larger a mark is than its entity (blocks). */
const MARGIN = 0.2

/** The agent's path, target, and the way that it has gone; all are visible through the terrain. */
export class Markers {
  readonly #line = new Line(
    new BufferGeometry(),
    new LineBasicMaterial({
      color: PATH_COLOUR,
      transparent: true,
      opacity: 0.8,
      depthTest: false,
    }),
  )
  readonly #dots = new InstancedMesh(
    new SphereGeometry(0.07, 12, 8),
    new MeshBasicMaterial({
      color: PATH_COLOUR,
      transparent: true,
      opacity: 0.9,
      depthTest: false,
    }),
    MAX_CELLS,
  )
  readonly #trail = new LineSegments(
    new BufferGeometry(),
    new LineBasicMaterial({
      color: TRAIL_COLOUR,
      transparent: true,
      opacity: 0.4,
      depthTest: false,
      fog: false,
    }),
  )
  /** The trail that is drawn, and its number of parts. */
  #trailOf: ViewState['trail'] | null = null
  #trailParts = -1
  readonly #mark = frame(MARK_COLOUR)
  readonly #highlight = frame(HIGHLIGHT_COLOUR)
  #path: PathMessage['cells'] | null = null

  constructor(scene: Scene) {
    for (const object of [this.#trail, this.#line, this.#dots, this.#mark, this.#highlight]) {
      object.frustumCulled = false
      object.renderOrder = 10
      scene.add(object)
    }
    this.#mark.visible = false
    this.#highlight.visible = false
    this.#dots.count = 0
  }

  /** Shows a path, given by the cells of the agent's feet. */
  showPath(cells: PathMessage['cells']): void {
    if (cells === this.#path) return
    this.#path = cells
    const points = cells
      .slice(0, MAX_CELLS)
      .map(([x, y, z]) => new Vector3(x + 0.5, y + 0.2, z + 0.5))
    this.#line.geometry.dispose()
    this.#line.geometry = new BufferGeometry().setFromPoints(points)
    this.#line.visible = points.length > 1
    points.forEach((point, i) => {
      this.#dots.setMatrixAt(i, new Matrix4().setPosition(point))
    })
    this.#dots.count = points.length
    this.#dots.instanceMatrix.needsUpdate = true
  }

  /** Shows the way that the agent has gone; outside, it would lie on the ground everywhere and is hidden. */
  showTrail(parts: ViewState['trail'], isUnderground: boolean): void {
    this.#trail.visible = isUnderground
    if (!isUnderground || (parts === this.#trailOf && parts.length === this.#trailParts)) return
    this.#trailOf = parts
    this.#trailParts = parts.length
    const points = parts.flatMap((part) => part.map(({ x, y, z }) => new Vector3(x, y + 0.3, z)))
    this.#trail.geometry.dispose()
    this.#trail.geometry = new BufferGeometry().setFromPoints(points)
  }

  /** Marks a block that the user asks for; null marks none. */
  highlight(place: RecordingPosition | null): void {
    this.#highlight.visible = place !== null
    if (place) this.#highlight.position.set(place.x + 0.5, place.y + 0.5, place.z + 0.5)
  }

  /** Marks a block. */
  showBlock({ x, y, z }: RecordingPosition, seconds: number): void {
    this.#mark.position.set(x + 0.5, y + 0.5, z + 0.5)
    this.#mark.scale.setScalar(pulse(seconds))
    this.#mark.visible = true
  }

  /** Marks an entity at its object's position. */
  showEntity({ position }: Object3D, entity: EntityMessage, seconds: number): void {
    const { width, height } = entity
    const [wide, high] = [(width || 1) + MARGIN, (height || 1) + MARGIN]
    this.#mark.position.set(position.x, position.y + high / 2, position.z)
    this.#mark.scale.set(wide, high, wide).multiplyScalar(pulse(seconds))
    this.#mark.visible = true
  }

  hideMark(): void {
    this.#mark.visible = false
  }
}

/** Scale of a mark, which pulses to be noticed. */
function pulse(seconds: number): number {
  return 1.05 + 0.03 * Math.sin(seconds * 6)
}

/** A cube's edges, with translucent faces. */
function frame(colour: number): Group {
  const cube = new BoxGeometry(1, 1, 1)
  const look = { color: colour, transparent: true, depthTest: false, fog: false }
  const edges = new LineSegments(new EdgesGeometry(cube), new LineBasicMaterial(look))
  const sides = new Mesh(cube, new MeshBasicMaterial({ ...look, opacity: 0.15, depthWrite: false }))
  for (const part of [edges, sides]) part.renderOrder = 10
  return new Group().add(sides, edges)
}
