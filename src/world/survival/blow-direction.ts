import type { Vec3 } from 'vec3'

/** Below this distance a position gives no direction (blocks). */
const NO_DISTANCE = 0.01

/**
 * Horizontal direction of knockback, as a unit vector. From the same position it is random, as in the game.
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
