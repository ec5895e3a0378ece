import { Vec3 } from 'vec3'
import { GoalBlock, GoalNear } from '#body/navigation/goal'
import type { Position } from '#body/navigation/position'
import { travel } from '#body/navigation/travel'
import { travelFar } from '#body/navigation/travel-far'
import { missingStation } from '#goal/missing'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import type { Recipe } from '#goal/skill-spec'
import { PORTAL, THE_NETHER } from '#knowledge/nether'
import type { SkillContext, SkillWorld } from '../core/skill.ts'
import { defineSkill, type SkillDefinition } from '../core/skill-definition.ts'
import { DEEP, goDown } from '../mining/go-down.ts'
import { survey } from '../moving/look-around.ts'

/** The agent does not walk to portals farther away than this (blocks). */
const RANGE = 64
/** Time limit in the portal (ticks): the game needs 80, and a slow server longer. */
const PORTAL_TICKS = 200
/** A portal works again for players who were outside of it for 10 ticks; a slow server needs longer (ticks). */
const COOLDOWN_TICKS = 15
/** Time limit for the chunks on the other side to load (ticks). */
const ARRIVAL_TICKS = 200
/** Typical time of the whole skill (ticks). */
const ENTER_TICKS = 120
/** The agent walks up to a distant portal until it is this near (blocks). */
const SIGHT = 6
/** Beside a portal, it sees it in any case (blocks). */
const BESIDE = 1

/** The way into the Nether, for plans. */
const RECIPE: Recipe = {
  ...{ skill: 'enter', uses: {}, makes: 1, burnTicks: 0, tool: PORTAL, wearEach: 0, tunnel: 0 },
  ...{ searchTicks: 0, eachTicks: ENTER_TICKS, object: PORTAL },
}

/** Walks into a known Nether portal and waits until the agent is in the other dimension. */
export const enter: SkillDefinition = defineSkill({
  name: 'enter',
  takesMaterials: false,
  group: 'body',
  shows: 'nothing',
  leaves: true,
  object: PORTAL,
  station: null,
  stations: [
    {
      name: PORTAL,
      isNear: (world) => (knownPortal(world) ?? rememberedPortal(world)) !== undefined,
    },
  ],
  verbs: ['enter'],
  prompt: { form: 'enter({nether_portal: 1}, null)', meaning: 'go through a lit portal nearby' },
  brings: (_registry, item) => item === PORTAL,
  recipes: (_registry, item) => (item === THE_NETHER ? [RECIPE] : []),
  sources: () => [],
  missing: (_registry, _goal, _inventory, near) => missingStation(PORTAL, near.has(PORTAL)),
  simulate: () => ({ changes: new Map(), worn: [] }),
  estimate: () => ({ travelTicks: 0, searchTicks: 0, workTicks: ENTER_TICKS }),
  effect: 'the agent is in another dimension',
  budget: () => 6000,
  async run(context): Promise<Outcome> {
    const { body, agentState, signal } = context
    const remembered = rememberedPortal(context)
    const distant = knownPortal(context) ?? remembered
    if (distant && distant.distanceTo(body.position) > SIGHT) {
      if (body.tools.hasPickaxe && body.feet.y - distant.y > DEEP) await goDown(context, distant)
      const arrived = await travelFar(body, distant, SIGHT, signal)
      if (arrived !== 'arrived') return failed('unreachable', 'no path to the portal')
    }
    if (!knownPortal(context) && remembered) {
      await survey(context)
      await uncover(context, remembered)
      if (!knownPortal(context)) agentState.portals.remove(body.game.world, remembered)
    }
    const place = knownPortal(context)
    if (!place) return failed('not-found', 'no lit portal known nearby')
    await leavePortal(context)
    const { dimension, world } = body.game
    const isElsewhere = () => body.game.dimension !== dimension
    const goal = new GoalBlock(place.x, place.y, place.z)
    const arrival = await travel(body, goal, signal, { until: isElsewhere })
    if (arrival !== 'arrived') return failed('unreachable', 'no path into the portal')
    if (!(await body.until(isElsewhere, PORTAL_TICKS, signal)))
      return failed('timeout', 'the portal did not teleport the agent')
    const hasLand = () => body.traitsAt(body.feet.offset(0, -1, 0)).name !== 'unloaded'
    await body.until(hasLand, ARRIVAL_TICKS, signal)
    agentState.portals.add(world, place)
    agentState.portals.add(body.game.world, body.feet)
    return succeeded
  },
})

/** Digs up to where a portal stood, until the agent sees it: rock hides it on the way down a shaft. */
async function uncover(context: SkillContext, { x, y, z }: Vec3): Promise<void> {
  const isSeen = () => knownPortal(context) !== undefined
  if (isSeen()) return
  await travel(context.body, new GoalNear(x, y, z, BESIDE), context.signal, { until: isSeen })
}

/** Steps out of a portal in which the agent arrived: a portal works again only for players who left it. */
async function leavePortal({ body, memory, signal }: SkillContext): Promise<void> {
  const isPortal = (place: Vec3) => memory.kindAt(place) === PORTAL
  const isFree = ({ x, y, z }: Position) => {
    for (let dx = -1; dx <= 1; dx++)
      for (let dz = -1; dz <= 1; dz++) if (isPortal(new Vec3(x + dx, y, z + dz))) return false
    return true
  }
  if (isFree(body.feet)) return
  await travel(body, { dry: true, heuristic: () => 0, isEnd: isFree }, signal)
  await body.wait(COOLDOWN_TICKS, signal)
}

/** A portal that the agent has used or lit before, out of sight. */
function rememberedPortal({ body, agentState }: SkillWorld): Vec3 | undefined {
  return agentState.portals.nearest(body.game.world, body.position)
}

/** The nearest portal block in which the agent can stand. */
function knownPortal({ body, memory }: SkillWorld): Vec3 | undefined {
  const isFoot = ({ position }: { position: Vec3 }) =>
    memory.kindAt(position.offset(0, -1, 0)) !== PORTAL
  const query = { maxDistance: RANGE, limit: 1, accept: isFoot }
  return memory.blocks([PORTAL], body.position, query)[0]?.position
}
