import seedrandom from 'seedrandom'

/** The twelve directions to the edges of a cube, four of them twice. */
const GRADIENTS = new Int8Array(
  [
    [1, 1, 0, -1, 1, 0, 1, -1, 0, -1, -1, 0],
    [1, 0, 1, -1, 0, 1, 1, 0, -1, -1, 0, -1],
    [0, 1, 1, 0, -1, 1, 0, 1, -1, 0, -1, -1],
    [1, 1, 0, 0, -1, 1, -1, 1, 0, 0, -1, -1],
  ].flat(),
)
const SIZE = 256

/** One octave of the game's gradient noise, from about -1 to 1. */
export class GradientNoise {
  readonly #order = new Uint8Array(SIZE)
  readonly #shiftX: number
  readonly #shiftY: number
  readonly #shiftZ: number

  constructor(name: string) {
    const random = seedrandom(name)
    this.#shiftX = random() * SIZE
    this.#shiftY = random() * SIZE
    this.#shiftZ = random() * SIZE
    const order = this.#order
    for (let i = 0; i < SIZE; i++) order[i] = i
    for (let i = 0; i < SIZE; i++) {
      const other = i + Math.floor(random() * (SIZE - i))
      const value = order[i] ?? 0
      order[i] = order[other] ?? 0
      order[other] = value
    }
  }

  /** @param terrace height of the steps in which gradients count, which gives flat layers. */
  at(x: number, y: number, z: number, terrace: number): number {
    const fromX = x + this.#shiftX
    const fromY = y + this.#shiftY
    const fromZ = z + this.#shiftZ
    const cellX = Math.floor(fromX)
    const cellY = Math.floor(fromY)
    const cellZ = Math.floor(fromZ)
    const dx = fromX - cellX
    const dy = fromY - cellY
    const dz = fromZ - cellZ
    const step = Math.floor(dy / terrace + 1e-7) * terrace
    const up = dy - step
    const a = this.#mix(cellX, cellY, cellZ, dx, up, dz)
    const b = this.#mix(cellX, cellY + 1, cellZ, dx, up - 1, dz)
    const c = this.#mix(cellX, cellY, cellZ + 1, dx, up, dz - 1)
    const d = this.#mix(cellX, cellY + 1, cellZ + 1, dx, up - 1, dz - 1)
    const shareY = fade(dy)
    const near = a + (b - a) * shareY
    return near + (c + (d - c) * shareY - near) * fade(dz)
  }

  /** The two corners of a cell along x. */
  #mix(x: number, y: number, z: number, dx: number, dy: number, dz: number): number {
    const first = this.#corner(x, y, z, dx, dy, dz)
    return first + (this.#corner(x + 1, y, z, dx - 1, dy, dz) - first) * fade(dx)
  }

  #corner(x: number, y: number, z: number, dx: number, dy: number, dz: number): number {
    const order = this.#order
    const first = order[x & 255] ?? 0
    const second = order[(first + y) & 255] ?? 0
    const gradient = ((order[(second + z) & 255] ?? 0) & 15) * 3
    return (
      (GRADIENTS[gradient] ?? 0) * dx +
      (GRADIENTS[gradient + 1] ?? 0) * dy +
      (GRADIENTS[gradient + 2] ?? 0) * dz
    )
  }
}

function fade(share: number): number {
  return share * share * share * (share * (share * 6 - 15) + 10)
}
