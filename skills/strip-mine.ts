import type { Vec3 } from 'vec3'
import type { Body } from '../src/body/body.ts'
import { digBlock, facesReach, wouldFlood } from '../src/body/dig.ts'
import { holdBackLiquids } from '../src/body/liquids.ts'
import { type Goal, GoalStandY } from '../src/body/navigation/goal.ts'
import { travel } from '../src/body/navigation/travel.ts'
import { fill } from '../src/body/place.ts'
import { failed, type Outcome, succeeded } from '../src/goal/outcome.ts'
import { lightUp } from './light.ts'
import { perform, type Skill, type SkillContext } from './skill.ts'
import { skyAbove } from './surface.ts'
import { swimOut } from './swim-out.ts'
import { wearingOut, wornOut } from './wearing-out.ts'

export interface StripMineArgs {
  /** Words for what is looked for, for the log. */
  readonly sought: string
  /** Height of the feet at which to dig along. */
  readonly height: number
  /** Whether it has come into sight. */
  readonly found: () => boolean
  /** Whether what is carried suffices to dig it once it is found. */
  readonly able: () => boolean
}

/** Length of one piece of staircase (blocks). */
const STAIR_LEG = 6
/** Distance between two probes (blocks): a vein seldom hides between them, and closer ones find less for their time. */
const TUNNEL_LEG = 4
/** Turns to the side, where the way on is barred, after which the search fails. */
const MAX_TURNS = 12
/** What a block of height is worth against one of the way. */
const HEIGHT_MATTERS = 2

interface Heading {
  readonly x: number
  readonly z: number
}

const HEADINGS = [
  { x: 1, z: 0 },
  { x: 0, z: 1 },
  { x: -1, z: 0 },
  { x: 0, z: -1 },
] as const
/** How long it takes to step up to a wall at most (ticks). */
const LEAN_TICKS = 6
/** Places looked at for one piece; rock is slow to search. */
const ROUTE_LIMIT = 3000

/** Goes down by a staircase to the height of an ore and digs a tunnel along there until some comes to light. */
export const stripMine: Skill<StripMineArgs> = {
  name: 'strip-mine',
  effect: 'what is sought is known',
  budget: () => 9000,
  precondition: () => null,
  async run(context, args): Promise<Outcome> {
    const { body, signal } = context
    let turns = 0
    let { height } = args
    const worn = wearingOut(context)
    const until = () => args.found() || !args.able() || worn()
    await leaveDanger(context)
    while (!args.found()) {
      if (!args.able()) return failed('missing-tool', `no pickaxe left for ${args.sought}`)
      if (worn()) return wornOut(args.sought)
      if (body.traitsAt(body.feet).water && ++turns <= MAX_TURNS) {
        await perform(context, swimOut, null)
      }
      const away = height - body.feet.y
      // A block too high does no harm; too low there may be lava.
      if (away > 0 || away < -1) {
        const next = body.feet.y + Math.sign(away) * Math.min(STAIR_LEG, Math.abs(away))
        const arrival = await travel(body, new GoalStandY(next), signal, {
          until,
          limit: ROUTE_LIMIT,
        })
        if (!args.found()) await lightUp(context)
        if (arrival === 'arrived') continue
        if (++turns > MAX_TURNS) return failed('unreachable', `no way to height ${height}`)
        await sidestep(context, turns)
        continue
      }
      if (skyAbove(context, body.feet.x, body.feet.y, body.feet.z)) {
        // A valley or a shore: what lies underground begins deeper here.
        height = body.feet.y - STAIR_LEG
        continue
      }
      const heading = currentHeading(context)
      const arrival = await travel(body, ahead(context, heading, height), signal, {
        until,
        limit: ROUTE_LIMIT,
      })
      if (!args.found()) await lightUp(context)
      if (arrival === 'arrived') {
        if (!args.found()) await probe(context, heading, args)
        continue
      }
      if (++turns > MAX_TURNS) return failed('not-found', `no ${args.sought} at height ${height}`)
      context.agentState.heading = turned(heading, turns)
    }
    return succeeded
  },
}

/** Goes to where nothing is known to hurt it before it digs in. */
async function leaveDanger({ body, signal }: SkillContext): Promise<void> {
  const heuristic: Goal['heuristic'] = (node) => body.dangers.distanceToSafety(node)
  await travel(body, { dry: true, heuristic, isEnd: (node) => heuristic(node) === 0 }, signal)
}

/** The direction of the tunnel, kept from before where there is one. */
function currentHeading({ agentState, body }: SkillContext): Heading {
  const kept = agentState.heading
  const axis = kept && HEADINGS.find(({ x, z }) => x * kept.x + z * kept.z > 0.7)
  const heading =
    axis ?? HEADINGS[Math.abs(body.feet.x + body.feet.z) % HEADINGS.length] ?? HEADINGS[0]
  agentState.heading = heading
  return heading
}

function turned(heading: Heading, turns: number): Heading {
  return turns % 2 === 0 ? { x: -heading.z, z: heading.x } : { x: heading.z, z: -heading.x }
}

/** Goal: the next piece of a straight tunnel. */
function ahead({ body }: SkillContext, heading: Heading, height: number): Goal {
  const x = body.feet.x + heading.x * TUNNEL_LEG
  const z = body.feet.z + heading.z * TUNNEL_LEG
  const along = (px: number, pz: number) => Math.abs(px - x) + Math.abs(pz - z)
  return {
    dry: true,
    heuristic: (node) => along(node.x, node.z) + Math.abs(node.y - height) * HEIGHT_MATTERS,
    // A block too high will do where the right height is hard to reach; from one too low it would go back up.
    isEnd: (node) => along(node.x, node.z) === 0 && node.y >= height && node.y <= height + 1,
  }
}

/** Where the way down is barred, some blocks to the side it may not be. */
async function sidestep(context: SkillContext, turns: number): Promise<void> {
  const heading = turned(currentHeading(context), turns)
  context.agentState.heading = heading
  await travel(context.body, ahead(context, heading, context.body.feet.y), context.signal, {
    limit: ROUTE_LIMIT,
  })
}

/** As far as an arm reaches from the middle of the tunnel, and leaning on its wall (blocks). */
const PROBE_DEPTH = 4
const LEANING_DEPTH = 5

/**
 * Digs holes to both sides at the height of the eyes: each lays bare four times as many blocks as
 * are dug, and none has to be walked.
 */
async function probe(
  context: SkillContext,
  heading: Heading,
  { found, able }: StripMineArgs,
): Promise<void> {
  const { body, signal } = context
  const { feet } = body
  for (const way of [1, -1]) {
    const position = (depth: number) =>
      feet.offset(-heading.z * way * depth, 1, heading.x * way * depth)
    for (let depth = 1; depth <= LEANING_DEPTH; depth++) {
      if (depth > PROBE_DEPTH) await lean(body, position(depth), signal)
      const opening = await probeBlock(body, position(depth), signal)
      if (opening === 'rock') break
      if (found() || !able()) return
      if (opening === 'dug') continue
      await lightUp(context)
      // A cave, or worse: what lives or flows there stays there.
      await fill(body, position(1), signal)
      break
    }
  }
}

/** Digs one block of a probe: it is dug, or too hard or too wet to be; or there is a hollow. */
async function probeBlock(
  body: Body,
  position: Vec3,
  signal: AbortSignal,
): Promise<'dug' | 'rock' | 'hollow'> {
  const { diggable, open } = body.traitsAt(position)
  if (open) return 'hollow'
  if (!diggable || wouldFlood(body, position) || body.traitsAt(position.offset(0, 1, 0)).falls)
    return 'rock'
  if (!(await digBlock(body, position, signal))) return 'rock'
  return (await holdBackLiquids(body, position, signal)) ? 'dug' : 'hollow'
}

/** Steps up to the wall of the tunnel, so that the arm reaches one block farther. */
async function lean(body: Body, toward: Vec3, signal: AbortSignal): Promise<void> {
  await body.controls.lookAt(toward.offset(0.5, 0.5, 0.5))
  body.controls.press({ forward: true })
  try {
    await body.until(() => facesReach(body, toward), LEAN_TICKS, signal)
  } finally {
    body.release()
  }
}
