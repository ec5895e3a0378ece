import type { Vec3 } from 'vec3'

/** Nearer than this, where a blow comes from is no direction (blocks). */
const NO_DISTANCE = 0.01

/**
 * The horizontal direction in which a blow throws whoever it hits. From the very same place it is any, as in the game.
 * @returns of length 1.
 */
export function blowDirection(
  from: Vec3,
  hit: Vec3,
  random: () => number,
): { readonly x: number; readonly z: number } {
  const dx = hit.x - from.x
  const dz = hit.z - from.z
  const distance = Math.hypot(dx, dz)
  if (distance >= NO_DISTANCE) return { x: dx / distance, z: dz / distance }
  const angle = random() * 2 * Math.PI
  return { x: Math.sin(angle), z: Math.cos(angle) }
}
