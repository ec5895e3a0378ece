import type { Vec3 } from 'vec3'
import { digBlock } from '#body/dig'
import { GoalNear } from '#body/navigation/goal'
import { travel } from '#body/navigation/travel'
import { travelFar } from '#body/navigation/travel-far'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { counted } from '#wire/wording'
import { perform, type Skill, type SkillContext } from '../core/skill.ts'
import { collect } from '../items/collect.ts'
import { type Blueprint, billOf } from './blueprint.ts'
import { inspectSite, lookAtCell, lookAtSite } from './inspect-site.ts'
import { isAtHand, placeCell, removeBlock } from './place-cell.ts'
import { removeScaffolds, scaffoldsOf, scaffoldTo } from './scaffold.ts'
import { type Cell, Site, type Tally } from './site.ts'

export interface BuildArgs {
  readonly blueprint: Blueprint
  /** Where the corner of the blueprint with the lowest coordinates lies. */
  readonly corner: Vec3
  /** Receives how much stands, whenever that changes. */
  readonly onTally: (tally: Tally) => void
}

/** Budget for the way there, and for each block (ticks). */
const WAY_TICKS = 6000
const EACH_TICKS = 120
const MAX_TICKS = 60_000
/** The agent begins to look at the site within this distance of its box (blocks). */
const NEAR = 6
/** More than twice the height of a world (blocks). */
const RANKS = 8192
/** Limit on attempts at one cell between two successes. */
const MAX_ATTEMPTS = 3
/** Number of blocks for scaffolding below which the agent takes some back. */
const MIN_FILLER = 6
/** Distance of dug materials that the agent picks up (blocks). */
const PICKUP_RANGE = 6

/** Leaves within this distance may hide a cell from the agent (blocks), and the offsets of all places within it. */
const HIDING = 2
const STEPS = Array.from({ length: 2 * HIDING + 1 }, (_, i) => i - HIDING)
const AROUND = STEPS.flatMap((x) => STEPS.flatMap((y) => STEPS.map((z) => [x, y, z] as const)))

/** Blocks that others carry come first; then what hangs on them, and doors, which would shut the agent in or out. */
const ATTACHED =
  /torch$|sign$|banner$|button$|lever$|carpet$|lantern$|rail$|pressure_plate$|^redstone_wire$/
const DOOR = /_door$|fence_gate$/

/** Builds a blueprint from carried materials. What stands already counts, so that an interrupted run is resumed. */
export const build: Skill<BuildArgs> = {
  name: 'build',
  effect: 'the blocks of the blueprint stand at the place',
  budget: ({ blueprint }) =>
    Math.min(MAX_TICKS, WAY_TICKS + EACH_TICKS * (blueprint.blocks.length + blueprint.air.length)),
  precondition: () => null,
  async run(context, { blueprint, corner, onTally }): Promise<Outcome> {
    const { body, signal } = context
    const site = new Site(body, blueprint, corner)
    const isThere = () => site.isNear(body.feet, NEAR)
    if (!isThere()) {
      await travelFar(body, site.centre, NEAR, signal, { until: isThere })
      if (!isThere()) return failed('unreachable', `found no path to the building site`)
    }
    await lookAtSite(context, site)
    // Of a building that was begun, the agent has to know what is missing.
    if (site.tally.standing > 0) await inspectSite(context, site)
    onTally(site.tally)
    const release = body.reserve(new Set(Object.keys(billOf(body.registry, blueprint.blocks))))
    const endClaim = body.builds.claim((kind, place) =>
      site.isNear(place, kind.endsWith('leaves') ? HIDING : 0),
    )
    try {
      return await buildAt(context, site, onTally)
    } finally {
      release()
      endClaim()
    }
  },
}

/** Builds what is missing, looks at the whole building, repairs it, and removes the scaffolding. */
async function buildAt(
  context: SkillContext,
  site: Site,
  onTally: BuildArgs['onTally'],
): Promise<Outcome> {
  await clearAir(context, site)
  const lacking = await placeAll(context, site, () => onTally(site.tally))
  await inspectSite(context, site)
  if (lacking === null) await placeAll(context, site, () => onTally(site.tally))
  await removeScaffolds(context, site)
  await perform(context, collect, { range: PICKUP_RANGE })
  // To pick up what lies on the roof, the agent may have climbed.
  await removeScaffolds(context, site)
  const { tally } = site
  onTally(tally)
  if (tally.standing + tally.unseen === tally.planned) return succeeded
  const text = `${tally.standing} of ${counted(tally.planned, 'block')} as planned`
  return lacking === null
    ? failed('unreachable', `could not place the others: ${text}`)
    : failed('missing-material', `no ${lacking} to place: ${text}`)
}

/** Digs what is in the places that must be empty. What the agent remembers there may be gone, and sand may fall into a dug place. */
async function clearAir(context: SkillContext, site: Site): Promise<void> {
  const attempts = new Map<string, number>()
  const attemptsAt = (place: Vec3) => attempts.get(String(place)) ?? 0
  for (;;) {
    const next = site.obstacles.find((place) => attemptsAt(place) < MAX_ATTEMPTS)
    if (!next) break
    const isGone = await removeBlock(context, next)
    attempts.set(String(next), isGone ? attemptsAt(next) + 1 : MAX_ATTEMPTS)
  }
}

/**
 * Places all blocks, the lowest first, for which there is material.
 * @returns an item that is missing; null when the agent carries all that it could place.
 */
async function placeAll(
  context: SkillContext,
  site: Site,
  onProgress: () => void,
): Promise<string | null> {
  const { body } = context
  const attempts = new Map<Cell, number>()
  for (;;) {
    keepStanding(context, site)
    const pending = site.cells.filter(
      (cell) => site.state(cell) !== 'standing' && (attempts.get(cell) ?? 0) < MAX_ATTEMPTS,
    )
    const carried = pending.filter(({ item }) => item !== null && (body.carried[item] ?? 0) > 0)
    const next = nextCell(context, site, carried)
    if (!next) return pending.find(({ item }) => item !== null)?.item ?? null
    const tried = attempts.get(next) ?? 0
    attempts.set(next, tried + 1)
    if (tried > 0) await clearLeaves(context, site, next)
    if (!(await work(context, site, next))) {
      await reclaimScaffolds(context, site)
      continue
    }
    attempts.clear()
    onProgress()
  }
}

/** Goes near a cell and digs the leaves around it that it can reach from there, the nearest first. */
async function clearLeaves(
  { body, signal }: SkillContext,
  site: Site,
  { at }: Cell,
): Promise<void> {
  const leaves = () =>
    AROUND.map(([x, y, z]) => at.offset(x, y, z))
      .filter((place) => body.traitsAt(place).name.endsWith('leaves') && !site.isPlanned(place))
      .sort((a, b) => a.distanceTo(body.eye) - b.distanceTo(body.eye))
  if (leaves().length === 0) return
  await travel(body, new GoalNear(at.x, at.y, at.z, HIDING), signal, { isKnown: true })
  for (let left = Number.POSITIVE_INFINITY; leaves().length < left; ) {
    left = leaves().length
    for (const place of leaves()) await digBlock(body, place, signal)
  }
}

/** Takes scaffolding back when little is left to climb with. */
async function reclaimScaffolds(context: SkillContext, site: Site): Promise<void> {
  if (context.body.fillerCount >= MIN_FILLER || scaffoldsOf(context, site).length === 0) return
  await removeScaffolds(context, site)
  await perform(context, collect, { range: PICKUP_RANGE })
}

/** Works on one cell. @returns whether its block is as planned now. */
async function work(context: SkillContext, site: Site, cell: Cell): Promise<boolean> {
  if (!site.isKnown(cell)) await lookAtCell(context, cell)
  if (site.state(cell) === 'standing') return true
  if (site.state(cell) !== 'free' && !(await removeBlock(context, cell.at))) return false
  if (!site.isSupported(cell) && !(await scaffoldTo(context, site, cell))) return false
  if (!(await placeCell(context, site, cell))) return false
  return site.state(cell) === 'standing'
}

/** Nothing digs what stands, not even to make a way. */
function keepStanding({ body }: SkillContext, site: Site): void {
  for (const cell of site.cells)
    if (site.state(cell) === 'standing') body.builds.keep(cell.at, cell.block.name)
    else body.builds.release(cell.at)
}

/** The next cell: of the lowest ones that have a support, the one at hand, or else the nearest. */
function nextCell({ body }: SkillContext, site: Site, cells: readonly Cell[]): Cell | undefined {
  const supported = cells.filter((cell) => site.isSupported(cell))
  const some = supported.length > 0 ? supported : cells
  const first = Math.min(...some.map(order))
  const group = some
    .filter((cell) => order(cell) === first)
    .sort((a, b) => a.at.distanceTo(body.position) - b.at.distanceTo(body.position))
  return group.find((cell) => isAtHand(body, cell)) ?? group[0]
}

/** Place of a cell in the order of building. Ladders grow with the walls, because the agent climbs them. */
function order({ at, block }: Cell): number {
  const rank = DOOR.test(block.name) ? 2 : ATTACHED.test(block.name) ? 1 : 0
  return rank * RANKS + 2 * at.y + (block.name === 'ladder' ? 1 : 0)
}
