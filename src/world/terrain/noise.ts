import seedrandom from 'seedrandom'
import { createNoise2D, createNoise3D, type NoiseFunction3D } from 'simplex-noise'

/** A smooth function of a place, from -1 to 1. */
export type Field = (x: number, z: number) => number

/** Far enough that the fields of two names have nothing in common near the origin. */
const FAR = 10_000

/**
 * A field that belongs to a name. Simplex noise is zero at its origin whatever the seed, which would
 * make all worlds begin alike: each field looks at a region of its own.
 *
 * @param across length over which it changes (blocks)
 */
export function createField(name: string, across: number): Field {
  const random = seedrandom(name)
  const noise = createNoise2D(random)
  const [shiftX, shiftZ] = [random() * FAR, random() * FAR]
  return (x, z) => noise(x / across + shiftX, z / across + shiftZ)
}

/** The sum of a field and finer copies of it, each half as long and strong, from about -1 to 1. */
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

/** The same in space, with lengths of its own along the level and upwards. */
export function createSpaceNoise(name: string, across: number, up: number): NoiseFunction3D {
  const random = seedrandom(name)
  const noise = createNoise3D(random)
  const [shiftX, shiftY, shiftZ] = [random() * FAR, random() * FAR, random() * FAR]
  return (x, y, z) => noise(x / across + shiftX, y / up + shiftY, z / across + shiftZ)
}
