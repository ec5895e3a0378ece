import { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import { digBlock, inReach, wouldFlood } from '#body/dig'
import type { NavigationGoal } from '#body/navigation/goal'
import type { Position } from '#body/navigation/position'
import { travel } from '#body/navigation/travel'
import { placeBlock, supportFor } from '#body/place'
import { isOnLine } from '#body/sight'
import { NEIGHBOURS } from '#geometry/neighbours'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { countOf, tagMembers } from '#knowledge/item-tags'
import { withArticle } from '#wire/wording'
import type { Skill, SkillContext } from '../core/skill.ts'

export interface PlaceArgs {
  /** Item or tag of a block in the inventory. */
  readonly item: string
  /** Where to place it; by default, any free ground nearby. */
  readonly at?: Vec3
}

/** Maximum number of standing positions to try. */
const TRIES = 5
/** Another player within this distance may be in the way (blocks); how often and how long the agent waits for it (ticks). */
const CROWD_RANGE = 5
const MAX_WAITS = 3
const WAIT_TICKS = 40
/** Distance from the eye at which placing is easy (blocks). */
const ARM = 3.6
const EYE_ABOVE_FEET = 1.12
/** Chests have a lid; barrels and shulker boxes open under a block. */
const LIDDED = /(^|_)chest$/

/** Places a block at a given position or on free ground nearby. */
export const place: Skill<PlaceArgs> = {
  name: 'place',
  effect: 'the block is placed',
  budget: () => 600,
  precondition({ body, registry }, { item }) {
    if (countOf(registry, body.carried, item) > 0) return null
    return { kind: 'missing-material', detail: `no ${item} to place` }
  },
  async run(context, { item, at }): Promise<Outcome> {
    const names = tagMembers(context.registry, item)
    if (at) return placeAt(context, names, at.floored())
    return (await putNearby(context, names))
      ? succeeded
      : failed('unreachable', `no free ground nearby for ${item}`)
  },
}

/**
 * Places a block of one of the given kinds on free ground within reach. Without free ground, it digs out the
 * fastest block for it. It hides the agent's stations only where there is no other place.
 * @returns the position; undefined when there is no room.
 */
export async function putNearby(
  context: SkillContext,
  names: readonly string[],
): Promise<Vec3 | undefined> {
  for (let waits = 0; ; waits++) {
    const place = await putOnce(context, names)
    if (place || waits === MAX_WAITS || !isCrowded(context)) return place
    await context.body.wait(WAIT_TICKS, context.signal)
  }
}

/** Whether another player is near enough to prevent the agent from placing blocks. */
function isCrowded({ body, memory }: SkillContext): boolean {
  return memory.entities(['player'], body.position, CROWD_RANGE).length > 0
}

async function putOnce(context: SkillContext, names: readonly string[]): Promise<Vec3 | undefined> {
  const { body } = context
  const positions = [...freePositions(body), ...diggablePositions(body)]
  const hides = positions.filter(hidesStation(context))
  for (const position of [...positions.filter((each) => !hides.includes(each)), ...hides]) {
    if (!body.traitsAt(position).open && !(await makeRoom(context, position))) continue
    if (names.some((name) => LIDDED.test(name)) && !(await makeRoomForLid(context, position)))
      continue
    if (await placeBlock(body, names, position, context.signal)) return position
  }
  return undefined
}

/** Tells whether a block at a position would hide a station of the agent that it can use from where it stands. */
function hidesStation({ body, agentState }: SkillContext): (position: Vec3) => boolean {
  const points = agentState.stations.places.flatMap((station) => {
    const aim = inReach(body, station) ? body.crosshair.find(station) : undefined
    return aim ? [aim.point] : []
  })
  return (position) => points.some((point) => isOnLine(body, point, position))
}

/**
 * Digs a block for its position. This checks the block again, because the agent may not have seen yet what it placed
 * there a moment ago.
 */
async function makeRoom(
  { body, agentState, signal }: SkillContext,
  position: Vec3,
): Promise<boolean> {
  if (agentState.stations.has(position) || !body.traitsAt(position).diggable) return false
  return digBlock(body, position, signal)
}

/** Digs a full block above a position, under which a chest does not open. */
async function makeRoomForLid(context: SkillContext, position: Vec3): Promise<boolean> {
  const { body } = context
  const above = position.offset(0, 1, 0)
  if (!body.traitsAt(above).blocksLight) return true
  if (body.traitsAt(above.offset(0, 1, 0)).falls || wouldFlood(body, above)) return false
  return makeRoom(context, above)
}

const AROUND: readonly Vec3[] = [1, -1].flatMap((side) => [
  new Vec3(side, 0, 0),
  new Vec3(0, 0, side),
  new Vec3(side, 1, 0),
  new Vec3(0, 1, side),
  new Vec3(side, 0, side),
  new Vec3(side, 0, -side),
  new Vec3(2 * side, 0, 0),
  new Vec3(0, 0, 2 * side),
])

function freePositions(body: Body): Vec3[] {
  return AROUND.map((offset) => body.feet.plus(offset)).filter(
    (position) => body.traitsAt(position).open && supportFor(body, position) !== undefined,
  )
}

function diggablePositions(body: Body): Vec3[] {
  const ticks = ({ x, y, z }: Vec3) => body.tools.choose(body.vision.state(x, y, z)).ticks
  return AROUND.map((offset) => body.feet.plus(offset))
    .filter(
      (position) =>
        Math.abs(position.x - body.feet.x) + Math.abs(position.z - body.feet.z) === 1 &&
        body.traitsAt(position).diggable &&
        !body.traitsAt(position.offset(0, 1, 0)).falls &&
        !wouldFlood(body, position),
    )
    .sort((a, b) => ticks(a) - ticks(b))
}

async function placeAt(
  { body, signal }: SkillContext,
  names: readonly string[],
  position: Vec3,
): Promise<Outcome> {
  const open = (at: Vec3) => body.traitsAt(at).open || body.traitsAt(at).water
  if (NEIGHBOURS.every(([dx, dy, dz]) => open(position.offset(dx, dy, dz))))
    return failed('unreachable', 'no block to place it against')
  const tried = new Set<string>()
  while (tried.size < TRIES) {
    if (!open(position))
      return failed('unreachable', `${withArticle(body.traitsAt(position).name)} is in the way`)
    const arrival = await travel(body, besides(position, tried), signal)
    if (arrival !== 'arrived') break
    if (await placeBlock(body, names, position, signal)) return succeeded
    tried.add(String(body.feet))
  }
  return failed('unreachable', 'no position from which to place it')
}

/** Goal: near a position, not in it, and not at a position that was tried before. */
function besides(position: Vec3, tried: ReadonlySet<string>): NavigationGoal {
  const away = ({ x, y, z }: Position) =>
    Math.hypot(x - position.x, y + EYE_ABOVE_FEET - position.y, z - position.z)
  const inTheWay = ({ x, y, z }: Position) =>
    x === position.x && z === position.z && (y === position.y || y === position.y - 1)
  return {
    dry: true,
    heuristic: (node) => Math.max(0, away(node) - ARM),
    isEnd: (node) =>
      away(node) <= ARM && !inTheWay(node) && !tried.has(String(new Vec3(node.x, node.y, node.z))),
  }
}
