import type { Registry } from '#knowledge/registry'

/** A velocity (blocks a tick). */
interface Velocity {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** Units of the protocol's fixed-point velocities in a block a tick, and their limit. */
const SCALE = 8000
const LIMIT = 32_767

/** A velocity as packets of a version carry it: fixed point up to 1.21.8, blocks a tick from 1.21.9 on. */
export function wireVelocity({ data }: Registry, velocity: Velocity): Velocity {
  return data.isNewerOrEqualTo('1.21.9') ? velocity : fixedVelocity(velocity)
}

/** A velocity in the fixed-point units of the protocol up to 1.21.8. */
export function fixedVelocity({ x, y, z }: Velocity): Velocity {
  const scaled = (v: number) => Math.max(-LIMIT, Math.min(LIMIT, Math.round(v * SCALE)))
  return { x: scaled(x), y: scaled(y), z: scaled(z) }
}
