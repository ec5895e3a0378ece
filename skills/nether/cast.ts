import type { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import { canPour, pour, scoop } from '#body/bucket'
import { digThrough } from '#body/dig'
import { closeOff } from '#body/liquids'
import { GoalBlock } from '#body/navigation/goal'
import { travel } from '#body/navigation/travel'
import { travelFar } from '#body/navigation/travel-far'
import { isTooSlow } from '#body/navigation/view-of-body'
import { aimAt } from '#body/sight'
import { SIDES } from '#geometry/neighbours'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import type { SkillContext } from '../core/skill.ts'
import { scooping } from '../farming/fill.ts'
import { findLavaPool, lavaPool } from './lava-pool.ts'
import {
  type Cell,
  findMould,
  guardMould,
  HOLLOWS,
  isDrained,
  isPartOfMould,
  MOULD,
  releaseMould,
  standsAt,
} from './mould.ts'
import { OBSIDIAN, type PortalSite, placeAt } from './portal-site.ts'

const LAVA_BUCKET = 'lava_bucket'
const WATER_BUCKET = 'water_bucket'
const WATER = 'water'
const LAVA = 'lava'
/** The agent looks for spilled water within this distance (blocks). */
const SPILL_RANGE = 6
/** Positions around a block. */
const AROUND = [[0, 1, 0], ...SIDES.map(([dx, dz]) => [dx, 0, dz] as const), [0, -1, 0]] as const
/** The agent walks up to a pool until it is this near (blocks), before it chooses a site. */
const NEAR_POOL = 10
/** Further sites where the first fails, and attempts to scoop one bucket of lava. */
const MAX_SITES = 5
const MAX_SCOOPS = 6
/** A frame that has begun is given up when the work at it has failed this often. */
const MAX_MISSES = 2
/** The agent gives a site up when it was interrupted there this often before a part of the frame stands. */
const MAX_STARTS = 3
/** Attempts for each block of the frame. */
const TRIES = 6
/** Failed attempts for the first block, after which the agent looks for another site. */
const MAX_TRIES_FOR_FIRST = 1
/** The agent does not take a longer way to a stand (ticks), and searches no farther: the stands are close together. */
const WAY = { worth: 800, limit: 2000 }
/** Time within which the server must show that lava has hardened, and for water to drain (ticks). */
const ANSWER_TICKS = 12
const DRAIN_TICKS = 60

/**
 * Casts the frame of a portal from lava in a mould of rock, at another site where the first does not work. The agent pours lava into the place of each block, and at once water
 * beside it, so that the lava hardens before it flows.
 */
export async function castFrame(context: SkillContext): Promise<Outcome> {
  const { agentState } = context
  for (let sites = 0; ; sites++) {
    const last = agentState.portal.site
    if (last && agentState.portal.starts >= MAX_STARTS && !isBegun(context, last))
      giveUp(context, last)
    const site = agentState.portal.site ?? (await findSite(context))
    if (!('origin' in site)) return site
    agentState.portal.begin(site)
    const outcome = await castAt(context, site)
    if (outcome.ok) return outcome
    // The only way to the lava may lead through the rock around the frame.
    if (outcome.failure.kind === 'not-found') releaseMould(context.body, site)
    if (outcome.failure.kind !== 'unreachable') return outcome
    agentState.portal.miss()
    const mayResume = isBegun(context, site) && agentState.portal.misses < MAX_MISSES
    if (mayResume || sites >= MAX_SITES) return outcome
    giveUp(context, site)
  }
}

/** Whether a part of the frame stands. */
function isBegun(context: SkillContext, site: PortalSite): boolean {
  return MOULD.some((cell) => isCast(context, site, cell))
}

function giveUp({ body, agentState }: SkillContext, site: PortalSite): void {
  releaseMould(body, site)
  agentState.portal.fail()
}

/** A site beside a pool of lava, which the agent searches for if it knows none. @returns the failure if there is none. */
async function findSite(context: SkillContext): Promise<PortalSite | Outcome> {
  const { body, agentState, signal } = context
  if (!body.carried[LAVA_BUCKET] || !lavaPool(context, MOULD.length)) {
    const pool = await findLavaPool(context, MOULD.length)
    if (!pool.ok) return pool
  }
  const lava = lavaPool(context, MOULD.length)
  if (lava && lava.distanceTo(body.position) > NEAR_POOL)
    await travelFar(body, lava, NEAR_POOL, signal)
  const site = findMould(body, lava ?? body.feet, agentState.portal.failed)
  return site ?? failed('unreachable', 'no solid rock near the lava for a portal')
}

/** Casts what is left of the frame. */
async function castAt(context: SkillContext, site: PortalSite): Promise<Outcome> {
  const { body, signal } = context
  for (const cell of MOULD) {
    for (let tries = 0; !isCast(context, site, cell); tries++) {
      const outcome = await castBlock(context, site, cell, tries)
      if (outcome.ok) continue
      if (outcome.failure.kind !== 'unreachable') return outcome
      if (tries >= (isBegun(context, site) ? TRIES : MAX_TRIES_FOR_FIRST)) return outcome
    }
  }
  await body.until(() => isDrained(body, site), DRAIN_TICKS, signal)
  releaseMould(body, site)
  return succeeded
}

function isCast(context: SkillContext, site: PortalSite, { at }: Cell): boolean {
  return isObsidian(context, placeAt(site, ...at))
}

/** Fills a bucket with lava: from the known pool, or from another, which it tunnels for, when it is used up. */
async function fetchLava(context: SkillContext): Promise<Outcome> {
  const { body } = context
  const lava = scooping(context, LAVA, null)
  for (let tries = 0; tries < MAX_SCOOPS && !body.carried[LAVA_BUCKET]; tries++) {
    if (!body.carried.bucket) return failed('missing-material', 'no bucket for lava')
    const pool = await findLavaPool(context, 1)
    if (!pool.ok) return pool
    await lava.once()
  }
  return body.carried[LAVA_BUCKET] ? succeeded : failed('not-found', 'could not scoop any lava')
}

/** One attempt to cast a block. */
async function castBlock(
  context: SkillContext,
  site: PortalSite,
  { at, wet }: Cell,
  tries: number,
): Promise<Outcome> {
  const { body, signal } = context
  if (!body.tools.hasPickaxe) return failed('missing-tool', 'no pickaxe left for the frame')
  const [place, beside] = [placeAt(site, ...at), placeAt(site, ...wet)]
  if (!body.carried[LAVA_BUCKET]) {
    const filled = await fetchLava(context)
    if (!filled.ok) return filled
  }
  guardMould(body, site)
  if (!(await clearRoom(context, site))) return failed('unreachable', 'could not clear the frame')
  let hindrance = 'no way to the frame'
  for (const stand of standsAt(site, tries)) {
    const goal = new GoalBlock(stand.x, stand.y, stand.z)
    if ((await travel(body, goal, signal, WAY)) !== 'arrived') continue
    hindrance = 'could not dig a pocket'
    await body.until(() => isDrained(body, site), DRAIN_TICKS, signal)
    if (!(await hollow(context, beside)) || !(await hollow(context, place))) continue
    for (const pocket of [beside, place]) await seal(context, site, pocket)
    if (!body.carried[WATER_BUCKET]) return failed('missing-material', 'the water is lost')
    hindrance = 'nothing to pour against'
    if (!canPour(body, beside) || !canPour(body, place)) continue
    if (!(await pour(body, LAVA_BUCKET, place, signal))) continue
    try {
      const isThere = () => isLava(context, place)
      if (!(await body.until(isThere, ANSWER_TICKS, signal))) continue
      await pour(body, WATER_BUCKET, beside, signal)
      await body.until(() => isObsidian(context, place), ANSWER_TICKS, signal)
    } finally {
      // Lava begins to flow after 30 ticks.
      if (body.carried[WATER_BUCKET]) await recover(context, site, LAVA, place)
      else await recover(context, site, WATER, beside)
    }
    if (isObsidian(context, place)) return succeeded
  }
  return failed('unreachable', `could not cast a block of the frame: ${hindrance}`)
}

/** Digs the inside of the frame and the room before it. @returns whether both are clear. */
async function clearRoom(context: SkillContext, site: PortalSite): Promise<boolean> {
  const { body, signal } = context
  const left = () =>
    HOLLOWS.map((at) => placeAt(site, ...at)).filter((place) => !isClear(context, place))
  for (const stand of standsAt(site, 2)) {
    if (left().length === 0) return true
    const goal = new GoalBlock(stand.x, stand.y, stand.z)
    if ((await travel(body, goal, signal, WAY)) !== 'arrived') continue
    for (const place of left()) {
      if (!canDig(body, place) || !(await digThrough(body, place, signal))) continue
      await holdBackLava(context, place)
    }
  }
  return left().length === 0
}

function isClear({ body }: SkillContext, place: Vec3): boolean {
  body.vision.examine(place.x, place.y, place.z)
  const { open, water } = body.traitsAt(place)
  return open || water
}

/** Takes a liquid back, from another place where that is impossible from here. */
async function recover(
  context: SkillContext,
  site: PortalSite,
  liquid: string,
  poured: Vec3,
): Promise<void> {
  const { body, memory, signal } = context
  // A current may have turned the agent aside while it poured.
  const sources = () => [
    poured,
    ...memory
      .blocks([liquid], body.eye, { maxDistance: SPILL_RANGE, limit: 8 })
      .map(({ position }) => position)
      .filter((place) => body.traitsAt(place).source),
  ]
  const scoopAny = async () => {
    for (const source of sources()) if (await scoop(body, source, signal)) return true
    return false
  }
  if (await scoopAny()) return
  for (const stand of standsAt(site, 0)) {
    const goal = new GoalBlock(stand.x, stand.y, stand.z)
    await travel(body, goal, signal, { builds: false })
    if (await scoopAny()) return
  }
}

/** Digs a block of the mould away. @returns false where that is impossible from here. */
async function hollow(context: SkillContext, place: Vec3): Promise<boolean> {
  const { body, signal } = context
  if (isClear(context, place)) return true
  if (!canDig(body, place)) return false
  body.builds.release(place)
  if (!(await digThrough(body, place, signal))) return false
  await holdBackLava(context, place)
  return true
}

/** Whether a block is in sight and can be dug in time: obsidian, which lava and water left behind, cannot. */
function canDig(body: Body, place: Vec3): boolean {
  const { ticks } = body.tools.choose(body.vision.state(place.x, place.y, place.z))
  return 'point' in aimAt(body, place) && !isTooSlow(ticks)
}

/** Closes the sides of a pocket that open into a cave, so that a bucket pours into the pocket alone. */
async function seal({ body, signal }: SkillContext, site: PortalSite, place: Vec3): Promise<void> {
  for (const [dx, dy, dz] of AROUND) {
    const beside = place.offset(dx, dy, dz)
    if (isPartOfMould(site, beside)) continue
    body.vision.examine(beside.x, beside.y, beside.z)
    const { open, water } = body.traitsAt(beside)
    if (open || water) await closeOff(body, beside, signal)
  }
}

function isLava({ body }: SkillContext, place: Vec3): boolean {
  body.vision.examine(place.x, place.y, place.z)
  return body.traitsAt(place).lava
}

/** Closes off lava around a place. */
async function holdBackLava({ body, signal }: SkillContext, place: Vec3): Promise<void> {
  for (const [dx, dy, dz] of AROUND) {
    const beside = place.offset(dx, dy, dz)
    body.vision.examine(beside.x, beside.y, beside.z)
    if (body.traitsAt(beside).lava) await closeOff(body, beside, signal)
  }
}

function isObsidian({ body, memory }: SkillContext, place: Vec3): boolean {
  body.vision.examine(place.x, place.y, place.z)
  return memory.kindAt(place) === OBSIDIAN
}
