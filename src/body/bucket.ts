import { Vec3 } from 'vec3'
import { VoxelRay } from '#geometry/voxel-ray'
import { VANILLA_CLIENT } from '#knowledge/vanilla-client'
import type { Body } from './body.ts'
import { takeInHand } from './place.ts'

/** Points of a block to aim at. The first lie near the top, which a source block fills. */
const AIMS = [
  [0.5, 0.8, 0.5],
  [0.5, 0.5, 0.5],
  [0.2, 0.8, 0.5],
  [0.8, 0.8, 0.5],
  [0.5, 0.8, 0.2],
  [0.5, 0.8, 0.8],
] as const
/** Time for the server to show the result of a click (ticks). */
const ANSWER_TICKS = 12
/** Time until the server knows the new direction of the head (ticks). */
const TURN_TICKS = 2

/**
 * Fills an empty bucket from a source block of water or lava within reach.
 * @returns whether the agent carries the filled bucket.
 * @throws the signal's reason when `signal` fires first.
 */
export async function scoop(body: Body, source: Vec3, signal: AbortSignal): Promise<boolean> {
  const { name } = body.traitsAt(source)
  const aim = () =>
    aims(source).find((point) => within(body, point) && meets(body, point, true)?.at.equals(source))
  return useBucket(body, 'bucket', `${name}_bucket`, aim, signal)
}

/**
 * Empties a bucket into an open position, against an adjacent block within reach.
 * @param full kind of the bucket, such as `water_bucket`.
 * @returns whether the bucket is empty.
 * @throws the signal's reason when `signal` fires first.
 */
export async function pour(
  body: Body,
  full: string,
  into: Vec3,
  signal: AbortSignal,
): Promise<boolean> {
  const aim = () =>
    innerFaces(into).find(
      (point) => within(body, point) && meets(body, point, false)?.from.equals(into),
    )
  return useBucket(body, full, 'bucket', aim, signal)
}

async function useBucket(
  body: Body,
  before: string,
  after: string,
  aim: () => Vec3 | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  const carried = body.carried[after] ?? 0
  if (!aim() || !(await takeInHand(body, [before], signal))) return false
  await body.hands.readyToUse(signal)
  const point = aim()
  if (!point) return false
  await body.controls.lookAt(point)
  // The server uses the last direction of the head that it received.
  await body.wait(TURN_TICKS, signal)
  await body.interaction.useHeld(signal)
  return body.until(() => (body.carried[after] ?? 0) > carried, ANSWER_TICKS, signal)
}

function aims(block: Vec3): Vec3[] {
  return AIMS.map(([x, y, z]) => block.offset(x, y, z))
}

/** Points just behind the faces that border a position. */
function innerFaces(into: Vec3): Vec3[] {
  return [
    [0, -1, 0],
    [1, 0, 0],
    [-1, 0, 0],
    [0, 0, 1],
    [0, 0, -1],
  ].map(([x = 0, y = 0, z = 0]) => into.offset(0.5 + x * 0.52, 0.5 + y * 0.52, 0.5 + z * 0.52))
}

function within({ eye }: Body, point: Vec3): boolean {
  return eye.distanceTo(point) <= VANILLA_CLIENT.blockReach
}

/**
 * Finds the block that the crosshair meets on its way to a point, and the position before it. With an empty bucket, the
 * crosshair also meets source blocks.
 */
function meets(body: Body, point: Vec3, isEmpty: boolean): { at: Vec3; from: Vec3 } | undefined {
  const { x, y, z } = body.eye
  const ray = new VoxelRay().start(x, y, z, point.x - x, point.y - y, point.z - z)
  let from = body.eye.floored()
  do {
    const at = new Vec3(ray.x, ray.y, ray.z)
    const traits = body.traitsAt(at)
    const passes = traits.open || traits.water || traits.lava
    if (!passes || (isEmpty && traits.source)) return { at, from }
    from = at
  } while (ray.advance(1))
  return undefined
}
