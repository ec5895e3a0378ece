import type { Vec3 } from 'vec3'
import { travel } from '#body/navigation/travel'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { perform, type Skill, type SkillContext } from '../core/skill.ts'
import { lightUp } from '../items/place-torch.ts'
import { moveAside, moveOutOfDanger } from '../moving/move-elsewhere.ts'
import { skyAbove } from '../moving/surface.ts'
import { swimOut } from '../moving/swim-out.ts'
import { swimToLand } from '../moving/swim-to-land.ts'
import { crawlMine } from './crawl-mine.ts'
import { digShaft, standsOnDiggable, standsOnLoose } from './dig-shaft.ts'
import { pokeHoles } from './poke-hole.ts'
import { entranceAt, searchCave } from './search-cave.ts'
import { ROUTE_LIMIT, TunnelDetours } from './tunnel-detours.ts'
import { ahead, nextLevel, STAIR_LEG } from './tunnel-goals.ts'
import { currentHeading } from './tunnel-heading.ts'
import { neededForClimb, wearingOut, wornOut } from './wearing-out.ts'

export interface BranchMineArgs {
  /** What the agent searches for, for the log. */
  readonly sought: string
  /** Height of the feet in the tunnel. */
  readonly height: number
  /** Whether a source is in sight. */
  readonly found: () => boolean
  /** Whether the inventory holds a tool that can mine it. */
  readonly able: () => boolean
  /** Whether the agent digs holes into the walls of the tunnel, true by default: they show small veins, but cost more than large veins are worth. */
  readonly hasHoles?: boolean
  /** Whether the agent also searches caves that it comes upon, false by default. */
  readonly inCaves?: boolean
  /** Whether the tunnel belongs in the rock below all soil and sand, false by default: where it is above that, it goes deeper. */
  readonly belowSoil?: boolean
  /** Whether it is lava, which the agent leaves in its place then. */
  readonly isLava?: boolean
}

/** Least depth of a piece of a shaft (blocks). */
const STEP = 2
/** Height of a staircase where a shaft is impossible (blocks). */
const DETOUR = 3
/** Maximum number of failed crawl attempts of one search. */
const MAX_CRAWLS = 8

/** Descends to the height of an ore and digs a tunnel there until a source is in sight. */
export const branchMine: Skill<BranchMineArgs> = {
  name: 'branch-mine',
  effect: 'a source is known',
  budget: () => 9000,
  precondition: () => null,
  async run(context, args): Promise<Outcome> {
    const { body, signal } = context
    const { hasHoles = true, inCaves = false, belowSoil = false, isLava = false } = args
    let { height } = args
    const worn = wearingOut(context)
    const mustClimb = neededForClimb(context)
    const until = () => args.found() || !args.able() || worn() || mustClimb()
    const detours = new TunnelDetours(context, until)
    let crawls = 0
    const entrance = (opening: Vec3) => (inCaves ? entranceAt(body, opening, height) : undefined)
    /** Where the tunnel has opened into a cave. */
    let opened: Vec3 | undefined
    const enters = (opening: Vec3) => {
      opened = entrance(opening)
      return opened !== undefined
    }
    const tunnel = { until, isLava, ...(inCaves ? { enters } : {}) }
    // Mobs do not follow down a shaft, and it leads toward the height of the ore. It must not lead to mobs below.
    const isInDanger = body.dangers.near(body.feet)
    const depth = body.feet.y - height
    if (depth >= STEP && body.dangers.distanceAside(body.feet) > 0) await moveAside(context)
    else if (isInDanger && !(await digDown(context, depth, until))) await moveOutOfDanger(context)
    while (!args.found()) {
      if (!args.able()) return failed('missing-tool', `no pickaxe left for ${args.sought}`)
      if (worn()) return wornOut(args.sought)
      if (mustClimb()) return failed('missing-tool', 'the last pickaxe is needed for the way up')
      if (body.traitsAt(body.feet).water) {
        const isOut = (await leaveWater(context)).ok
        if (!isOut && !(await detours.take()))
          return failed('unreachable', 'no way out of the water')
        continue
      }
      const cave = opened ?? (body.posture.crawling ? undefined : entrance(body.feet))
      opened = undefined
      if (cave) {
        const { sought, found } = args
        if ((await perform(context, searchCave, { sought, found, entrance: cave, height })).ok)
          break
      }
      const away = height - body.feet.y
      // One block too high does no harm; below the height there may be lava.
      const isLevel = away <= 0 && away >= -1
      const isAboveRock = belowSoil && standsOnLoose(body)
      if (isLevel && (isAboveRock || skyAbove(context, body.feet.x, body.feet.y, body.feet.z))) {
        // In a valley or on a shore, the underground starts lower.
        height = body.feet.y - STAIR_LEG
        continue
      }
      if (detours.isStuck() && (await detours.take())) continue
      if (await digDown(context, -away, until)) {
        if (!args.found()) await lightUp(context)
        detours.movedOn()
        continue
      }
      if (-away >= STEP && (await detours.stepAside())) continue
      if (isLevel && crawls < MAX_CRAWLS && !crawlMine.precondition(context, tunnel)) {
        detours.movedOn()
        if (away < 0) await digDown(context, -away, until, 1)
        if ((await perform(context, crawlMine, tunnel)).ok) continue
        crawls++
        // Where the agent cannot start to crawl, it can walk. Where a crawl is blocked, the next place is farther
        // away.
        if (body.posture.crawling && (await detours.take())) continue
      }
      const heading = isLevel ? currentHeading(context) : undefined
      const goal = heading
        ? ahead(body.feet, heading, height)
        : nextLevel(body.feet, Math.max(away, -DETOUR), context.agentState.exploration.deadEnds)
      const arrival = await travel(body, goal, signal, { until, limit: ROUTE_LIMIT })
      if (!args.found()) await lightUp(context)
      if (arrival === 'arrived') {
        detours.movedOn()
        if (heading && hasHoles && !args.found()) await pokeHoles(context, heading, until)
      } else if (!(await detours.take())) {
        return isLevel
          ? failed('not-found', `no ${args.sought} at height ${height}`)
          : failed('unreachable', `no way to height ${height}`)
      }
    }
    return succeeded
  },
}

/** Leaves the water for the nearest dry ground, or for land that the agent has stood on. */
async function leaveWater(context: SkillContext): Promise<Outcome> {
  const out = await perform(context, swimOut, null)
  return out.ok || swimToLand.precondition(context, null) ? out : perform(context, swimToLand, null)
}

/** Digs a piece of shaft where the way down is longer than a step. @returns false where that is impossible. */
async function digDown(
  context: SkillContext,
  depth: number,
  until: () => boolean,
  least = STEP,
): Promise<boolean> {
  if (depth < least || !standsOnDiggable(context.body)) return false
  const shaft = { levels: Math.min(STAIR_LEG, depth), until, through: standsOnDiggable }
  return (await perform(context, digShaft, shaft)).ok
}
