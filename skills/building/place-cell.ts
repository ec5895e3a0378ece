import type { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import { digBlock } from '#body/dig'
import { NORMALS } from '#body/faces'
import { type TravelOptions, travel } from '#body/navigation/travel'
import { type PlacementAim, placeBlock, supportFor } from '#body/place'
import type { SkillContext } from '../core/skill.ts'
import { aimFor } from './orientation.ts'
import type { Cell, Site } from './site.ts'
import { isInPlace, Stance } from './stance.ts'

/** Limit on standing places for one block. */
const MAX_STANCES = 4
/** Limit on positions of a route to one block. */
const ROUTE_LIMIT = 3000
/** A fall from a roof that costs two hearts (blocks), and the health from which on the agent takes it (half hearts). */
const DEEP_DROP = 7
const MIN_HEALTH = 14
/** Items that place two blocks, and the time until the second is there (ticks). */
const DOUBLE = /_door$|_bed$/
const SECOND_HALF_TICKS = 2
const ALL_FACES = [0, 1, 2, 3, 4, 5] as const

/** Whether the agent can click for a cell from where it stands. */
export function isAtHand(body: Body, { at, block }: Cell): boolean {
  return !isInPlace(at, body.feet) && supportFor(body, at, [], aimFor(block)) !== undefined
}

/**
 * Places the block of a cell, from a place where it will face as planned.
 * @returns whether a block of its kind is there now.
 */
export function placeCell(context: SkillContext, site: Site, cell: Cell): Promise<boolean> {
  const { at, block, item } = cell
  return item === null
    ? Promise.resolve(false)
    : placeAt(context, site, { at, names: [item], aim: aimFor(block) })
}

/** Places a block of one of some kinds against a block of the site, or the ground. */
export async function placeAt(
  { body, signal }: SkillContext,
  site: Site,
  {
    at,
    names,
    aim,
  }: { readonly at: Vec3; readonly names: readonly string[]; readonly aim: PlacementAim },
): Promise<boolean> {
  const tried = new Set<string>()
  const clicks = (aim.faces ?? ALL_FACES).flatMap((face) => {
    const normal = NORMALS[face]
    const block = normal && at.minus(normal)
    return block && site.isSolid(block) ? [{ block, face }] : []
  })
  const stance = new Stance(
    body,
    at,
    clicks,
    (node) => isInPlace(at, node) || tried.has(`${node.x} ${node.y} ${node.z}`),
    aim.accepts,
  )
  for (let tries = 0; tries < MAX_STANCES; tries++) {
    const canClick = () => !isInPlace(at, body.feet) && supportFor(body, at, [], aim) !== undefined
    if (!canClick() || tries > 0) {
      if (!(await goTo(body, stance, signal))) return false
      body.vision.examine(at.x, at.y, at.z)
    }
    if (await placeBlock(body, names, at, signal, aim)) {
      body.vision.examine(at.x, at.y, at.z)
      if (names.some((name) => DOUBLE.test(name))) await lookBeside(body, at, signal)
      return true
    }
    const { x, y, z } = body.feet
    tried.add(`${x} ${y} ${z}`)
  }
  return false
}

/** Looks at the second half of a block that has just been placed: the server may show it later. */
async function lookBeside(body: Body, at: Vec3, signal: AbortSignal): Promise<void> {
  if (!body.vision.omnidirectional) await body.controls.lookAt(at.offset(0.5, 1, 0.5))
  await body.wait(SECOND_HALF_TICKS, signal)
  for (const { x, y, z } of NORMALS.map((normal) => at.plus(normal))) body.vision.examine(x, y, z)
}

/** Goes to a standing place: without scaffolding if that is possible, and over a fall that hurts little if nothing else is. */
async function goTo(body: Body, stance: Stance, signal: AbortSignal): Promise<boolean> {
  const ways: readonly TravelOptions[] = [
    { builds: false, isKnown: true },
    ...(body.fillerCount > 0 ? [{ builds: true, isKnown: true }] : []),
    ...(body.vitals.health >= MIN_HEALTH ? [{ maxDrop: DEEP_DROP, isKnown: true }] : []),
    // From nearer it may see a way.
    { builds: body.fillerCount > 0 },
  ]
  for (const way of ways)
    if ((await travel(body, stance, signal, { ...way, limit: ROUTE_LIMIT })) === 'arrived')
      return true
  return false
}

/** Digs a block that is in the way of a building. @returns whether it is gone. */
export async function removeBlock({ body, signal }: SkillContext, at: Vec3): Promise<boolean> {
  const tried = new Set<string>()
  const clicks = ALL_FACES.map((face) => ({ block: at, face }))
  const isBlocked = ({ x, y, z }: { x: number; y: number; z: number }) =>
    tried.has(`${x} ${y} ${z}`)
  const stance = new Stance(body, at, clicks, isBlocked)
  for (let tries = 0; tries < MAX_STANCES; tries++) {
    if (await digBlock(body, at, signal)) return true
    if (body.isProtected(at)) return false
    const hasArrived = await goTo(body, stance, signal)
    // The way there may lead through it.
    if (body.traitsAt(at).open) return true
    if (!hasArrived) return false
    const { x, y, z } = body.feet
    tried.add(`${x} ${y} ${z}`)
  }
  return digBlock(body, at, signal)
}
