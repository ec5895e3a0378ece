import { Vec3 } from 'vec3'
import { throwOne, throwOut } from '#body/clicks'
import { GoalNear } from '#body/navigation/goal'
import { EASY_DIG, travel } from '#body/navigation/travel'
import { type Failure, failed, type Outcome, succeeded } from '#goal/outcome'
import { countOf, tagMembers } from '#knowledge/item-tags'
import { EYE_HEIGHT } from '#knowledge/player-size'
import { perform, type Skill, type SkillContext } from '../core/skill.ts'
import { approachPlayer, knownPlayer } from '../pursuit/approach-player.ts'
import { collect } from './collect.ts'

export interface GiveArgs {
  /** Name of the player. */
  readonly player: string
  /** Item or tag to give. */
  readonly item: string
  readonly count: number
  /** Hears of each throw, for those who must not hand anything over twice. */
  readonly throws?: Throws
}

export interface Throws {
  /** A throw begins. @param held what the agent carries of the item. */
  begin(held: number): void
  /** The server has confirmed a throw; below 0, the agent has picked items up again that the player did not get. */
  end(count: number): void
}

interface Band {
  readonly min: number
  readonly max: number
}

/** The agent throws items from this distance (blocks): a thrown item flies about two blocks. */
const RANGE = 2.5
/** Distances from the player at which the agent throws, and waits out of reach of the items (blocks). */
const THROWING: Band = { min: 1.4, max: RANGE }
const WAITING: Band = { min: 3, max: 4.5 }
/** Limit on the rounds in which the agent picks up what the player did not get, and throws it again. */
const MAX_ROUNDS = 3
/** Distance within which thrown items lie (blocks). */
const LYING_RANGE = 5
/** Height at which the agent aims (blocks): items come down near the player's feet, and do not fly past. */
const KNEE_HEIGHT = 0.6
/** Distance of the points that must be free on the way of a throw (blocks). */
const CLEAR_STEP = 0.25
/** Time until the agent sees what lies before the player (ticks). */
const NOTICE_TICKS = 4
/** Time until the server knows where the agent looks (ticks). */
const TURN_TICKS = 2
/** Time for the server to confirm a throw (ticks). */
const ANSWER_TICKS = 10
/** Limit on throws, which confirm one by one. */
const MAX_THROWS = 256
/** Time in which a player picks up what was thrown there (ticks): in the first 40, the game lets no player do so. */
const PICKUP_TICKS = 50

/** Walks to a player and throws items to it. */
export const give: Skill<GiveArgs> = {
  name: 'give',
  effect: 'the player has picked up `count` of `item`',
  budget: ({ count }) => 6000 + 4 * count,
  precondition: (world, { item, count }) => lackOf(world, item, count),
  async run(context, args): Promise<Outcome> {
    const { body, registry, signal } = context
    const { player, item, count, throws } = args
    const held = () => countOf(registry, body.carried, item)
    const kinds = new Set(tagMembers(registry, item))
    let left = count
    for (let round = 1; ; round++) {
      const came = await perform(context, approachPlayer, { player, range: RANGE })
      if (!came.ok) return came
      await keepDistance(context, player, THROWING)
      body.release()
      // Blocks may have gone into the way.
      const lack = lackOf(context, item, left)
      if (lack) return { ok: false, failure: lack }
      const before = new Set(lyingThere(context, item))
      const since = body.clock.tick
      const trouble = await throwDown(context, args, held() - left)
      if (trouble) return trouble
      const lacking = () => left - body.pickUps.count(player, kinds, since)
      const thrownAt = body.clock.tick
      await keepDistance(context, player, WAITING)
      const wait = Math.max(1, thrownAt + PICKUP_TICKS - body.clock.tick)
      await body.until(() => lacking() <= 0, wait, signal)
      if (lacking() <= 0) return succeeded
      await face(context, player)
      await body.wait(NOTICE_TICKS, signal)
      const isLying = lyingThere(context, item).some((id) => !before.has(id))
      if (!isLying && !body.pickUps.areTold) return succeeded
      const carried = held()
      if (isLying && round < MAX_ROUNDS)
        await perform(context, collect, { kinds, range: LYING_RANGE, except: before })
      const regained = Math.min(lacking(), held() - carried)
      if (regained <= 0) {
        if (lacking() <= 0) return succeeded
        const taken = left - lacking()
        return failed('timeout', `${player} has picked up ${taken} of ${left} ${item} thrown there`)
      }
      left = regained
      throws?.end(-left)
    }
  },
}

function lackOf(
  { body, registry }: Pick<SkillContext, 'body' | 'registry'>,
  item: string,
  count: number,
): Failure | null {
  const lacking = count - countOf(registry, body.carried, item)
  return lacking <= 0
    ? null
    : { kind: 'missing-material', detail: `the inventory lacks ${lacking} ${item}` }
}

/** Throws items at a player until `kept` of them are left. @returns a failure, or null. */
async function throwDown(
  context: SkillContext,
  { player, item, throws }: GiveArgs,
  kept: number,
): Promise<Outcome | null> {
  const { body, registry, signal } = context
  const held = () => countOf(registry, body.carried, item)
  await face(context, player)
  // The server throws in the direction that it knows.
  await body.wait(TURN_TICKS, signal)
  for (let attempts = 0; attempts < MAX_THROWS && held() > kept; attempts++) {
    await face(context, player)
    const left = held() - kept
    const stacks = body.inventory.stacksOf(tagMembers(registry, item))
    const whole = stacks.findLast((stack) => stack.count <= left)
    const [stack] = stacks
    if (!stack) return failed('missing-material', `the ${item} left is worn`)
    await body.hands.readyToClick(signal)
    const before = held()
    throws?.begin(before)
    await (whole ? throwOut(body, whole) : throwOne(body, stack))
    await body.until(() => held() < before, ANSWER_TICKS, signal)
    // A death empties the inventory, too.
    throws?.end(Math.min(before - held(), whole?.count ?? 1))
  }
  return held() <= kept ? null : failed('timeout', `the server did not take all the ${item}`)
}

/** The item entities of that name in sight where the agent has thrown items. */
function lyingThere({ body, memory, registry }: SkillContext, item: string): number[] {
  const kinds = new Set(tagMembers(registry, item))
  return memory
    .entities(['item', 'Item'], body.position, LYING_RANGE)
    .filter(({ item: kind, visible }) => visible && kind !== undefined && kinds.has(kind))
    .map(({ id }) => id)
}

/** Goes to a distance from a player, if there is a place for it nearby. */
async function keepDistance(
  { body, memory, signal }: SkillContext,
  player: string,
  band: Band,
): Promise<void> {
  const known = knownPlayer({ body, memory }, player)
  if (!known) return
  const isFine = (place: Vec3) =>
    known.position.xzDistanceTo(place) >= band.min &&
    (band !== THROWING || isClear(body, place, known.position))
  if (isFine(body.position)) return
  const place = placesAround(body, known.position, band).find((one) =>
    isFine(one.offset(0.5, 0, 0.5)),
  )
  if (!place) return
  const goal = new GoalNear(place.x, place.y, place.z, 0)
  await travel(body, goal, signal, { slowestDig: EASY_DIG })
}

/** Whether no block is in the way of items that are thrown from one place to another. */
function isClear(body: SkillContext['body'], from: Vec3, to: Vec3): boolean {
  const eye = from.offset(0, EYE_HEIGHT, 0)
  const way = to.offset(0, KNEE_HEIGHT, 0).minus(eye)
  const steps = Math.ceil(way.norm() / CLEAR_STEP)
  for (let step = 0; step < steps; step++)
    if (!body.traitsAt(eye.plus(way.scaled(step / steps)).floored()).open) return false
  return true
}

/** Places to stand within a band of distances around a player, the nearest first. */
function placesAround(body: SkillContext['body'], centre: Vec3, { min, max }: Band): Vec3[] {
  const { x, y, z } = centre.floored()
  const reach = Math.ceil(max)
  const found: Vec3[] = []
  for (let dx = -reach; dx <= reach; dx++)
    for (let dz = -reach; dz <= reach; dz++)
      for (const height of [y, y + 1, y - 1]) {
        const place = new Vec3(x + dx, height, z + dz)
        const distance = place.offset(0.5, 0, 0.5).xzDistanceTo(centre)
        const isFree =
          body.traitsAt(place).open &&
          body.traitsAt(place.offset(0, 1, 0)).open &&
          body.traitsAt(place.offset(0, -1, 0)).floor
        if (isFree && distance >= min && distance <= max) found.push(place)
      }
  return found.sort((a, b) => a.distanceTo(body.position) - b.distanceTo(body.position))
}

async function face(context: SkillContext, player: string): Promise<void> {
  const known = knownPlayer(context, player)
  if (known) await context.body.controls.lookAt(known.position.offset(0, KNEE_HEIGHT, 0))
}
