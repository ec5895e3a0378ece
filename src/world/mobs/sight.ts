import type { Vec3 } from 'vec3'
import type { Level } from '../level.ts'
import { firstHit } from '../rules/reach.ts'

const bodiesOnly = () => false

/** Whether no collision box is between two points. */
export function pointsSee(level: Level, from: Vec3, to: Vec3): boolean {
  return firstHit(level, from, to.minus(from), bodiesOnly) === undefined
}
