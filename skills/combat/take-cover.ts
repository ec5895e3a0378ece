import { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import type { NavigationGoal } from '#body/navigation/goal'
import type { Position } from '#body/navigation/position'
import { travel } from '#body/navigation/travel'
import { fill } from '#body/place'
import { firstBlockBetween } from '#body/sight'
import { SIDES } from '#geometry/neighbours'
import { VoxelRay } from '#geometry/voxel-ray'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { perform, type Skill, type SkillContext } from '../core/skill.ts'
import { bestFood, eat } from '../items/eat.ts'
import { type Threat, threats } from '../pursuit/threats.ts'
import { PushBack } from './push-back.ts'

/** How far from every monster is safe enough when there is nothing to hide behind (blocks). */
const SAFE = 14
const LOOK_RANGE = 16
/** How far those that shoot have to be, and how much of that way is to be expected (blocks). */
const OUT_OF_SHOT = 17
const COVER_SHARE = 0.2
const COVER_TRIES = 2
/** Who has to take cover again so soon and so near was not out of danger (ticks, blocks). */
const AGAIN_TICKS = 200
const AGAIN_RANGE = 8
/** How long monsters take to lose interest in what they do not see, and some more (ticks). */
const FORGET_TICKS = 80
/** Who comes at the body with claws and is nearer than this gets round a block in its way (blocks). */
const CLOSE = 6
/** Health at which a wounded body comes out again, and how long it waits for that at most (ticks). */
const WELL = 15
const REST_TICKS = 400
/** Food level from which on wounds heal. */
const HEALING_FOOD = 18

/** Takes cover from monsters behind blocks put down in their way, or goes out of their sight where there are none to put; rests there when wounded. */
export const takeCover: Skill<null> = {
  name: 'take-cover',
  effect: 'no monster in sight is near',
  budget: () => 800,
  precondition: () => null,
  async run(context): Promise<Outcome> {
    const { body } = context
    body.release()
    for (const { known } of threats(context, LOOK_RANGE)) body.dangers.fledFrom(known.position)
    const again = hasJustFled(context)
    const close = onlookers(context).some(({ distance, shoots }) => !shoots && distance < CLOSE)
    if (!close) await blockSight(context)
    if (again || onlookers(context).length > 0) {
      const foes = threats(context, LOOK_RANGE)
      const ways = foes.map(({ known }) => known.position.minus(body.position))
      await wallIn(context, ways)
    }
    // Those that shoot follow who has gone out of their sight.
    for (let tries = 0; tries < COVER_TRIES && onlookers(context).length > 0; tries++) {
      await goOutOfSight(context)
      await blockSight(context)
    }
    const foe = onlookers(context).find(({ shoots }) => shoots)
    if (foe) return failed('unreachable', `no cover from a ${foe.known.kind}`)
    if (again) await body.until(() => onlookers(context).length > 0, FORGET_TICKS, context.signal)
    await rest(context)
    context.agentState.combat.tookCover({ place: body.position.clone(), tick: body.clock.tick })
    return succeeded
  },
}

/** Whether the body has come out of its cover and is where it was, or near. */
function hasJustFled({ body, agentState }: SkillContext): boolean {
  const cover = agentState.combat.lastCover
  return (
    cover !== undefined &&
    body.clock.tick - cover.tick < AGAIN_TICKS &&
    cover.place.distanceTo(body.position) < AGAIN_RANGE
  )
}

/** Monsters that see the body as it sees them. */
function onlookers(context: SkillContext): Threat[] {
  return threats(context, LOOK_RANGE).filter(({ visible }) => visible)
}

/** Heights of the body that are aimed at: head, chest, feet (blocks above the ground). */
const AIMED_AT = [1.6, 1, 0.2]
/** How far along a line of sight a block is put (blocks). */
const WALL_DISTANCE = 3.5
/** How long it takes to see that nothing is to be seen any more (ticks). */
const LOOK_TICKS = 2

/** Puts blocks into the lines between the body and the monsters, as near as they can be put. */
async function blockSight(context: SkillContext): Promise<void> {
  const { body, memory, signal } = context
  for (const { known } of onlookers(context)) {
    const { position: foe, height } = memory.entity(known.id) ?? known
    await blockLine(context, foe.offset(0, height * 0.85, 0))
  }
  await body.wait(LOOK_TICKS, signal)
}

/** Puts blocks into the lines between the body and a point, as near as they can be put. */
export async function blockLine({ body, signal }: SkillContext, point: Vec3): Promise<void> {
  for (const aim of AIMED_AT) {
    for (const position of positionsToward(body, aim, point)) {
      if (!body.traitsAt(position).open || (await putUp(body, position, signal))) break
    }
  }
}

/** Positions between a height of the body and a point, from the body on, its own left out. */
function positionsToward({ position }: Body, height: number, point: Vec3): Vec3[] {
  const from = position.offset(0, height, 0)
  const way = point.minus(from)
  const own = position.floored()
  const positions: Vec3[] = []
  const ray = new VoxelRay().start(from.x, from.y, from.z, way.x, way.y, way.z)
  const length = Math.min(1, WALL_DISTANCE / way.norm())
  do {
    const { x, y, z } = ray
    const inside = x === own.x && z === own.z && y >= own.y && y <= own.y + 1
    if (!inside) positions.push(new Vec3(x, y, z))
  } while (ray.advance(length))
  return positions
}

/** What has nothing beside it to be put against, or somebody in its place, may have another time. */
const WALL_ROUNDS = 3

/**
 * Closes the open sides of the place one stands in, those toward the monsters first, as far as the blocks go.
 * @param from the ways from the body to the monsters (blocks).
 */
async function wallIn(context: SkillContext, from: readonly Vec3[]): Promise<void> {
  const { body, signal } = context
  const { feet } = body
  const urgency = ([dx, dz]: (typeof SIDES)[number]) =>
    Math.max(-1, ...from.map((way) => (way.x * dx + way.z * dz) / (way.norm() + 1)))
  const sides = [...SIDES].sort((a, b) => urgency(b) - urgency(a))
  // Tunnels go on the other way.
  const away = sides.at(-1)
  if (from.length > 0 && away) context.agentState.exploration.headFor({ x: away[0], z: away[1] })
  const positions = sides
    // The head first: that is what is aimed at.
    .flatMap(([dx, dz]) => [feet.offset(dx, 1, dz), feet.offset(dx, 0, dz)])
    .concat(feet.offset(0, 2, 0))
  const arm = new PushBack(context)
  for (let round = 0; round < WALL_ROUNDS; round++) {
    for (const position of positions) {
      if (!body.traitsAt(position).open) continue
      await arm.strike()
      await putUp(body, position, signal)
    }
  }
  await body.wait(LOOK_TICKS, signal)
}

/** Walls the body in against somebody unseen and rests there when wounded. */
export async function entrench(context: SkillContext, toward: Vec3): Promise<void> {
  await wallIn(context, [toward])
  await rest(context)
}

/** Puts a block up that stays: ways lead round it. */
async function putUp(body: Body, position: Vec3, signal: AbortSignal): Promise<boolean> {
  if (body.fillerCount === 0 || !(await fill(body, position, signal))) return false
  body.avoided.addWall(position)
  return true
}

/** Waits behind the wall until the wounds are better, as long as they get better. */
async function rest(context: SkillContext): Promise<void> {
  const { body, signal } = context
  const { vitals, damageLog } = body
  const begun = body.clock.tick
  if (bestFood(context) && vitals.food < HEALING_FOOD) await perform(context, eat, null)
  const done = () =>
    vitals.health >= WELL ||
    vitals.food < HEALING_FOOD ||
    onlookers(context).length > 0 ||
    (damageLog.last?.tick ?? begun) > begun
  await body.until(done, REST_TICKS, signal)
}

/** Goes to where those that shoot do not see the body, and far from the others. */
async function goOutOfSight(context: SkillContext): Promise<void> {
  const { body, signal } = context
  const foes = onlookers(context).map(({ known, shoots }) => ({
    eye: known.position.offset(0, known.height * 0.85, 0),
    left: ({ x, y, z }: Position) =>
      (shoots ? OUT_OF_SHOT : SAFE) -
      Math.hypot(known.position.x - x, known.position.y - y, known.position.z - z),
    shoots,
  }))
  // Cover is likely to be nearer than where no arrow flies to, and may lie on any side.
  const heuristic: NavigationGoal['heuristic'] = (node) =>
    Math.max(0, ...foes.map(({ left, shoots }) => left(node) * (shoots ? COVER_SHARE : 1)))
  const { feet } = body
  // Where the body stands now nothing could be put up.
  const canClose = (node: Position) =>
    body.fillerCount >= PLUG && !feet.equals(new Vec3(node.x, node.y, node.z)) && isNook(body, node)
  const isEnd: NavigationGoal['isEnd'] = (node, isDug = () => false) =>
    foes.every(
      ({ eye, left, shoots }) =>
        left(node) <= 0 || (shoots && (canClose(node) || isHidden(body, node, eye, isDug))),
    )
  await travel(body, { dry: true, heuristic, isEnd }, signal, {
    until: () => onlookers(context).length === 0,
    limit: 2500,
  })
}

/** Blocks that close an opening which a body fits through. */
const PLUG = 2

/** Where the sides of a body are that stands about in the middle of a block. */
const CORNERS = [
  [0.1, 0.1],
  [0.1, 0.9],
  [0.9, 0.1],
  [0.9, 0.9],
] as const

/** Whether blocks that stay where they are stand between an eye and all of a body whose feet are at a position. */
function isHidden(
  body: Body,
  { x, y, z }: Position,
  eye: Vec3,
  isDug: (place: Position) => boolean,
): boolean {
  return AIMED_AT.every((height) =>
    CORNERS.every(([dx, dz]) => {
      const point = new Vec3(x + dx, y + height, z + dz)
      const met = firstBlockBetween(body, eye, point)
      return met !== null && !isDug(met)
    }),
  )
}

/** Whether two blocks close a place from which nobody is seen then: there is rock above it and on three sides at least. */
function isNook(body: Body, { x, y, z }: Position): boolean {
  const isOpen = (dx: number, dy: number, dz: number) => body.traits(x + dx, y + dy, z + dz).open
  const openings = SIDES.filter(([dx, dz]) => isOpen(dx, 0, dz) || isOpen(dx, 1, dz))
  return openings.length <= 1 && !isOpen(0, 2, 0)
}
