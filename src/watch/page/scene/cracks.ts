import {
  BoxGeometry,
  Mesh,
  MeshBasicMaterial,
  NearestFilter,
  type Scene,
  type Texture,
  TextureLoader,
} from 'three'
import type { MarkMessage } from '../../recording-format.ts'

/** Size of the cube of cracks (blocks), slightly larger than its block. */
const SIZE = 1.004

/** The cracks in the block that is being dug. */
export class Cracks {
  readonly #stages: readonly Texture[]
  readonly #material = new MeshBasicMaterial({ transparent: true, depthWrite: false })
  readonly #block = new Mesh(new BoxGeometry(SIZE, SIZE, SIZE), this.#material)

  /** @param pictures Data URLs of the cracks, from first to last stage. */
  constructor(scene: Scene, pictures: readonly string[]) {
    this.#stages = pictures.map((url) => {
      const texture = new TextureLoader().load(url)
      texture.magFilter = NearestFilter
      return texture
    })
    this.#block.visible = false
    scene.add(this.#block)
  }

  /** Shows the progress of a dig at a tick. */
  show(mark: (MarkMessage & { readonly t: number }) | null, tick: number): void {
    const stage = mark?.block ? crackStage(mark, tick, this.#stages.length) : null
    this.#block.visible = stage !== null
    if (stage === null || !mark?.block) return
    const { x, y, z } = mark.block
    this.#block.position.set(x + 0.5, y + 0.5, z + 0.5)
    const texture = this.#stages[stage] ?? null
    // A material needs another shader once it has a texture.
    if (!this.#material.map) this.#material.needsUpdate = true
    this.#material.map = texture
  }
}

/** The stage of the cracks at a tick; null if the block is not being dug. */
export function crackStage(
  mark: MarkMessage & { readonly t: number },
  tick: number,
  stages: number,
): number | null {
  if (mark.dig === undefined) return null
  const part = (tick - mark.t) / Math.max(1, mark.dig)
  return Math.min(stages - 1, Math.max(0, Math.floor(part * stages)))
}
