import type { Vec3 } from 'vec3'
import type { Level } from '../level.ts'
import { firstHit } from '../rules/reach.ts'

const bodiesOnly = () => false

/** Whether two points see each other: nothing that one collides with is between them. */
export function pointsSee(level: Level, from: Vec3, to: Vec3): boolean {
  return firstHit(level, from, to.minus(from), bodiesOnly) === undefined
}
