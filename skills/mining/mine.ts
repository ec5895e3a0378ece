import type { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import { digThrough, inReach } from '#body/dig'
import { holdBackLiquids } from '#body/liquids'
import { GoalNear } from '#body/navigation/goal'
import { EASY_DIG, travel, travelToReach } from '#body/navigation/travel'
import { aimAt } from '#body/sight'
import type { ItemCounts } from '#goal/goal'
import { eachTarget, type Missing, missingTool, noSource } from '#goal/missing'
import type { KnownSource, SearchMethod } from '#goal/observation'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import type { Recipe } from '#goal/skill-spec'
import { type HarvestSource, harvestSources, minedItem } from '#knowledge/harvest'
import { countOf, tagMembers, tagOf } from '#knowledge/item-tags'
import { OVERWORLD, THE_NETHER } from '#knowledge/nether'
import { oreHeights } from '#knowledge/ores'
import type { Registry } from '#knowledge/registry'
import { satisfies, toolCost } from '#knowledge/tools'
import type { KnownBlock } from '#perception/world-memory'
import { defineGathering, gatheringEffect } from '../core/gathering.ts'
import { knownBlocks, touches } from '../core/known-sources.ts'
import { perform, type SkillContext } from '../core/skill.ts'
import type { SkillDefinition } from '../core/skill-definition.ts'
import { collect, stepOnto } from '../items/collect.ts'
import { discard } from '../items/discard.ts'
import { climbToward } from '../moving/climb-toward.ts'
import { catchDrop } from './catch-drop.ts'
import { digUnderfoot } from './dig-underfoot.ts'
import { isBuried, isOnLand, search, searchesFor } from './search.ts'
import { GRAVEL, siftGravel } from './sift-gravel.ts'
import { wearingOut, wornOut } from './wearing-out.ts'

/** Maximum number of further blocks to dig from one position. */
const MAX_AT_ONCE = 8
const PICKUP_RANGE = 8
const MIN_FREE_SLOTS = 2
/** Maximum distance at which to use a nearly broken pickaxe (blocks). */
const NEAR = 6
/** Time within which the server shows a block again that the agent may not dig (ticks). */
const ANSWER_TICKS = 6
/** Maximum way to common drops that are out of sight (ticks). */
const FETCH_TICKS = 120
/** Maximum number of failed searches before the goal fails. */
const MAX_SEARCHES = 3
/** Maximum number of unreachable blocks in a row before the goal fails. */
const MAX_UNREACHABLE = 6
/** Time to look on the land for the rest of what a goal asks for (ticks). With some of it, another plan may do. */
const REST_TICKS = 800
/** Limit on the way to a known block, in usual searches. */
const SEARCHES = 3
/** A way to gravel that is longer than this costs more than to sift carried gravel (ticks). */
const SIFT_TICKS = 60
/** Ratio of the search time for one variant (birch logs) to that for any member of its tag. */
const VARIANT_SEARCH = 3

/** Mines blocks that drop the item, vein by vein and with the best tool, and picks the drops up. */
export const mine: SkillDefinition = defineGathering({
  name: 'mine',
  verbs: 'mine dig chop cut fell quarry excavate harvest pick break punch'.split(' '),
  prompt: {
    form: 'mine({item: count}, tool)',
    meaning: 'dig blocks that give the item; tool is the weakest one that works, or null',
  },
  brings: (registry, item) => minedItem(registry, item) !== undefined,
  recipes,
  sources: (registry, { target }) =>
    Object.keys(target).flatMap((item) => sourcesOf(registry, item).map(({ block }) => block)),
  searches: (registry, { target }) =>
    Object.keys(target).flatMap((item) =>
      searchesFor(
        registry,
        sourcesOf(registry, item).map(({ block }) => block),
      ),
    ),
  stations: [{ name: THE_NETHER, isNear: ({ body }) => body.game.dimension === THE_NETHER }],
  missing: (registry, goal, inventory, near) =>
    eachTarget(goal, (item) => [
      ...missingFor(registry, item, inventory),
      ...missingPlace(registry, item, near.has(THE_NETHER)),
    ]),
  simulate: (registry, goal, inventory) =>
    gatheringEffect(goal, inventory, (item) => {
      const usable = sourcesOf(registry, item).find(({ tool }) => canUse(tool, inventory))
      return usable?.item ?? item
    }),
  budget: ({ count }) => 6000 + 150 * count,
  async run(context, { item, count, source, search: method = null, ...way }): Promise<Outcome> {
    const { body, registry, signal } = context
    let { targetY } = way
    const wanted = kindsWanted(context, item)
    const have = () =>
      [...wanted].reduce((sum, kind) => sum + countOf(registry, body.carried, kind), 0)
    const start = have()
    const goal = start + count
    let searches = 0
    let unreachable = 0
    let cannotSift = false
    const worn = wearingOut(context)
    let farthest = way.maxTicks ?? worthwhileTicks(context, item, method)
    const targetAmong = (blocks: readonly string[]) => {
      if (targetY !== undefined) return undefined
      const target = chosenTarget(context, blocks, source)
      if (!target) return undefined
      const isChosen = source?.position.equals(target.position) === true
      return isChosen || target.ticks < farthest ? target : undefined
    }
    while (have() < goal) {
      signal.throwIfAborted()
      if (body.inventory.freeSlots < MIN_FREE_SLOTS)
        await perform(context, discard, { slots: MIN_FREE_SLOTS + 2, keep: wanted })
      if (body.inventory.freeSlots === 0) return failed('inventory-full', 'no room for the drops')
      const blocks = blocksFor(context, item)
      if (blocks.length === 0) return failed('missing-tool', `no tool left for ${item}`)
      if (await digUnderfoot(context, { kinds: blocks, count: goal - have(), have })) continue
      const target = targetAmong(blocks)
      if (
        hasGravelFor(context, blocks) &&
        !cannotSift &&
        (target?.ticks ?? Infinity) > SIFT_TICKS
      ) {
        cannotSift = !(await perform(context, siftGravel, { enough: () => have() >= goal })).ok
        continue
      }
      if (!target) {
        if (++searches > MAX_SEARCHES) return failed('not-found', `no ${item} found`)
        const isRest = have() > start && isOnLand(context, blocks, method)
        const deadline = body.clock.tick + (isRest ? REST_TICKS : Number.POSITIVE_INFINITY)
        const isLate = () => body.clock.tick > deadline
        const found = await search(context, {
          item,
          blocks,
          // Drops that rolled away may turn up on the way.
          found: () => have() >= goal || targetAmong(blocks) !== undefined || isLate(),
          able: () => blocksFor(context, item).length > 0,
          method,
          targetY,
        })
        farthest = Number.POSITIVE_INFINITY
        targetY = undefined
        if (have() < goal && !targetAmong(blocks)) {
          if (!found.ok) return found
          if (isLate()) return failed('timeout', `found ${have() - start} of ${count} ${item}`)
        }
        continue
      }
      if (worn() && target.position.distanceTo(body.position) > NEAR) return wornOut(item)
      cannotSift = false
      if (isOnLand(context, blocks, method)) await climbToward(context, target.position, true)
      const before = have()
      const share = dropShare(context, item)
      const dug = await digVein(context, target, blocks, Math.ceil((goal - before) / share))
      unreachable = dug.length > 0 ? 0 : unreachable + 1
      if (unreachable >= MAX_UNREACHABLE)
        return failed('unreachable', `no way to any known ${item}`)
      const enough = () => have() >= goal
      if (dug.length > 0)
        await perform(context, collect, { kinds: wanted, range: PICKUP_RANGE, enough })
      const hasAll = () => have() >= Math.min(goal, before + dug.length)
      if (!hasAll() && share === 1)
        await lookForDrops(context, {
          wanted,
          places: dug,
          hasAll,
          worth: fetchTicks(context, item),
        })
      if (have() > before) searches = 0
    }
    return succeeded
  },
})

function sourcesOf(registry: Registry, item: string): readonly HarvestSource[] {
  return harvestSources(registry, minedItem(registry, item) ?? item)
}

function canUse(tool: string | null, inventory: ItemCounts): boolean {
  return tool === null || missingTool(tool, inventory).length === 0
}

function missingFor(registry: Registry, item: string, inventory: ItemCounts): Missing[] {
  const sources = minedItem(registry, item) === undefined ? [] : sourcesOf(registry, item)
  if (sources.length === 0) return noSource(item, sources)
  if (sources.some(({ tool }) => canUse(tool, inventory))) return []
  const [weakest] = sources
    .flatMap(({ tool }) => tool ?? [])
    .sort((a, b) => toolCost(a) - toolCost(b))
  return weakest === undefined ? [] : [{ kind: 'missing-tool', item: weakest }]
}

/** The dimension to go to, where the one around the agent has no block that drops the item. */
function missingPlace(registry: Registry, item: string, isInNether: boolean): Missing[] {
  const sources = sourcesOf(registry, item)
  const isThere = sources.length === 0 || sources.some(({ place }) => !place === !isInNether)
  if (isThere) return []
  return [{ kind: 'missing-station', item: isInNether ? OVERWORLD : THE_NETHER }]
}

/** One recipe for each tool that a source requires, by the source with the least work. */
function recipes(registry: Registry, name: string, unavailable: ReadonlySet<string>): Recipe[] {
  const byTool = new Map<string | null, Recipe>()
  const rarity = tagOf(registry, name) === undefined ? 1 : VARIANT_SEARCH
  for (const { block, expected, tool, abundance, place } of harvestSources(registry, name)) {
    if (unavailable.has(block)) continue
    const recipe: Recipe = {
      skill: 'mine',
      uses: {},
      makes: 1,
      burnTicks: 0,
      tool,
      wearEach: 1 / expected,
      tunnel: abundance.tunnel,
      searchTicks: abundance.searchTicks * rarity,
      eachTicks: abundance.eachTicks / expected,
      ...(place && { place }),
    }
    const best = byTool.get(tool)
    const work = (of: Recipe) => of.searchTicks + of.eachTicks
    if (!best || work(recipe) < work(best)) byTool.set(tool, recipe)
  }
  return [...byTool.values()]
}

/** The exact items that count toward the goal. */
function kindsWanted({ registry }: SkillContext, item: string): ReadonlySet<string> {
  const mined = minedItem(registry, item)
  return new Set(tagMembers(registry, mined ?? item))
}

/** Sources that drop the item when mined with the carried tools. */
function usableSources({ body, registry }: SkillContext, item: string): HarvestSource[] {
  const tools = Object.keys(body.carried)
  const mined = minedItem(registry, item) ?? item
  return harvestSources(registry, mined).filter(
    ({ tool }) => tool === null || tools.some((carried) => satisfies(carried, tool)),
  )
}

/** Blocks that drop the item when mined with the carried tools. */
function blocksFor(context: SkillContext, item: string): string[] {
  const usable = usableSources(context, item)
  // Leaves for apples, gravel for flint: use poor sources only without a good one.
  const best = Math.max(0, ...usable.map(({ expected }) => expected))
  return usable.filter(({ expected }) => expected >= best / 2).map(({ block }) => block)
}

/** Whether the agent carries gravel, and nothing else gives what it wants. */
function hasGravelFor({ body }: SkillContext, blocks: readonly string[]): boolean {
  return blocks.every((block) => block === GRAVEL) && (body.carried[GRAVEL] ?? 0) > 0
}

/** The average number of drops of one such block, at most 1. */
function dropShare(context: SkillContext, item: string): number {
  const usable = usableSources(context, item)
  return Math.min(1, Math.max(...usable.map(({ expected }) => expected)))
}

/** The known block that is easiest to reach and mine; the chosen source of the goal while it is still there. */
function chosenTarget(
  context: SkillContext,
  blocks: readonly string[],
  chosen?: KnownSource | null,
): KnownSource | undefined {
  const known = knownBlocks(context, blocks, Number.POSITIVE_INFINITY)
  return known.find(({ position }) => chosen?.position.equals(position)) ?? known[0]
}

/**
 * Mines a block and more of its kinds from the same position: all dry blocks of an ore, or as many as wanted of
 * other blocks.
 * @returns the positions of the mined blocks, without those that the server has shown again.
 */
async function digVein(
  context: SkillContext,
  target: KnownSource,
  blocks: readonly string[],
  wanted: number,
): Promise<Vec3[]> {
  const { body, registry, memory, signal } = context
  // Without a pickaxe, rock takes longer to dig than the gravel in it is worth.
  const digsRock = !isBuried(blocks) || body.tools.hasPickaxe
  const way = digsRock ? {} : { slowestDig: EASY_DIG }
  const arrival = await travelToReach(body, target.position, signal, way)
  if (arrival !== 'arrived' || !(await digOut(context, target))) {
    giveUp(body, target.position)
    return []
  }
  const atOnce = oreHeights(registry, target.kind) ? MAX_AT_ONCE : Math.min(MAX_AT_ONCE, wanted)
  const dug = [target.position]
  const isBack = (place: Vec3) => body.protectedLand.hasRefused(place)
  while (dug.length < atOnce && !dug.some(isBack)) {
    const next = memory
      .blocks(blocks, body.eye, {
        maxDistance: 6,
        limit: 32,
        accept: ({ position }) =>
          atHand(context, position) && (dug.length < wanted || !isWet(body, position)),
      })
      .find(({ position }) => 'point' in aimAt(body, position))
    if (!next) break
    if (await digOut(context, next)) dug.push(next.position)
    else if (!giveUp(body, next.position)) break
  }
  for (const place of dug.filter(isBack)) giveUp(body, place)
  return dug.filter((place) => !isBack(place))
}

/** Avoids a block for a while. @returns false when only the tool for it broke, and then does not avoid it. */
function giveUp(body: Body, place: Vec3): boolean {
  const { x, y, z } = place
  if (!body.tools.choose(body.vision.state(x, y, z)).harvests) return false
  body.avoided.add(place)
  return true
}

/** Digs a block and stops fluids from flowing into its place. */
async function digOut(
  { body, memory, signal }: SkillContext,
  { kind, position }: Pick<KnownBlock, 'kind' | 'position'>,
): Promise<boolean> {
  await catchDrop(body, position, signal)
  if (!(await digThrough(body, position, signal))) return false
  await holdBackLiquids(body, position, signal)
  const { protectedLand } = body
  if (protectedLand.isDoubtful(position))
    await body.until(() => protectedLand.hasRefused(position), ANSWER_TICKS, signal)
  // The agent may remember a block that was gone before, such as gravel that fell unseen in the dark.
  body.vision.examine(position.x, position.y, position.z)
  if (memory.kindAt(position) === kind) giveUp(body, position)
  return true
}

/**
 * The longest way to a known block before the agent searches for others (ticks). What lies in the rock may be below the feet, while
 * a block that the agent has once seen may lie beyond a sea.
 */
function worthwhileTicks(context: SkillContext, item: string, method: SearchMethod | null): number {
  const usable = usableSources(context, item)
  const blocks = usable.map(({ block }) => block)
  if (usable.length === 0 || isOnLand(context, blocks, method)) return Number.POSITIVE_INFINITY
  return SEARCHES * Math.min(...usable.map(({ abundance }) => abundance.searchTicks))
}

/** The longest way to drops that costs less than the search for other blocks (ticks). */
function fetchTicks(context: SkillContext, item: string): number {
  const searches = usableSources(context, item).map(({ abundance }) => abundance.searchTicks)
  return searches.length === 0 ? FETCH_TICKS : Math.max(FETCH_TICKS, Math.min(...searches))
}

interface Drops {
  readonly wanted: ReadonlySet<string>
  /** Positions of the mined blocks. */
  readonly places: readonly Vec3[]
  readonly hasAll: () => boolean
  /** Longest way to one of them (ticks). */
  readonly worth: number
}

/** Drops that are out of sight lie where the block was, or below. */
async function lookForDrops(
  context: SkillContext,
  { wanted, places, hasAll, worth }: Drops,
): Promise<void> {
  const { body, signal } = context
  for (const place of places) {
    if (hasAll()) return
    const goal = new GoalNear(place.x, place.y, place.z, 0.9)
    await travel(body, goal, signal, { until: hasAll, worth })
    if (!hasAll()) await stepOnto(context, place.offset(0.5, 0, 0.5))
    await perform(context, collect, { kinds: wanted, range: PICKUP_RANGE })
  }
}

/** Stopping a fluid costs more time than an extra block is worth. */
function isWet(body: Body, place: Vec3): boolean {
  return touches(body, place, ({ water }) => water)
}

/** Whether a block is within reach, not avoided, and not under the feet. */
function atHand({ body }: SkillContext, place: Vec3): boolean {
  const { x, y, z } = place
  if (body.avoided.has(x, y, z) || !inReach(body, place) || body.isProtected(place)) return false
  const feet = body.feet
  return !(x === feet.x && z === feet.z && y < feet.y) && !touches(body, place, ({ lava }) => lava)
}
