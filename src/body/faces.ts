import { Vec3 } from 'vec3'

export const UP = new Vec3(0, 1, 0)

/** Normals of the faces of a block, by their number in packets: down, up, north, south, west, east. */
export const NORMALS = [
  new Vec3(0, -1, 0),
  UP,
  new Vec3(0, 0, -1),
  new Vec3(0, 0, 1),
  new Vec3(-1, 0, 0),
  new Vec3(1, 0, 0),
] as const

/** The number of the face with a normal. */
export function faceOf(normal: Vec3): number {
  return NORMALS.findIndex((each) => each.equals(normal))
}
