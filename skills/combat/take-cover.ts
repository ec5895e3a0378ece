import { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import { CENTRED, walkOnto } from '#body/navigation/footing'
import type { NavigationGoal } from '#body/navigation/goal'
import type { Position } from '#body/navigation/position'
import { travel } from '#body/navigation/travel'
import { fill } from '#body/place'
import { firstBlockBetween } from '#body/sight'
import { SIDES } from '#geometry/neighbours'
import { VoxelRay } from '#geometry/voxel-ray'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { EYE_HEIGHT, PLAYER_HALF_WIDTH } from '#knowledge/player-size'
import { withArticle } from '#wire/wording'
import { perform, type Skill, type SkillContext } from '../core/skill.ts'
import { bestFood, eat } from '../items/eat.ts'
import { moveOutOfDanger } from '../moving/move-elsewhere.ts'
import { skyAbove } from '../moving/surface.ts'
import { hiddenArchers, type Threat, threats } from '../pursuit/threats.ts'
import { isStrongEnough } from './defend.ts'
import { PushBack } from './push-back.ts'

/** Without cover, the agent is safe at this distance from every monster (blocks). */
const SAFE = 14
const LOOK_RANGE = 16
/** The agent is safe from archers at this distance (blocks), and expects cover within this share of it. */
const OUT_OF_SHOT = 17
const COVER_SHARE = 0.2
const COVER_TRIES = 2
/** An agent that takes cover again within this time and distance was still in danger (ticks, blocks). */
const AGAIN_TICKS = 200
const AGAIN_RANGE = 8
/** Time until monsters forget an agent that they do not see, with a margin (ticks). */
const FORGET_TICKS = 80
/** A melee monster within this distance walks around a block in its way (blocks). */
const CLOSE = 6
/** Health at which a wounded agent leaves its cover, and the longest that it waits for that (ticks). */
const HEALTHY = 15
const REST_TICKS = 400
/** Lowest food level at which health regenerates. */
const HEALING_FOOD = 18

/**
 * Takes cover behind blocks that the agent places in the monsters' lines of sight, or out of their sight where it has no
 * blocks. A wounded agent rests there.
 */
export const takeCover: Skill<null> = {
  name: 'take-cover',
  effect: 'no monster in sight is near',
  budget: () => 800,
  precondition: () => null,
  async run(context): Promise<Outcome> {
    const { body } = context
    body.release()
    const monsters = threats(context, LOOK_RANGE)
    const hidden = hiddenArchers(context, LOOK_RANGE)
    for (const { position } of [...monsters.map(({ known }) => known), ...hidden])
      body.dangers.fledFrom(position)
    const again = hasJustFled(context)
    const unseen = onlookers(context).length === 0
    const close = onlookers(context).some(({ distance, shoots }) => !shoots && distance < CLOSE)
    if (!close) await blockSight(context)
    if (again || unseen || onlookers(context).length > 0) {
      const foes = threats(context, LOOK_RANGE)
      const offsets = foes.map(({ known }) => known.position.minus(body.position))
      const { last } = body.damageLog
      await wallIn(context, offsets.length > 0 || !last ? offsets : [last.from])
    }
    // Archers follow an agent that has gone out of their sight.
    for (let tries = 0; tries < COVER_TRIES && onlookers(context).length > 0; tries++) {
      await goOutOfSight(context)
      await blockSight(context)
    }
    const foe = onlookers(context).find(({ shoots }) => shoots)
    if (foe) return failed('unreachable', `no cover from ${withArticle(foe.known.kind)}`)
    if (again) await body.until(() => onlookers(context).length > 0, FORGET_TICKS, context.signal)
    await rest(context)
    const feared = [...monsters, ...hidden.map(() => ({ shoots: true }))]
    if (feared.some((monster) => !isStrongEnough(body, monster))) await withdraw(context)
    context.agentState.combat.tookCover({ place: body.position.clone(), tick: body.clock.tick })
    return succeeded
  },
}

/** Whether the agent left its cover a moment ago and is still near it. */
function hasJustFled({ body, agentState }: SkillContext): boolean {
  const cover = agentState.combat.lastCover
  return (
    cover !== undefined &&
    body.clock.tick - cover.tick < AGAIN_TICKS &&
    cover.place.distanceTo(body.position) < AGAIN_RANGE
  )
}

/** Monsters with a free line of sight to the agent. */
function onlookers(context: SkillContext): Threat[] {
  return threats(context, LOOK_RANGE).filter(({ visible }) => visible)
}

/** Heights at which monsters aim: head, chest, feet (blocks above the ground). */
const AIMED_AT = [1.6, 1, 0.2]
/** The agent places blocks in lines of sight within this distance (blocks). */
const WALL_DISTANCE = 3.5
/** Time until perception has noticed the new blocks (ticks). */
const LOOK_TICKS = 2

/** Places blocks in the monsters' lines of sight, as close to the agent as possible. */
async function blockSight(context: SkillContext): Promise<void> {
  const { body, memory, signal } = context
  for (const { known } of onlookers(context)) {
    const { position: foe, height } = memory.entity(known.id) ?? known
    await blockLine(context, foe.offset(0, height * 0.85, 0))
  }
  await body.wait(LOOK_TICKS, signal)
}

/** Times to land after an attack, and to step to the middle of a block (ticks). */
const LANDING_TICKS = 12
const CENTRE_TICKS = 8

/** Places blocks in the line of sight from a point, as close to the agent as possible. */
export async function blockLine({ body, signal }: SkillContext, point: Vec3): Promise<void> {
  // Nothing to place a block against is within reach of an agent that an attack has knocked into the air.
  await body.until(() => body.footing.onGround, LANDING_TICKS, signal)
  for (const aim of AIMED_AT) {
    for (const position of positionsToward(body, aim, point)) {
      if (!isGap(body, position) || (await putUp(body, position, signal))) break
    }
  }
}

/** Whether a place stops neither arrows nor monsters. */
function isGap(body: Body, place: Vec3): boolean {
  const { open, water, lava } = body.traitsAt(place)
  return open || water || lava
}

/** Blocks on the line from a height of the agent to a point, nearest first, without those that it stands in. */
function positionsToward({ position }: Body, height: number, point: Vec3): Vec3[] {
  const from = position.offset(0, height, 0)
  const offset = point.minus(from)
  const own = position.floored()
  const positions: Vec3[] = []
  const ray = new VoxelRay().start(from.x, from.y, from.z, offset.x, offset.y, offset.z)
  const length = Math.min(1, WALL_DISTANCE / offset.norm())
  do {
    const { x, y, z } = ray
    const inside = x === own.x && z === own.z && y >= own.y && y <= own.y + 1
    if (!inside) positions.push(new Vec3(x, y, z))
  } while (ray.advance(length))
  return positions
}

/** A block without a neighbour to place it against, or with a mob in its place, may succeed in a later round. */
const WALL_ROUNDS = 3

/**
 * Closes the open sides around the agent, those toward the monsters first, for as long as it has blocks.
 * @param from the offsets from the agent to the monsters (blocks).
 */
async function wallIn(context: SkillContext, from: readonly Vec3[]): Promise<void> {
  const { body, signal } = context
  const urgency = ([dx, dz]: (typeof SIDES)[number]) =>
    Math.max(-1, ...from.map((offset) => (offset.x * dx + offset.z * dz) / (offset.norm() + 1)))
  const sides = [...SIDES].sort((a, b) => urgency(b) - urgency(a))
  // Tunnels continue away from the monsters.
  const away = sides.at(-1)
  if (from.length > 0 && away) context.agentState.exploration.headFor({ x: away[0], z: away[1] })
  const arm = new PushBack(context)
  for (let round = 0; round < WALL_ROUNDS; round++) {
    // An attack knocks the agent into the air, and into another block.
    await body.until(() => body.footing.onGround, LANDING_TICKS, signal)
    await centre(context)
    const { feet } = body
    const positions = sides
      // The head first: mobs aim at it. On a raised block, the wall needs a foot.
      .flatMap(([dx, dz]) => [1, 0, -1].map((up) => feet.offset(dx, up, dz)))
      .concat(feet.offset(0, 2, 0))
    for (const position of positions) {
      if (!isGap(body, position)) continue
      await arm.strike()
      await putUp(body, position, signal)
    }
  }
  await body.wait(LOOK_TICKS, signal)
}

/** Steps to the middle of the block where the agent stands, if it reaches into the place of another block. */
async function centre({ body, signal }: SkillContext): Promise<void> {
  const middle = body.feet.offset(0.5, 0, 0.5)
  const { x, z } = body.position.minus(middle)
  if (Math.max(Math.abs(x), Math.abs(z)) <= 0.5 - PLAYER_HALF_WIDTH) return
  await body.controls.lookAt(middle.offset(0, EYE_HEIGHT, 0))
  await walkOnto(body, middle, CENTRED, CENTRE_TICKS, signal)
}

/** Walls the agent in against an attacker that it cannot see; a wounded agent rests there. */
export async function entrench(context: SkillContext, toward: Vec3): Promise<void> {
  await wallIn(context, [toward])
  await rest(context)
}

/** Places a block that paths lead around, so that the agent does not dig it out again. */
async function putUp(body: Body, position: Vec3, signal: AbortSignal): Promise<boolean> {
  if (body.fillerCount === 0 || !(await fill(body, position, signal))) return false
  body.avoided.addWall(position)
  return true
}

/** Waits in cover until the agent is healthy, or health does not regenerate, or a monster finds it. */
async function rest(context: SkillContext): Promise<void> {
  const { body, signal } = context
  const { vitals, damageLog } = body
  const begun = body.clock.tick
  if (bestFood(context) && vitals.food < HEALING_FOOD) await perform(context, eat, null)
  const done = () =>
    vitals.health >= HEALTHY ||
    vitals.food < HEALING_FOOD ||
    onlookers(context).length > 0 ||
    (damageLog.last?.tick ?? begun) > begun
  await body.until(done, REST_TICKS, signal)
}

/** Underground, tunnels away from monsters that the agent is too weak to fight: they would attack as soon as it goes on. */
async function withdraw(context: SkillContext): Promise<void> {
  const { body } = context
  const { x, y, z } = body.feet
  if (!body.tools.hasPickaxe || skyAbove(context, x, y, z)) return
  await moveOutOfDanger(context, () => onlookers(context).length > 0)
}

/** Walks out of the archers' sight, and far away from other monsters. */
async function goOutOfSight(context: SkillContext): Promise<void> {
  const { body, signal } = context
  const foes = onlookers(context).map(({ known, shoots }) => ({
    eye: known.position.offset(0, known.height * 0.85, 0),
    left: ({ x, y, z }: Position) =>
      (shoots ? OUT_OF_SHOT : SAFE) -
      Math.hypot(known.position.x - x, known.position.y - y, known.position.z - z),
    shoots,
  }))
  // Cover is usually closer than the end of the archers' range, and may lie on any side.
  const heuristic: NavigationGoal['heuristic'] = (node) =>
    Math.max(0, ...foes.map(({ left, shoots }) => left(node) * (shoots ? COVER_SHARE : 1)))
  const { feet } = body
  // The agent already tried to place blocks where it stands now.
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

/** Blocks that close an opening of the agent's height. */
const PLUG = 2

/** Where the corners of the hitbox are when the agent stands near the middle of a block. */
const CORNERS = [
  [0.1, 0.1],
  [0.1, 0.9],
  [0.9, 0.1],
  [0.9, 0.9],
] as const

/** Whether blocks that nothing digs out hide all of an agent at a position from an eye. */
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

/** Whether two blocks are enough to close a position: it has a roof and at most one open side. */
function isNook(body: Body, { x, y, z }: Position): boolean {
  const isOpen = (dx: number, dy: number, dz: number) => body.traits(x + dx, y + dy, z + dz).open
  const openings = SIDES.filter(([dx, dz]) => isOpen(dx, 0, dz) || isOpen(dx, 1, dz))
  return openings.length <= 1 && !isOpen(0, 2, 0)
}
