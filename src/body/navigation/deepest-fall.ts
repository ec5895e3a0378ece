import type { Body } from '../body.ts'

/** Deepest fall without damage (blocks). Each further block costs one health point. */
const HARMLESS = 3
/** Limit on fall damage, and health that must be left after it (health points). */
const MAX_FALL_DAMAGE = 4
const HEALTH_KEPT = 14

/** Deepest fall that a player in its state of health may risk where the way around costs much (blocks). */
export function deepestFall({ vitals }: Body): number {
  const hurt = Math.min(MAX_FALL_DAMAGE, Math.floor(vitals.health) - HEALTH_KEPT)
  return HARMLESS + Math.max(0, hurt)
}
