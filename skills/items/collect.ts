import { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import { untilInPlace } from '#body/hold-place'
import { walkOnto } from '#body/navigation/footing'
import { GoalNear } from '#body/navigation/goal'
import { travel } from '#body/navigation/travel'
import { type Outcome, succeeded } from '#goal/outcome'
import type { KnownEntity } from '#perception/world-memory'
import type { Skill, SkillContext } from '../core/skill.ts'

export interface CollectArgs {
  /** Items to pick up; undefined for all. */
  readonly kinds?: ReadonlySet<string>
  /** Item entities to leave. */
  readonly except?: ReadonlySet<number>
  /** Maximum distance of item entities (blocks). */
  readonly range: number
  /** Whether there is enough. After that, the agent picks up only item entities close by. */
  readonly enough?: () => boolean
}

/** Time until a dropped item entity is visible (ticks). */
const APPEAR_TICKS = 12
/** Delay before a dropped item can be picked up (ticks, from the game). */
const PICKUP_TICKS = 14
/** Horizontal distance at which the agent picks items up without moving (blocks). */
const BESIDE = 1.2
/** Maximum distance of item entities once there is enough (blocks). */
const PASSING = 3
/** Maximum duration of one pickup (ticks). */
const ONE_PICKUP_TICKS = 160
/** Distance to an item at which the last step ends (blocks), and its maximum duration (ticks). */
const ON_TOP = 0.3
const STEP_TICKS = 8
/** Distance between two checks of the ground on the way (blocks). */
const CHECK_EVERY = 0.25

/** Picks up item entities by walking over them. Skips those that it cannot reach. */
export const collect: Skill<CollectArgs> = {
  name: 'collect',
  precondition: () => null,
  effect: 'the items within range are in the inventory',
  budget: () => 600,
  async run(context, args): Promise<Outcome> {
    const { body, signal } = context
    const leave = new Set(args.except)
    const next = () => nextDrop(context, args, leave)
    await untilInPlace(body, () => next() !== undefined, APPEAR_TICKS, signal)
    for (let drop = next(); drop; drop = next()) {
      await pickUp(context, drop)
      leave.add(drop.id)
    }
    return succeeded
  },
}

function nextDrop(
  { body, memory }: SkillContext,
  args: CollectArgs,
  leave: ReadonlySet<number>,
): KnownEntity | undefined {
  const range = args.enough?.() ? Math.min(PASSING, args.range) : args.range
  return memory
    .entities(['item', 'Item'], body.position, range)
    .find(({ id, item }) => item && !leave.has(id) && (!args.kinds || args.kinds.has(item)))
}

async function pickUp(context: SkillContext, drop: KnownEntity): Promise<void> {
  const { body, memory, signal } = context
  // The last known position, if the item has rolled out of sight.
  const place = () => memory.entity(drop.id)?.position ?? drop.position
  const deadline = body.clock.tick + ONE_PICKUP_TICKS
  const gone = () => memory.isGone(drop.id)
  const over = () => gone() || body.clock.tick > deadline
  const isTaken = () => untilInPlace(body, gone, PICKUP_TICKS, signal)
  if (isBeside(body.position, place()) && (await isTaken())) return
  const { x, y, z } = place()
  // The server reports items on the ground slightly below its surface.
  await travel(body, new GoalNear(x, y + 0.25, z, 0.9), signal, { until: over, limit: 1500 })
  if (await isTaken()) return
  await stepOnto(context, place())
  await isTaken()
}

function isBeside(feet: Vec3, place: Vec3): boolean {
  const up = place.y - feet.y
  return Math.hypot(place.x - feet.x, place.z - feet.z) < BESIDE && up > -0.5 && up < 2
}

/** Walks the last half block straight to an item, or as close to it as the walls allow. */
export async function stepOnto({ body, signal }: SkillContext, place: Vec3): Promise<void> {
  if (body.position.distanceTo(place) > 2) return
  await body.controls.lookAt(place.offset(0, 0.2, 0))
  if (!isFirmWay(body, place)) return
  await walkOnto(body, place, ON_TOP, STEP_TICKS, signal)
}

/** Whether the agent knows that it can step straight to a place: items roll over edges and shafts, and float on lava. */
export function isFirmWay(body: Body, place: Vec3): boolean {
  const { feet, position } = body
  const way = place.minus(position)
  const checks = Math.ceil(way.norm() / CHECK_EVERY)
  const cells = Array.from({ length: checks }, (_, i) => {
    const { x, z } = position.plus(way.scaled(i / checks))
    return new Vec3(Math.floor(x), feet.y, Math.floor(z))
  })
  const end = place.floored()
  const isBetween = (cell: Vec3) => !isColumn(cell, feet) && !isColumn(cell, end)
  return isFirm(body, end) && cells.filter(isBetween).every((cell) => isFirm(body, cell))
}

function isColumn(a: Vec3, b: Vec3): boolean {
  return a.x === b.x && a.z === b.z
}

/** Whether the feet can be at a position, as far as the agent knows. */
function isFirm(body: Body, position: Vec3): boolean {
  const below = position.offset(0, -1, 0)
  for (const { x, y, z } of [position, below]) body.vision.examine(x, y, z)
  const { floor, water } = body.traitsAt(below)
  return (
    !body.traitsAt(position).lava &&
    (floor || water) &&
    body.vision.isKnown(below.x, below.y, below.z)
  )
}
