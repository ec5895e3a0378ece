import { GradientNoise } from './gradient-noise.ts'

/**
 * The game's blended noise of the Nether: two noises, and a third that decides which of them counts. Octaves that are
 * too fine to show are left out.
 */
const SCALE = 684.412
const ACROSS = SCALE * 0.25
const UP = SCALE * 0.375
const ACROSS_FACTOR = 80
const UP_FACTOR = 60
/** Height of terraces (blocks). */
const SMEAR = 8
const LIMIT_OCTAVES = [9, 10, 11, 12, 13, 14, 15] as const
const CHOICE_OCTAVES = [3, 4, 5, 6, 7] as const
/** Heights between which the rock closes towards the ceiling and the floor, and the densities there. */
const CEILING = { from: 104, to: 128, density: 0.9375 } as const
const FLOOR = { from: 24, to: -8, density: 2.5 } as const

/** The density of the Nether's rock: positive inside of it. */
export type Density = (x: number, y: number, z: number) => number

export function createDensity(seed: number): Density {
  const octaves = (name: string, numbers: readonly number[]) =>
    numbers.map((number) => ({
      scale: 2 ** -number,
      noise: new GradientNoise(`nether-${name}-${number}-${seed}`),
    }))
  const low = octaves('low', LIMIT_OCTAVES)
  const high = octaves('high', LIMIT_OCTAVES)
  const choice = octaves('choice', CHOICE_OCTAVES)
  type Octaves = typeof low

  const sum = (parts: Octaves, x: number, y: number, z: number, smear: number) => {
    let total = 0
    for (const { scale, noise } of parts)
      total += noise.at(x * scale, y * scale, z * scale, smear * scale) / scale
    return total
  }

  return (x, y, z) => {
    const [ax, ay, az] = [x * ACROSS, y * UP, z * ACROSS]
    const smear = UP * SMEAR
    const [cx, cy, cz] = [ax / ACROSS_FACTOR, ay / UP_FACTOR, az / ACROSS_FACTOR]
    const chosen = (sum(choice, cx, cy, cz, smear / UP_FACTOR) / 10 + 1) / 2
    const first = chosen >= 1 ? 0 : sum(low, ax, ay, az, smear) / 512
    const second = chosen <= 0 ? 0 : sum(high, ax, ay, az, smear) / 512
    const share = Math.min(1, Math.max(0, chosen))
    const noise = (first + (second - first) * share) / 128
    return close(close(noise, y, CEILING), y, FLOOR)
  }
}

function close(
  value: number,
  y: number,
  { from, to, density }: { from: number; to: number; density: number },
): number {
  const share = Math.min(1, Math.max(0, (y - from) / (to - from)))
  return value + (density - value) * share
}
