import type { Vec3 } from 'vec3'
import { FILLER } from '#body/body'
import { digThrough } from '#body/dig'
import type { NavigationGoal } from '#body/navigation/goal'
import type { Position } from '#body/navigation/position'
import { travel, travelToReach } from '#body/navigation/travel'
import { placeBlock } from '#body/place'
import { useAgainst } from '#body/use-on-block'
import type { ItemCounts } from '#goal/goal'
import { type Missing, missingFailure, missingTool } from '#goal/missing'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import type { Recipe } from '#goal/skill-spec'
import { PORTAL } from '#knowledge/nether'
import { FIRST_PICKAXE } from '#knowledge/stone-route'
import type { SkillContext } from '../core/skill.ts'
import { defineSkill, type SkillDefinition } from '../core/skill-definition.ts'
import { castFrame } from './cast.ts'
import { FLINT_AND_STEEL } from './ignite.ts'
import { findPortalSite, INSIDE, OBSIDIAN, type PortalSite, placeAt } from './portal-site.ts'

/** The frame in building order, as offsets along the site and up from its ground. A portal needs no corners. */
const FRAME = [
  [1, -1],
  [2, -1],
  [0, 0],
  [3, 0],
  [0, 1],
  [3, 1],
  [0, 2],
  [3, 2],
  [1, 3],
  [2, 3],
] as const
/** Corner with a filler block, against which the agent places the top side. */
const CORNER = [0, 3] as const
/** Filler blocks to stand on and to place others against. */
const FILLERS = 8
/** Typical time to build and light a portal (ticks). */
const BUILD_TICKS = 900
/** Typical time to find a pool of lava, and to cast a portal beside it (ticks). */
const LAVA_TICKS = 1500
const CAST_TICKS = 1800
/** Time within which the server must show that the portal is lit (ticks). */
const ANSWER_TICKS = 12
/** Attempts for each block. */
const TRIES = 4
/** Comfortable reach for placing a block, and the eyes' height above the middle of the block of the feet (blocks). */
const ARM = 3.8
const EYES = 1.12

/** What both ways to a portal have in common. */
const RECIPE = {
  ...{ skill: 'portal', makes: 1, burnTicks: 0, tool: FLINT_AND_STEEL, wearEach: 0, tunnel: 0 },
} as const
/** A frame is built of obsidian, or cast from lava with a bucket of water. */
const RECIPES: Recipe[] = [
  { ...RECIPE, uses: { [OBSIDIAN]: FRAME.length }, searchTicks: 0, eachTicks: BUILD_TICKS },
  {
    ...{ ...RECIPE, uses: { water_bucket: 1, bucket: 1 } },
    ...{ searchTicks: LAVA_TICKS, eachTicks: CAST_TICKS },
  },
  { ...RECIPE, uses: { water_bucket: 1, lava_bucket: 1 }, searchTicks: 0, eachTicks: CAST_TICKS },
]

/**
 * Builds a Nether portal of 10 obsidian on level ground, or casts one from lava in the rock beside it, and lights it.
 */
export const portal: SkillDefinition = defineSkill({
  name: 'portal',
  takesMaterials: false,
  group: 'body',
  shows: 'nothing',
  object: PORTAL,
  station: null,
  verbs: ['portal'],
  prompt: {
    form: "portal({nether_portal: 1}, 'flint_and_steel')",
    meaning: 'build a Nether portal of 10 obsidian and light it',
  },
  brings: (_registry, item) => item === PORTAL,
  recipes: (_registry, item) => (item === PORTAL ? RECIPES : []),
  sources: () => [],
  missing: (_registry, _goal, inventory) => lacking(inventory, FRAME.length),
  simulate: (_registry, _goal, inventory) => {
    const used =
      (inventory[OBSIDIAN] ?? 0) < FRAME.length ? [] : [[OBSIDIAN, -FRAME.length] as const]
    return { changes: new Map(used), worn: [] }
  },
  estimate: () => ({ travelTicks: 0, searchTicks: 0, workTicks: BUILD_TICKS }),
  effect: 'a lit portal stands nearby',
  budget: () => 12_000,
  // After an interruption, a part of the frame already stands.
  precondition({ body, memory, agentState }) {
    const { site } = agentState.portal
    const placed = FRAME.filter(
      ([right, up]) => site && memory.kindAt(placeAt(site, right, up)) === OBSIDIAN,
    )
    const [first] = lacking(body.carried, FRAME.length - placed.length)
    return first ? missingFailure({ target: { [PORTAL]: 1 } }, first) : null
  },
  async run(context): Promise<Outcome> {
    const { body, agentState } = context
    const isBuilt = agentState.portal.site?.isCast === false || canBuild(body.carried)
    if (!isBuilt) {
      const cast = await castFrame(context)
      if (!cast.ok) return cast
      return agentState.portal.site ? lightUp(context, agentState.portal.site) : succeeded
    }
    const site = agentState.portal.site ?? findPortalSite(body)
    if (!site) return failed('unreachable', 'no level ground nearby with room for a portal')
    agentState.portal.begin(site)
    for (const [right, up] of FRAME) {
      const place = placeAt(site, right, up)
      if (up === CORNER[1] && !(await put(context, site, placeAt(site, ...CORNER), FILLER)))
        return failed('unreachable', 'could not place a scaffolding block')
      if (!(await put(context, site, place, [OBSIDIAN])))
        return failed('unreachable', 'could not place a block of the frame')
    }
    return lightUp(context, site)
  },
})

/** What is missing to build a frame of obsidian, or to cast one in rock, whichever is less. */
function lacking(held: ItemCounts, obsidian: number): Missing[] {
  const fillers = FILLER.reduce((sum, kind) => sum + (held[kind] ?? 0), 0)
  const toBuild = [
    ...short(OBSIDIAN, obsidian - (held[OBSIDIAN] ?? 0)),
    ...short('dirt', FILLERS - fillers),
  ]
  const toCast = [
    ...short('water_bucket', 1 - (held.water_bucket ?? 0)),
    ...short('bucket', 1 - (held.bucket ?? 0) - (held.lava_bucket ?? 0)),
  ]
  const isCast = toCast.length < toBuild.length
  const toDo = isCast ? [...toCast, ...missingTool(FIRST_PICKAXE, held)] : toBuild
  return [...toDo, ...missingTool(FLINT_AND_STEEL, held)]
}

function short(item: string, count: number): Missing[] {
  return count > 0 ? [{ kind: 'missing-material', item, count }] : []
}

function canBuild(held: ItemCounts): boolean {
  return (held[OBSIDIAN] ?? 0) >= FRAME.length
}

/** Places a block of the frame from in front of it, after digging away any block in its place. */
async function put(
  context: SkillContext,
  site: PortalSite,
  place: Vec3,
  kinds: readonly string[],
): Promise<boolean> {
  const { body, memory, signal } = context
  const stands = () => kinds.includes(memory.kindAt(place) ?? '')
  const tried = new Set<string>()
  for (let tries = 0; tries < TRIES && !stands(); tries++) {
    if ((await travel(body, before(site, place, tried), signal)) !== 'arrived') return false
    tried.add(String(body.feet))
    body.vision.examine(place.x, place.y, place.z)
    if (!body.traitsAt(place).open && !(await digThrough(body, place, signal))) continue
    if (await placeBlock(body, kinds, place, signal)) body.vision.examine(place.x, place.y, place.z)
  }
  return stands()
}

/**
 * Goal: in front of the frame, where the agent sees the top of the block below a place and the side of the block to its
 * left, and not where an earlier attempt failed.
 */
function before(
  { origin, along, front }: PortalSite,
  place: Vec3,
  tried: ReadonlySet<string>,
): NavigationGoal {
  const away = ({ x, y, z }: Position) => Math.hypot(x - place.x, y + EYES - place.y, z - place.z)
  const isRight = ({ x, z }: Position) => (x - place.x) * along.x + (z - place.z) * along.z >= 0
  const forth = ({ x, z }: Position) => (x - origin.x) * front.x + (z - origin.z) * front.z
  return {
    dry: true,
    heuristic: (node) => Math.max(0, away(node) - ARM, place.y - 1 - node.y),
    isEnd: (node) =>
      away(node) <= ARM &&
      forth(node) >= 1 &&
      isRight(node) &&
      node.y >= Math.max(origin.y, place.y - 1) &&
      !tried.has(`(${node.x}, ${node.y}, ${node.z})`),
  }
}

/** Clears the inside of the frame and lights it. */
async function lightUp(context: SkillContext, site: PortalSite): Promise<Outcome> {
  const { body, memory, agentState, signal } = context
  for (const [right, up] of INSIDE) {
    const place = placeAt(site, right, up)
    body.vision.examine(place.x, place.y, place.z)
    if (body.traitsAt(place).open) continue
    await travelToReach(body, place, signal)
    if (!(await digThrough(body, place, signal)))
      return failed('unreachable', 'could not clear the frame')
  }
  const hearth = placeAt(site, 1, 0)
  const isLit = () => memory.kindAt(hearth) === PORTAL
  const tried = new Set<string>()
  for (let tries = 0; tries < TRIES && !isLit(); tries++) {
    if ((await travel(body, before(site, hearth, tried), signal)) !== 'arrived') break
    tried.add(String(body.feet))
    await useAgainst(body, [FLINT_AND_STEEL], hearth, signal)
    await body.until(isLit, ANSWER_TICKS, signal)
  }
  if (!isLit()) return failed('timeout', 'the portal did not light')
  agentState.portal.end()
  agentState.portals.add(body.game.world, hearth)
  return succeeded
}
