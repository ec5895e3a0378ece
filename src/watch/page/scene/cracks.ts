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

/** The cracks lie so much outside of their block that they are seen (blocks). */
const SIZE = 1.004

/** Cracks in the block that is dug. */
export class Cracks {
  readonly #stages: readonly Texture[]
  readonly #material = new MeshBasicMaterial({ transparent: true, depthWrite: false })
  readonly #block = new Mesh(new BoxGeometry(SIZE, SIZE, SIZE), this.#material)

  /** @param pictures data URLs of the cracks, the least first. */
  constructor(scene: Scene, pictures: readonly string[]) {
    this.#stages = pictures.map((url) => {
      const texture = new TextureLoader().load(url)
      texture.magFilter = NearestFilter
      return texture
    })
    this.#block.visible = false
    scene.add(this.#block)
  }

  /** Shows how far the block is dug at a tick. */
  show(mark: (MarkMessage & { readonly t: number }) | null, tick: number): void {
    const stage = mark?.block ? crackStage(mark, tick, this.#stages.length) : null
    this.#block.visible = stage !== null
    if (stage === null || !mark?.block) return
    const { x, y, z } = mark.block
    this.#block.position.set(x + 0.5, y + 0.5, z + 0.5)
    const texture = this.#stages[stage] ?? null
    // A material without a picture is another one, for which the shader is made anew.
    if (!this.#material.map) this.#material.needsUpdate = true
    this.#material.map = texture
  }
}

/** Which of the stages of cracking a block has reached at a tick; null where it is not dug. */
export function crackStage(
  mark: MarkMessage & { readonly t: number },
  tick: number,
  stages: number,
): number | null {
  if (mark.dig === undefined) return null
  const part = (tick - mark.t) / Math.max(1, mark.dig)
  return Math.min(stages - 1, Math.max(0, Math.floor(part * stages)))
}
