import type { Vec3 } from 'vec3'
import type { Body } from '../src/body/body.ts'
import { freeSlots } from '../src/body/carried.ts'
import type { CellTraits } from '../src/body/cells.ts'
import { digThrough, inReach } from '../src/body/dig.ts'
import { holdBackLiquids } from '../src/body/liquids.ts'
import { GoalNear } from '../src/body/navigation/goal.ts'
import { travel, travelToReach } from '../src/body/navigation/travel.ts'
import { aimAt } from '../src/body/sight.ts'
import { type Failure, failed, type Outcome, succeeded } from '../src/goal/outcome.ts'
import { harvestSources, minedItem } from '../src/knowledge/harvest.ts'
import { countOf, tagMembers } from '../src/knowledge/item-tags.ts'
import { oreHeights } from '../src/knowledge/ores.ts'
import { servesAs } from '../src/knowledge/tools.ts'
import type { KnownBlock } from '../src/perception/world-memory.ts'
import { collect } from './collect.ts'
import { discard } from './discard.ts'
import { search } from './search.ts'
import { perform, type Skill, type SkillContext } from './skill.ts'
import { wearingOut, wornOut } from './wearing-out.ts'

export interface MineArgs {
  /** Kind or tag to bring home. */
  readonly item: string
  readonly count: number
}

/** How many of the nearest known blocks are weighed against each other. */
const WEIGHED = 48
/** What else is dug from the same standing place at once. */
const MAX_AT_ONCE = 8
const PICKUP_RANGE = 8
const MIN_FREE_SLOTS = 2
/** A worn pickaxe still serves for what is no farther away (blocks). */
const NEAR = 6
/** What lies out of sight is not worth a longer way than this (ticks). */
const FETCH_TICKS = 120
/** Weights of choosing a target, in blocks of distance. */
const HEIGHT_WEIGHT = 1.2
const LAVA_WEIGHT = 60
const WATER_WEIGHT = 15
/** Searches that end without a result before the goal fails. */
const MAX_SEARCHES = 3

/** Digs blocks that drop what is wanted, vein by vein, with the best tool, and picks the drops up. */
export const mine: Skill<MineArgs> = {
  name: 'mine',
  effect: 'the inventory holds `count` more of `item`',
  budget: ({ count }) => 6000 + 150 * count,
  precondition(context, { item }) {
    if (blocksFor(context, item).length > 0) return null
    return missingTool(context, item)
  },
  async run(context, { item, count }): Promise<Outcome> {
    const { body, registry } = context
    const wanted = kindsWanted(context, item)
    const have = () =>
      [...wanted].reduce((sum, kind) => sum + countOf(registry, body.carried, kind), 0)
    const goal = have() + count
    let searches = 0
    const worn = wearingOut(context)
    while (have() < goal) {
      if (freeSlots(body.bot) < MIN_FREE_SLOTS)
        await perform(context, discard, { slots: MIN_FREE_SLOTS + 2, keep: wanted })
      if (freeSlots(body.bot) === 0) return failed('inventory-full', 'no room for what is dug')
      const blocks = blocksFor(context, item)
      if (blocks.length === 0) {
        const lacking = missingTool(context, item)
        return { ok: false, failure: lacking }
      }
      const target = nearestTarget(context, blocks)
      if (!target) {
        if (++searches > MAX_SEARCHES) return failed('not-found', `no ${item} found`)
        const found = await search(context, {
          item,
          blocks,
          found: () => nearestTarget(context, blocks) !== undefined,
          able: () => blocksFor(context, item).length > 0,
        })
        if (!found.ok) return found
        continue
      }
      if (worn() && target.position.distanceTo(body.position) > NEAR) return wornOut(item)
      const before = have()
      const dug = await digVein(context, target, blocks, goal - before)
      if (dug.length > 0) await perform(context, collect, { kinds: wanted, range: PICKUP_RANGE })
      const gained = () => have() > before
      if (dug.length > 0 && !gained()) await lookForDrops(context, wanted, dug, gained)
      if (gained()) searches = 0
    }
    return succeeded
  },
}

/** The exact kinds that count toward the goal. */
function kindsWanted({ registry }: SkillContext, item: string): ReadonlySet<string> {
  const mined = minedItem(registry, item)
  return new Set(tagMembers(registry, mined ?? item))
}

/** Blocks that drop the item when dug with what is carried. */
function blocksFor({ body, registry }: SkillContext, item: string): string[] {
  const tools = Object.keys(body.carried)
  const mined = minedItem(registry, item) ?? item
  const usable = harvestSources(registry, mined).filter(
    ({ tool }) => tool === null || tools.some((carried) => servesAs(carried, tool)),
  )
  // Leaves for an apple, gravel for flint: poor sources are used only where there is no good one.
  const best = Math.max(0, ...usable.map(({ expected }) => expected))
  return usable.filter(({ expected }) => expected >= best / 2).map(({ block }) => block)
}

function missingTool({ registry }: SkillContext, item: string): Failure {
  const sources = harvestSources(registry, minedItem(registry, item) ?? item)
  const tool = sources[0]?.tool
  return tool
    ? { kind: 'missing-tool', detail: `${item} needs a ${tool}` }
    : { kind: 'not-found', detail: `${item} cannot be had by digging` }
}

/** The known block that is least trouble to get at. */
function nearestTarget(context: SkillContext, blocks: readonly string[]): KnownBlock | undefined {
  const { body, memory } = context
  const known = memory.blocks(blocks, body.position, {
    limit: WEIGHED,
    accept: ({ position }) =>
      !body.avoided.has(position.x, position.y, position.z) && !body.dangers.near(position),
  })
  let best: KnownBlock | undefined
  let bestTrouble = Number.POSITIVE_INFINITY
  for (const block of known) {
    const trouble = troubleOf(context, block.position)
    if (trouble < bestTrouble) {
      best = block
      bestTrouble = trouble
    }
  }
  return best
}

function troubleOf({ body }: SkillContext, place: Vec3): number {
  const { x, y, z } = place
  const feet = body.feet
  const distance = Math.hypot(x - feet.x, z - feet.z) + Math.abs(y - feet.y) * HEIGHT_WEIGHT
  const underfoot = x === feet.x && z === feet.z && y === feet.y - 1
  const wet = touches(body, place, ({ water }) => water) ? WATER_WEIGHT : 0
  return distance + (touchesLava(body, place) ? LAVA_WEIGHT : 0) + wet + (underfoot ? 2 : 0)
}

function touchesLava(body: SkillContext['body'], place: Vec3): boolean {
  return touches(body, place, ({ lava }) => lava)
}

function touches(
  body: SkillContext['body'],
  { x, y, z }: Vec3,
  test: (traits: CellTraits) => boolean,
): boolean {
  const at = (dx: number, dy: number, dz: number) => test(body.traits(x + dx, y + dy, z + dz))
  return at(1, 0, 0) || at(-1, 0, 0) || at(0, 1, 0) || at(0, -1, 0) || at(0, 0, 1) || at(0, 0, -1)
}

/**
 * Digs a block and whatever else of its kinds can be dug from the same place: of ores all there is,
 * of other things no more than wanted.
 * @returns where blocks were dug.
 */
async function digVein(
  context: SkillContext,
  target: KnownBlock,
  blocks: readonly string[],
  wanted: number,
): Promise<Vec3[]> {
  const { body, registry, memory, signal } = context
  const arrival = await travelToReach(body, target.position, signal)
  if (arrival !== 'arrived' || !(await digOut(body, target.position, signal))) {
    body.avoided.add(target.position)
    return []
  }
  const atOnce = oreHeights(registry, target.kind) ? MAX_AT_ONCE : Math.min(MAX_AT_ONCE, wanted)
  const dug = [target.position]
  while (dug.length < atOnce) {
    const next = memory
      .blocks(blocks, body.eye, {
        maxDistance: 6,
        limit: 32,
        accept: ({ position }) => atHand(context, position),
      })
      .find(({ position }) => 'point' in aimAt(body, position))
    if (!next) break
    if (await digOut(body, next.position, signal)) dug.push(next.position)
    else body.avoided.add(next.position)
  }
  return dug
}

/** Digs a block and closes off what would flow into its place. */
async function digOut(body: Body, place: Vec3, signal: AbortSignal): Promise<boolean> {
  if (!(await digThrough(body, place, signal))) return false
  await holdBackLiquids(body, place, signal)
  return true
}

/** What was dug but is not to be seen lies where it was dug, or below. */
async function lookForDrops(
  context: SkillContext,
  wanted: ReadonlySet<string>,
  places: readonly Vec3[],
  found: () => boolean,
): Promise<void> {
  const { body, signal } = context
  for (const place of places) {
    if (found()) return
    const goal = new GoalNear(place.x, place.y, place.z, 0.9)
    await travel(body, goal, signal, { until: found, worth: FETCH_TICKS })
    await perform(context, collect, { kinds: wanted, range: PICKUP_RANGE })
  }
}

/** In reach, not avoided, and not what the feet stand on. */
function atHand({ body }: SkillContext, place: Vec3): boolean {
  const { x, y, z } = place
  if (body.avoided.has(x, y, z) || !inReach(body, place)) return false
  const feet = body.feet
  return !(x === feet.x && z === feet.z && y < feet.y) && !touchesLava(body, place)
}
