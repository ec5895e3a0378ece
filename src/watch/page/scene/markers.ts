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
import type { MarkMessage, PathMessage } from '../../tape-format.ts'

const PATH_COLOUR = 0x35c4ff
const MARK_COLOUR = 0xffb020

/** Cells of a path that are shown. */
const MAX_CELLS = 256

/** A mark stands out from what it marks by so much (blocks). */
const MARGIN = 0.02

/** The way that the agent walks, and what it works at; both are seen through the ground. */
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
    new SphereGeometry(0.09, 8, 6),
    new MeshBasicMaterial({
      color: PATH_COLOUR,
      transparent: true,
      opacity: 0.9,
      depthTest: false,
    }),
    MAX_CELLS,
  )
  readonly #mark = frame()
  #path: PathMessage['cells'] | null = null

  constructor(scene: Scene) {
    for (const object of [this.#line, this.#dots, this.#mark]) {
      object.frustumCulled = false
      object.renderOrder = 10
      scene.add(object)
    }
    this.#mark.visible = false
    this.#dots.count = 0
  }

  /** Shows a path; the cells are those that the agent's feet go through. */
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

  /** Marks a block, or else an entity by the object that stands for it. */
  showMark(mark: MarkMessage | null, entity: Object3D | null, seconds: number): void {
    const place = this.#mark.position
    if (mark?.block) {
      place.set(mark.block.x + 0.5, mark.block.y + 0.5, mark.block.z + 0.5)
    } else if (entity) {
      place.copy(entity.position)
      place.y += 0.5
    }
    this.#mark.visible = Boolean(mark?.block ?? entity)
    const beat = 1 + MARGIN + 0.03 * (1 + Math.sin(seconds * 6))
    this.#mark.scale.setScalar(beat)
  }
}

/** A cube's edges, and faint sides. */
function frame(): Group {
  const cube = new BoxGeometry(1, 1, 1)
  const look = { color: MARK_COLOUR, transparent: true, depthTest: false }
  const edges = new LineSegments(new EdgesGeometry(cube), new LineBasicMaterial(look))
  const sides = new Mesh(cube, new MeshBasicMaterial({ ...look, opacity: 0.22, depthWrite: false }))
  for (const part of [edges, sides]) part.renderOrder = 10
  return new Group().add(sides, edges)
}
