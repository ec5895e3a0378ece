/** Mixes the bits of an integer into an unsigned 32-bit hash. */
function scramble(value: number): number {
  let bits = value | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** A number in [0, 1) determined by the seed and a position. */
export function chanceAt(seed: number, x: number, y: number, z: number): number {
  const mixed = Math.imul(x, 0x1f1f1f1f) ^ Math.imul(y, 0x5f356495) ^ Math.imul(z, 0x3c6ef35f)
  return scramble(scramble(seed ^ mixed) + z) / 0x1_0000_0000
}

/**
 * A random sequence determined by the seed and a position. Each terrain feature has its own, so that no feature
 * depends on the order of generation.
 */
export class Dice {
  #state = 0

  constructor(seed = 0, x = 0, z = 0, salt = 0) {
    this.start(seed, x, z, salt)
  }

  /** Restarts the sequence for another position, without a new object in hot loops. */
  start(seed: number, x: number, z: number, salt: number): void {
    const mixed = Math.imul(x, 0x27d4eb2f) ^ Math.imul(z, 0x165667b1) ^ Math.imul(salt, 0x6c8e9cf5)
    this.#state = scramble(scramble(seed ^ mixed) + x)
  }

  /** The next number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0
    return scramble(this.#state) / 0x1_0000_0000
  }

  /** The next integer from 0 to `bound` - 1. */
  below(bound: number): number {
    return Math.floor(this.next() * bound)
  }
}
