import { Vec3 } from 'vec3'
import { VoxelRay } from '#geometry/voxel-ray'
import { EYE_HEIGHT } from '#knowledge/player-size'
import { VANILLA_CLIENT } from '#knowledge/vanilla-client'
import type { Body } from './body.ts'
import { digBlock } from './dig.ts'
import { closeOff } from './liquids.ts'
import type { NavigationGoal } from './navigation/goal.ts'
import type { Position } from './navigation/position.ts'
import { takeInHand } from './place.ts'

/** Points of a block to aim at. The first lie near the top, which a source block fills. */
const AIMS = [
  [0.5, 0.8, 0.5],
  [0.5, 0.5, 0.5],
  [0.2, 0.8, 0.5],
  [0.8, 0.8, 0.5],
  [0.5, 0.8, 0.2],
  [0.5, 0.8, 0.8],
  [0.5, 0.2, 0.5],
] as const
/** Shares of the edges of a block at which it may be in sight. */
const SHARES = [0.12, 0.3, 0.5, 0.7, 0.88] as const
/** Time for the server to show the result of a click (ticks). */
const ANSWER_TICKS = 12
/** Time for the server to show that a source is gone (ticks). Endless water does not go. */
const GONE_TICKS = 4
/** Time until the server knows the new direction of the head (ticks). */
const TURN_TICKS = 2
/** The longest dig through a wall that hides lava (ticks). */
const WALL_TICKS = 30

/** The faces of a block. */
const FACES = [
  new Vec3(0, -1, 0),
  new Vec3(1, 0, 0),
  new Vec3(-1, 0, 0),
  new Vec3(0, 0, 1),
  new Vec3(0, 0, -1),
  new Vec3(0, 1, 0),
]
/** How a current may carry the agent until the click (blocks). */
const STILL = new Vec3(0, 0, 0)
const DRIFTS = FACES.filter(({ y }) => y === 0).map((way) => way.scaled(0.12))
/** Eyes of a player who stands at the middle of a block (blocks). */
const STANDING_EYE = new Vec3(0.5, EYE_HEIGHT, 0.5)
/** Margin of the reach from a place that the agent only nears (blocks). */
const SLOP = 0.4
const REACH = VANILLA_CLIENT.blockReach - SLOP

/** Standing where an empty bucket meets a source block of water or lava, or meets lava behind a wall of one block. */
export class GoalScoop implements NavigationGoal {
  readonly dry = true
  readonly #body: Body
  readonly #source: Vec3

  constructor(body: Body, source: Vec3) {
    this.#body = body
    this.#source = source
  }

  heuristic(node: Position): number {
    return Math.max(0, this.#away(node) - REACH)
  }

  isEnd(node: Position, isDug?: (place: Position) => boolean): boolean {
    if (this.#away(node) > REACH) return false
    const feet = new Vec3(node.x, node.y, node.z)
    const eye = feet.plus(STANDING_EYE)
    const isInSight = aims(this.#source).some((point) =>
      meets(this.#body, eye, point, true, isDug)?.at.equals(this.#source),
    )
    return isInSight || wallBefore(this.#body, { feet, eye }, this.#source, isDug) !== undefined
  }

  #away({ x, y, z }: Position): number {
    const { x: atX, y: atY, z: atZ } = this.#source
    return Math.hypot(x - atX, y + EYE_HEIGHT - atY - 0.5, z - atZ)
  }
}

/**
 * Fills an empty bucket from a source block of water or lava within reach. Where one block of rock hides lava, the agent digs it,
 * scoops before the lava flows, and closes the hole.
 * @returns whether the agent carries the filled bucket.
 * @throws the signal's reason when `signal` fires first.
 */
export async function scoop(body: Body, source: Vec3, signal: AbortSignal): Promise<boolean> {
  const { name } = body.traitsAt(source)
  const isAim = (point: Vec3) =>
    within(body, point) && meets(body, body.eye, point, true)?.at.equals(source)
  // Off the middle of its place, the agent may see no more than a corner of the source.
  const aim = () => aims(source).find(isAim) ?? corners(source).find(isAim)
  // The agent watches the source go, so that it does not come back for it.
  const isGone = () => {
    body.vision.examine(source.x, source.y, source.z)
    return !body.traitsAt(source).source
  }
  const wall = aim() ? undefined : wallBefore(body, body, source)
  if (wall && !(await openWall(body, wall, signal))) return false
  try {
    if (!(await useBucket(body, 'bucket', `${name}_bucket`, aim, signal))) return false
    await body.until(isGone, GONE_TICKS, signal)
    return true
  } finally {
    if (wall) await closeOff(body, wall, signal)
  }
}

/** Digs a block away, with an empty bucket at hand for what is behind it. */
async function openWall(body: Body, wall: Vec3, signal: AbortSignal): Promise<boolean> {
  if (!(await takeInHand(body, ['bucket'], signal)) || !(await digBlock(body, wall, signal)))
    return false
  body.vision.examine(wall.x, wall.y, wall.z)
  return true
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
  return useBucket(body, full, 'bucket', () => pourAim(body, into), signal)
}

/** Whether the agent can empty a bucket into a position from where it stands. */
export function canPour(body: Body, into: Vec3): boolean {
  return pourAim(body, into) !== undefined
}

/** Where to aim to pour, preferably where a small movement of the agent does no harm. */
function pourAim(body: Body, into: Vec3): Vec3 | undefined {
  const meetsFrom = (point: Vec3, shift: Vec3) =>
    meets(body, body.eye.plus(shift), point.plus(shift), false)?.from.equals(into)
  const aims = innerFaces(into).filter((point) => within(body, point) && meetsFrom(point, STILL))
  return aims.find((point) => DRIFTS.every((shift) => meetsFrom(point, shift))) ?? aims[0]
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

/** Points all over a block. */
function corners(block: Vec3): Vec3[] {
  return SHARES.flatMap((y) => SHARES.flatMap((x) => SHARES.map((z) => block.offset(x, 1 - y, z))))
}

/** Points just behind the faces that border a position: their middles first. */
function innerFaces(into: Vec3): Vec3[] {
  const middle = into.offset(0.5, 0.5, 0.5)
  const points = FACES.map((face) => middle.plus(face.scaled(0.52)))
  const aside = FACES.flatMap((face, i) =>
    FACES.filter((way) => way.dot(face) === 0).map((way) =>
      (points[i] ?? middle).plus(way.scaled(0.3)),
    ),
  )
  return [...points, ...aside]
}

/**
 * The only block between an eye and a source of lava, where the agent can dig it and scoop before lava reaches the agent;
 * undefined if there is none.
 * @param isDug whether a block will be gone by then.
 */
function wallBefore(
  body: Body,
  { eye, feet }: Pick<Body, 'eye' | 'feet'>,
  source: Vec3,
  isDug: (place: Vec3) => boolean = () => false,
): Vec3 | undefined {
  const isBeside = (place: Vec3) =>
    [0, 1].some((up) => feet.offset(0, up, 0).distanceTo(place) <= 1)
  if (!body.traitsAt(source).lava || isBeside(source)) return undefined
  for (const point of aims(source)) {
    const wall = meets(body, eye, point, true, isDug)?.at
    if (!wall || !isThinWall(body, wall, feet)) continue
    const isOpened = (place: Vec3) => place.equals(wall) || isDug(place)
    if (meets(body, eye, point, true, isOpened)?.at.equals(source)) return wall
  }
  return undefined
}

/** Whether the agent can dig a block quickly, and stands neither on nor under it. */
function isThinWall(body: Body, wall: Vec3, feet: Vec3): boolean {
  const { cube, diggable, falls } = body.traitsAt(wall)
  const isInColumn = wall.x === feet.x && wall.z === feet.z
  if (!cube || !diggable || falls || isInColumn || body.isProtected(wall)) return false
  return body.tools.choose(body.vision.state(wall.x, wall.y, wall.z)).ticks <= WALL_TICKS
}

function within({ eye }: Body, point: Vec3): boolean {
  return eye.distanceTo(point) <= VANILLA_CLIENT.blockReach
}

/**
 * Finds the block that the crosshair meets on its way to a point, and the position before it. With an empty bucket, the
 * crosshair also meets source blocks.
 * @param isDug whether a block will be gone by then.
 */
function meets(
  body: Body,
  eye: Vec3,
  point: Vec3,
  isEmpty: boolean,
  isDug: (place: Vec3) => boolean = () => false,
): { at: Vec3; from: Vec3 } | undefined {
  const { x, y, z } = eye
  const ray = new VoxelRay().start(x, y, z, point.x - x, point.y - y, point.z - z)
  let from = eye.floored()
  do {
    const at = new Vec3(ray.x, ray.y, ray.z)
    const traits = body.traitsAt(at)
    const passes = traits.open || traits.water || traits.lava || isDug(at)
    if (!passes || (isEmpty && traits.source)) return { at, from }
    from = at
  } while (ray.advance(1))
  return undefined
}
