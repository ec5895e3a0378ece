import type { Vec3 } from 'vec3'
import { digBlock, wouldFlood } from '../src/body/dig.ts'
import { holdBackLiquids } from '../src/body/liquids.ts'
import type { RouteGoal } from '../src/body/route.ts'
import { atHeight, travel } from '../src/body/travel.ts'
import { failed, type SkillResult, succeeded } from './failure.ts'
import { perform, type Skill, type SkillContext } from './skill.ts'
import { skyAbove } from './surface.ts'
import { swimOut } from './swim-out.ts'

export interface ProspectArgs {
  /** Words for what is looked for, for the log. */
  readonly sought: string
  /** Height of the feet at which to dig along. */
  readonly height: number
  /** Whether it has come into sight. */
  readonly found: () => boolean
  /** Whether what is carried suffices to dig it once it is found. */
  readonly able: () => boolean
}

/** Length of one piece of staircase or tunnel (blocks); a vein seldom hides between probes four apart. */
const STAIR_LEG = 6
const TUNNEL_LEG = 4
/** Tunnel dug in one direction before it turns, so that it does not leave the neighbourhood (blocks). */
const MAX_TURNS = 12
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
/** Places looked at for one piece; rock is slow to search. */
const ROUTE_LIMIT = 3000

/** Goes down by a staircase to the height of an ore and digs a tunnel along there until some comes to light. */
export const prospect: Skill<ProspectArgs> = {
  name: 'prospect',
  effect: 'what is sought is known',
  budget: () => 9000,
  precondition: () => null,
  async run(context, args): Promise<SkillResult> {
    const { body, signal } = context
    let turns = 0
    let { height } = args
    while (!args.found()) {
      if (!args.able()) return failed('missing-tool', `no pickaxe left for ${args.sought}`)
      if (body.traitsAt(body.feet).water && ++turns <= MAX_TURNS) {
        await perform(context, swimOut, null)
      }
      const away = height - body.feet.y
      // A block too high does no harm; too low there may be lava.
      if (away > 0 || away < -1) {
        const next = body.feet.y + Math.sign(away) * Math.min(STAIR_LEG, Math.abs(away))
        const arrival = await travel(body, atHeight(next), signal, {
          until: args.found,
          limit: ROUTE_LIMIT,
        })
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
        until: args.found,
        limit: ROUTE_LIMIT,
      })
      if (arrival === 'arrived') {
        if (!args.found()) await probe(context, heading, args)
        continue
      }
      if (++turns > MAX_TURNS) return failed('not-found', `no ${args.sought} at height ${height}`)
      context.journal.heading = turned(heading, turns)
    }
    return succeeded
  },
}

/** The direction of the tunnel, kept from before where there is one. */
function currentHeading({ journal, body }: SkillContext): Heading {
  const kept = journal.heading
  const axis = kept && HEADINGS.find(({ x, z }) => x * kept.x + z * kept.z > 0.7)
  const heading =
    axis ?? HEADINGS[Math.abs(body.feet.x + body.feet.z) % HEADINGS.length] ?? HEADINGS[0]
  journal.heading = heading
  return heading
}

function turned(heading: Heading, turns: number): Heading {
  return turns % 2 === 0 ? { x: -heading.z, z: heading.x } : { x: heading.z, z: -heading.x }
}

/** Goal: the next piece of a straight tunnel. */
function ahead({ body }: SkillContext, heading: Heading, height: number): RouteGoal {
  const x = body.feet.x + heading.x * TUNNEL_LEG
  const z = body.feet.z + heading.z * TUNNEL_LEG
  const distance = (px: number, py: number, pz: number) =>
    Math.max(0, Math.abs(px - x) + Math.abs(pz - z) + Math.abs(py - height) - 1)
  return { distance, reached: (px, py, pz) => distance(px, py, pz) === 0 }
}

/** Where the way down is barred, some blocks to the side it may not be. */
async function sidestep(context: SkillContext, turns: number): Promise<void> {
  const heading = turned(currentHeading(context), turns)
  context.journal.heading = heading
  await travel(context.body, ahead(context, heading, context.body.feet.y), context.signal, {
    limit: ROUTE_LIMIT,
  })
}

/** As far as an arm reaches from the middle of the tunnel (blocks). */
const PROBE_DEPTH = 4

/**
 * Digs holes to both sides at the height of the eyes: each lays bare four times as many blocks as
 * are dug, and none has to be walked.
 */
async function probe(
  context: SkillContext,
  heading: Heading,
  { found, able }: ProspectArgs,
): Promise<void> {
  const { feet } = context.body
  for (const way of [1, -1]) {
    for (let depth = 1; depth <= PROBE_DEPTH; depth++) {
      const cell = feet.offset(-heading.z * way * depth, 1, heading.x * way * depth)
      if (!(await probeBlock(context, cell))) break
      if (found() || !able()) return
    }
  }
}

/** Digs one block of a probe; false where it must end. */
async function probeBlock({ body, signal }: SkillContext, cell: Vec3): Promise<boolean> {
  const { diggable } = body.traitsAt(cell)
  if (!diggable || wouldFlood(body, cell) || body.traitsAt(cell.offset(0, 1, 0)).falls) return false
  return (await digBlock(body, cell, signal)) && holdBackLiquids(body, cell, signal)
}
