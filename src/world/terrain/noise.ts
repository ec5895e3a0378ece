import seedrandom from 'seedrandom'
import { createNoise2D, createNoise3D, type NoiseFunction3D } from 'simplex-noise'

/** A smooth function of a horizontal position, from -1 to 1. */
export type Field = (x: number, z: number) => number

/** Range of offsets, large enough that two fields are unrelated near the origin. */
const FAR = 10_000

/**
 * A noise field determined by a name. Simplex noise is zero at its origin for every seed, which would make all
 * worlds alike there: each field has an offset of its own.
 *
 * @param across scale of the noise (blocks)
 */
export function createField(name: string, across: number): Field {
  const random = seedrandom(name)
  const noise = createNoise2D(random)
  const [shiftX, shiftZ] = [random() * FAR, random() * FAR]
  return (x, z) => noise(x / across + shiftX, z / across + shiftZ)
}

/** Fractal noise: a field plus finer octaves, each at half the scale and strength, from about -1 to 1. */
export function createFractal(name: string, across: number, octaves: number): Field {
  const fields = Array.from({ length: octaves }, (_, i) =>
    createField(`${name}-${i}`, across / 2 ** i),
  )
  const whole = 2 - 2 / 2 ** octaves
  return (x, z) => {
    let sum = 0
    let weight = 1 / whole
    for (const field of fields) {
      sum += field(x, z) * weight
      weight /= 2
    }
    return sum
  }
}

/** 3D noise with separate horizontal and vertical scales (blocks). */
export function createSpaceNoise(name: string, across: number, up: number): NoiseFunction3D {
  const random = seedrandom(name)
  const noise = createNoise3D(random)
  const [shiftX, shiftY, shiftZ] = [random() * FAR, random() * FAR, random() * FAR]
  return (x, y, z) => noise(x / across + shiftX, y / up + shiftY, z / across + shiftZ)
}
