import type { Vec3 } from 'vec3'
import { GoalStandY } from '#body/navigation/goal'
import { travel } from '#body/navigation/travel'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { perform, type Skill, type SkillContext } from '../core/skill.ts'
import { lightUp } from '../items/place-torch.ts'
import { leaveDanger } from '../moving/leave-danger.ts'
import { skyAbove } from '../moving/surface.ts'
import { swimOut } from '../moving/swim-out.ts'
import { crawlMine } from './crawl-mine.ts'
import { digShaft, standsOnDiggable } from './dig-shaft.ts'
import { pokeHoles } from './poke-hole.ts'
import { ahead, nextLevel, onward, STAIR_LEG } from './tunnel-goals.ts'
import { currentHeading, freshHeadings } from './tunnel-heading.ts'
import { wearingOut, wornOut } from './wearing-out.ts'

export interface BranchMineArgs {
  /** Words for what is looked for, for the log. */
  readonly sought: string
  /** Height of the feet at which to dig along. */
  readonly height: number
  /** Whether it has come into sight. */
  readonly found: () => boolean
  /** Whether what is carried suffices to dig it once it is found. */
  readonly able: () => boolean
}

/** How far down stairs lead where a shaft cannot (blocks). */
const DETOUR = 3
/** How often a search lies down in vain, or until the way is barred. */
const MAX_CRAWLS = 8
/** Tries to get on, where the way is barred, after which the search fails. */
const MAX_TRIES = 8
/** A search that leads no farther than this in so long goes round and round (blocks; ticks). */
const STAY_BLOCKS = 8
const STAY_TICKS = 800
/** How far the first two of them lead (blocks). */
const FARTHER = 10
/** How far from where it was barred the way is free again (blocks). */
const FREE = 16
/** Places looked at for one piece, and at most where the way is barred; rock is slow to search. */
const ROUTE_LIMIT = 3000
const DETOUR_LIMIT = 12_000

/** Goes down by a staircase to the height of an ore and digs a tunnel along there until some comes to light. */
export const branchMine: Skill<BranchMineArgs> = {
  name: 'branch-mine',
  effect: 'what is sought is known',
  budget: () => 9000,
  precondition: () => null,
  async run(context, args): Promise<Outcome> {
    const { body, signal } = context
    let { height } = args
    const worn = wearingOut(context)
    const until = () => args.found() || !args.able() || worn()
    const wayOn = new WayOn(context, until)
    let crawls = 0
    // Nobody follows straight down, and it is on the way.
    const isInDanger = body.dangers.distanceToSafety(body.feet) > 0
    if (isInDanger && !(await digDown(context, body.feet.y - height, until)))
      await leaveDanger(context)
    while (!args.found()) {
      if (!args.able()) return failed('missing-tool', `no pickaxe left for ${args.sought}`)
      if (worn()) return wornOut(args.sought)
      if (body.traitsAt(body.feet).water) {
        const isOut = (await perform(context, swimOut, null)).ok
        if (!isOut && !(await wayOn.look())) return failed('unreachable', 'no way out of the water')
        continue
      }
      const away = height - body.feet.y
      // A block too high does no harm; too low there may be lava.
      const isLevel = away <= 0 && away >= -1
      if (isLevel && skyAbove(context, body.feet.x, body.feet.y, body.feet.z)) {
        // A valley or a shore: what lies underground begins deeper here.
        height = body.feet.y - STAIR_LEG
        continue
      }
      if (wayOn.isStuck() && (await wayOn.look())) continue
      if (await digDown(context, -away, until)) {
        if (!args.found()) await lightUp(context)
        wayOn.gone()
        continue
      }
      if (isLevel && crawls < MAX_CRAWLS && !crawlMine.precondition(context, { until })) {
        wayOn.gone()
        if (away < 0) await digDown(context, -away, until, 1)
        if ((await perform(context, crawlMine, { until })).ok) continue
        crawls++
        // Where there is no place to lie down there is one to walk; where there is none to crawl on, it is farther away.
        if (body.posture.crawling && (await wayOn.look())) continue
      }
      const heading = isLevel ? currentHeading(context) : undefined
      const goal = heading
        ? ahead(body.feet, heading, height)
        : nextLevel(body.feet, Math.max(away, -DETOUR), context.agentState.exploration.deadEnds)
      const arrival = await travel(body, goal, signal, { until, limit: ROUTE_LIMIT })
      if (!args.found()) await lightUp(context)
      if (arrival === 'arrived') {
        wayOn.gone()
        if (heading && !args.found()) await pokeHoles(context, heading, until)
      } else if (!(await wayOn.look())) {
        return isLevel
          ? failed('not-found', `no ${args.sought} at height ${height}`)
          : failed('unreachable', `no way to height ${height}`)
      }
    }
    return succeeded
  },
}

/** Digs a piece of shaft where the way leads down by more than a step. @returns false where that does not go. */
async function digDown(
  context: SkillContext,
  depth: number,
  until: () => boolean,
  least = 2,
): Promise<boolean> {
  if (depth < least || !standsOnDiggable(context.body)) return false
  const shaft = { levels: Math.min(STAIR_LEG, depth), until, through: standsOnDiggable }
  return (await perform(context, digShaft, shaft)).ok
}

/**
 * Finds the way on where it is barred: two tries go aside, the next two farther, and so on. From the second pair on, the
 * second of two goes higher, too.
 */
class WayOn {
  readonly #context: SkillContext
  readonly #until: () => boolean
  #tries = 0
  #stay: { readonly place: Vec3; readonly since: number } | undefined

  constructor(context: SkillContext, until: () => boolean) {
    this.#context = context
    this.#until = until
  }

  /** Whether the search has stayed where it was for so long that it had better go on elsewhere; to be asked again and again. */
  isStuck(): boolean {
    const { feet, clock } = this.#context.body
    const moved = this.#stay && this.#stay.place.distanceTo(feet) > STAY_BLOCKS
    if (!this.#stay || moved) this.#stay = { place: feet, since: clock.tick }
    if (clock.tick - this.#stay.since < STAY_TICKS) return false
    this.#stay = undefined
    return true
  }

  /** A piece of the way was gone: far from all that barred it, it counts as free again. */
  gone(): void {
    const { body, agentState } = this.#context
    if (agentState.exploration.deadEnds.every((end) => end.distanceTo(body.feet) > FREE))
      this.#tries = 0
  }

  /** Goes some blocks one way. @returns false once there have been too many tries. */
  async look(): Promise<boolean> {
    if (++this.#tries > MAX_TRIES) return false
    const { body, signal, agentState } = this.#context
    agentState.exploration.addDeadEnd(body.feet)
    // Steps that would not go once may go now, and there may be no other way out.
    if (this.#tries > 1) body.avoided.clear()
    const headings = freshHeadings(this.#context)
    const heading = headings[(this.#tries - 1) % headings.length]
    if (!heading) return false
    agentState.exploration.headFor(heading)
    const limit = Math.min(DETOUR_LIMIT, ROUTE_LIMIT * this.#tries)
    const options = { until: this.#until, limit }
    const pair = Math.ceil(this.#tries / 2)
    const blocks = Math.round(FARTHER * pair ** 1.25)
    // What cannot be gone around is gone over.
    const above = new GoalStandY(body.feet.y + Math.round(blocks / 2))
    if (pair > 1 && this.#tries % 2 === 0) await travel(body, above, signal, options)
    await travel(body, onward(body.feet, heading, blocks), signal, options)
    return true
  }
}
