import type { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import { FishingLine } from '#body/fishing-line'
import type { NavigationGoal } from '#body/navigation/goal'
import type { Position } from '#body/navigation/position'
import { travel } from '#body/navigation/travel'
import { takeInHand } from '#body/place'
import { firstBlockBetween } from '#body/sight'
import { eachTarget, missingTool, noSource } from '#goal/missing'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { fishingShare } from '#knowledge/fishing'
import type { Registry } from '#knowledge/registry'
import type { KnownBlock } from '#perception/world-memory'
import { defineGathering, gatheringEffect } from '../core/gathering.ts'
import { perform, type SkillContext } from '../core/skill.ts'
import type { SkillDefinition } from '../core/skill-definition.ts'
import { collect } from '../items/collect.ts'
import { explore } from '../mining/explore.ts'
import { swimOut } from '../moving/swim-out.ts'

const ROD = 'fishing_rod'
const WATER = new Set(['water'])

/** Typical time to find water (ticks). */
const SEARCH_TICKS = 400
/** Time from one cast to the next (ticks): 350 until a fish appears, 50 until it bites, and the handling. */
const CATCH_TICKS = 430
/** The budget is this many times the expected time, because a catch is random. */
const PATIENCE = 3
/** Least and greatest distance of a cast, and greatest height above the water (blocks). */
const MIN_CAST = 1.5
const MAX_CAST = 5.5
const MAX_HEIGHT = 4
/** Height of the eyes above the feet, and of the water's surface in its block (blocks). */
const EYES = 1.62
const SURFACE = 0.9
/** Fish bite later below a roof; the agent checks this far above the water for one (blocks). */
const ROOF = 6
/** Time until the server knows where the agent looks (ticks). */
const TURN_TICKS = 2
/** Longest flight of the hook, and longest wait for a bite below a roof (ticks). */
const FLIGHT_TICKS = 60
const BITE_TICKS = 1500
/** Flight of a catch (ticks), and the distance by which it may fall short (blocks). */
const CATCH_FLIGHT_TICKS = 30
const PICKUP_RANGE = 5
/** Failed casts in a row before the goal fails. */
const MAX_FAILURES = 6
/** The agent avoids water within this distance of water whose bank it could not reach (blocks). */
const AVOID_RADIUS = 3

/** Catches fish and treasure with a fishing rod from the bank of still water. */
export const fish: SkillDefinition = defineGathering({
  name: 'fish',
  verbs: ['fish', 'angle'],
  prompt: {
    form: "fish({item: count}, 'fishing_rod')",
    meaning: 'catch cod, salmon, pufferfish or tropical_fish with a rod at the water',
  },
  brings: (registry, item) => shareOf(registry, item) > 0,
  recipes(registry, item, unavailable) {
    const share = shareOf(registry, item)
    if (share === 0 || unavailable.has('water')) return []
    const recipe = { skill: 'fish', uses: {}, makes: 1, burnTicks: 0, tool: ROD, tunnel: 0 }
    const eachTicks = CATCH_TICKS / share
    return [{ ...recipe, wearEach: 1 / share, searchTicks: SEARCH_TICKS, eachTicks }]
  },
  sources: () => [...WATER],
  missing: (registry, goal, inventory) => [
    ...eachTarget(goal, (item) => noSource(item, [shareOf(registry, item)].filter(Boolean))),
    ...missingTool(ROD, inventory),
  ],
  simulate: (_registry, goal, inventory) => gatheringEffect(goal, inventory, (item) => item),
  budget: ({ item, count }) =>
    5000 + Math.ceil((PATIENCE * CATCH_TICKS * count) / (fishingShare(item) || 1)),
  async run(context, { item, count, source }): Promise<Outcome> {
    const { body } = context
    const wanted = (body.carried[item] ?? 0) + count
    let water = nearestWater(context, source?.position ?? body.position)
    let failures = 0
    while ((body.carried[item] ?? 0) < wanted) {
      if (!body.carried[ROD]) return failed('missing-tool', 'the fishing rod broke')
      water ??= nearestWater(context, body.position)
      if (!water) {
        const found = () => nearestWater(context, body.position) !== undefined
        const search = await perform(context, explore, { sought: 'water', grounds: WATER, found })
        if (!search.ok) return search
        continue
      }
      if (body.footing.inWater && (await perform(context, swimOut, null)).ok) {
        water = undefined
        continue
      }
      const end = await catchOne(context, water)
      if (end === 'caught') {
        failures = 0
        continue
      }
      avoidWater(body, water, end === 'unreachable' ? AVOID_RADIUS : 0)
      water = undefined
      if (++failures >= MAX_FAILURES) return failed('unreachable', 'no fish bit')
    }
    return succeeded
  },
})

function shareOf(registry: Registry, item: string): number {
  return registry.hasItem(item) ? fishingShare(item) : 0
}

/** The nearest usable water, preferably with water on all sides. */
function nearestWater({ body, memory }: SkillContext, from: Vec3): Vec3 | undefined {
  const nearest = (accept: (block: KnownBlock) => boolean) =>
    memory.blocks(WATER, from, { limit: 1, accept })[0]?.position
  const isUsable = ({ position }: KnownBlock) =>
    isSurface(body, position) &&
    !body.avoided.has(position.x, position.y, position.z) &&
    !body.dangers.near(position)
  return (
    nearest((block) => isUsable(block) && isAmidWater(body, block.position)) ?? nearest(isUsable)
  )
}

/** Avoids a block of water and those within a radius for a while (blocks). */
function avoidWater({ avoided }: Body, water: Vec3, radius: number): void {
  for (let dx = -radius; dx <= radius; dx++)
    for (let dz = -radius; dz <= radius; dz++) avoided.add(water.offset(dx, 0, dz))
}

/** Whether a block is a water source with air above it and no known roof. */
function isSurface(body: Body, place: Vec3): boolean {
  const isAir = (up: number) => /air$/.test(body.traitsAt(place.offset(0, up, 0)).name)
  if (!body.traitsAt(place).source || !isAir(1)) return false
  for (let up = 2; up <= ROOF; up++)
    if (body.vision.isKnown(place.x, place.y + up, place.z) && !isAir(up)) return false
  return true
}

function isAmidWater(body: Body, place: Vec3): boolean {
  for (let dx = -1; dx <= 1; dx++)
    for (let dz = -1; dz <= 1; dz++) if (!body.traitsAt(place.offset(dx, 0, dz)).water) return false
  return true
}

/** Goal: to stand on the bank with a free line to a block of water. */
class GoalBank implements NavigationGoal {
  readonly dry = true
  readonly #body: Body
  readonly #water: Vec3

  constructor(body: Body, water: Vec3) {
    this.#body = body
    this.#water = water
  }

  heuristic({ x, z }: Position): number {
    return Math.max(0, this.#along(x, z) - MAX_CAST)
  }

  isEnd({ x, y, z }: Position): boolean {
    const along = this.#along(x, z)
    const up = y - this.#water.y
    if (along < MIN_CAST || along > MAX_CAST || up < 1 || up > MAX_HEIGHT) return false
    const eye = this.#water.offset(x - this.#water.x + 0.5, up + EYES, z - this.#water.z + 0.5)
    return firstBlockBetween(this.#body, eye, surfaceOf(this.#water)) === null
  }

  #along(x: number, z: number): number {
    return Math.hypot(x - this.#water.x, z - this.#water.z)
  }
}

function surfaceOf(water: Vec3): Vec3 {
  return water.offset(0.5, SURFACE, 0.5)
}

/** Walks to the bank, casts at a block of water, and reels in the catch. */
async function catchOne(
  context: SkillContext,
  water: Vec3,
): Promise<'caught' | 'nothing' | 'unreachable'> {
  const { body, signal } = context
  body.intent.aimAt(water)
  const arrival = await travel(body, new GoalBank(body, water), signal)
  if (arrival !== 'arrived') return 'unreachable'
  if (!(await takeInHand(body, [ROD], signal))) return 'nothing'
  const before = carriedInAll(body)
  const line = new FishingLine(body)
  try {
    await body.hands.readyToUse(signal)
    await body.controls.lookAt(surfaceOf(water))
    await body.wait(TURN_TICKS, signal)
    await line.cast(signal)
    const hasBite = await awaitBite(body, line, signal)
    if (line.isOut) await line.pullIn(signal)
    if (!hasBite) return 'nothing'
  } finally {
    line.close()
  }
  const hasCome = () => carriedInAll(body) > before
  if (!(await body.until(hasCome, CATCH_FLIGHT_TICKS, signal)))
    await perform(context, collect, { range: PICKUP_RANGE })
  return hasCome() ? 'caught' : 'nothing'
}

/** Watches the bobber until a fish bites; false where it landed on the ground, or is lost. */
async function awaitBite(body: Body, line: FishingLine, signal: AbortSignal): Promise<boolean> {
  const isAfloat = () => line.bobber !== undefined && body.traitsAt(line.bobber.floored()).water
  if (!(await body.until(isAfloat, FLIGHT_TICKS, signal))) return false
  if (line.bobber) await body.controls.lookAt(line.bobber)
  await body.until(() => line.hasBite || !line.isOut, BITE_TICKS, signal)
  return line.hasBite
}

function carriedInAll({ carried }: Body): number {
  return Object.values(carried).reduce((sum, count) => sum + count, 0)
}
