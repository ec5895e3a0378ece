import type { Vec3 } from 'vec3'
import { GoalStandY } from '#body/navigation/goal'
import { travel } from '#body/navigation/travel'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { perform, type Skill, type SkillContext } from '../core/skill.ts'
import { lightUp } from '../items/place-torch.ts'
import { moveOutOfDanger } from '../moving/move-elsewhere.ts'
import { skyAbove } from '../moving/surface.ts'
import { swimOut } from '../moving/swim-out.ts'
import { crawlMine } from './crawl-mine.ts'
import { digShaft, standsOnDiggable } from './dig-shaft.ts'
import { pokeHoles } from './poke-hole.ts'
import { entranceAt, searchCave } from './search-cave.ts'
import { stepAside } from './step-aside.ts'
import { ahead, nextLevel, onward, STAIR_LEG } from './tunnel-goals.ts'
import { currentHeading, freshHeadings } from './tunnel-heading.ts'
import { wearingOut, wornOut } from './wearing-out.ts'

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
  /** Whether it is lava, which the agent leaves in its place then. */
  readonly isLava?: boolean
}

/** Least depth of a piece of a shaft (blocks). */
const STEP = 2
/** Height of a staircase where a shaft is impossible (blocks). */
const DETOUR = 3
/** Maximum number of failed crawl attempts of one search. */
const MAX_CRAWLS = 8
/** Maximum number of detours around a blocked way before the search fails. */
const MAX_TRIES = 8
/** A search that stays within this distance for this time is stuck (blocks; ticks). */
const STAY_BLOCKS = 8
const STAY_TICKS = 800
/** Lengths of the tunnels around a cave below, one after the other, before the agent tries a staircase (blocks). */
const ASIDES = [4, 6, 8, 8, 8]
/** Length of the first two detours (blocks). */
const FARTHER = 10
/** Distance from a dead end at which the way counts as free again (blocks). */
const FREE = 16
/** Search limits for one leg and for a detour (nodes); routes through rock are slow to find. */
const ROUTE_LIMIT = 3000
const DETOUR_LIMIT = 12_000

/** Descends to the height of an ore and digs a tunnel there until a source is in sight. */
export const branchMine: Skill<BranchMineArgs> = {
  name: 'branch-mine',
  effect: 'a source is known',
  budget: () => 9000,
  precondition: () => null,
  async run(context, args): Promise<Outcome> {
    const { body, signal } = context
    const { hasHoles = true, inCaves = false, isLava = false } = args
    let { height } = args
    const worn = wearingOut(context)
    const until = () => args.found() || !args.able() || worn()
    const detours = new Detours(context, until)
    let crawls = 0
    const entrance = (opening: Vec3) => (inCaves ? entranceAt(body, opening, height) : undefined)
    /** Where the tunnel has opened into a cave. */
    let opened: Vec3 | undefined
    const enters = (opening: Vec3) => {
      opened = entrance(opening)
      return opened !== undefined
    }
    const tunnel = { until, isLava, ...(inCaves ? { enters } : {}) }
    // Mobs do not follow down a shaft, and the shaft leads toward the height of the ore.
    const isInDanger = body.dangers.distanceToSafety(body.feet) > 0
    if (isInDanger && !(await digDown(context, body.feet.y - height, until)))
      await moveOutOfDanger(context)
    while (!args.found()) {
      if (!args.able()) return failed('missing-tool', `no pickaxe left for ${args.sought}`)
      if (worn()) return wornOut(args.sought)
      if (body.traitsAt(body.feet).water) {
        const isOut = (await perform(context, swimOut, null)).ok
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
      if (isLevel && skyAbove(context, body.feet.x, body.feet.y, body.feet.z)) {
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

/**
 * Finds a way around an obstacle. The first two detours are short, the next two longer, and so on. From the second
 * pair on, the second detour of a pair also goes up.
 */
class Detours {
  readonly #context: SkillContext
  readonly #until: () => boolean
  #tries = 0
  #asides = 0
  /** The lowest height of the feet so far. */
  #lowest = Infinity
  #stay: { readonly place: Vec3; readonly since: number } | undefined

  constructor(context: SkillContext, until: () => boolean) {
    this.#context = context
    this.#until = until
  }

  /** Whether the search has stayed in one place for too long. Call this regularly. */
  isStuck(): boolean {
    const { feet, clock } = this.#context.body
    const moved = this.#stay && this.#stay.place.distanceTo(feet) > STAY_BLOCKS
    if (!this.#stay || moved) this.#stay = { place: feet, since: clock.tick }
    if (clock.tick - this.#stay.since < STAY_TICKS) return false
    this.#stay = undefined
    return true
  }

  /** Tunnels around a cave that a shaft has opened, farther each time. @returns false if there is none, or no end of it. */
  async stepAside(): Promise<boolean> {
    const { y } = this.#context.body.feet
    if (y < this.#lowest) this.#asides = 0
    this.#lowest = Math.min(this.#lowest, y)
    const blocks = ASIDES[this.#asides++]
    if (blocks === undefined) return false
    return (await perform(this.#context, stepAside, { blocks, until: this.#until })).ok
  }

  /** Records that the agent has moved on: far from all dead ends, the way counts as free again. */
  movedOn(): void {
    const { body, agentState } = this.#context
    if (agentState.exploration.deadEnds.every((end) => end.distanceTo(body.feet) > FREE))
      this.#tries = 0
  }

  /** Makes a detour in a fresh direction. @returns false after too many detours. */
  async take(): Promise<boolean> {
    if (++this.#tries > MAX_TRIES) return false
    const { body, signal, agentState } = this.#context
    agentState.exploration.addDeadEnd(body.feet)
    // Places that the agent avoids after a failure may work now, and there may be no other way out.
    if (this.#tries > 1) body.avoided.clear()
    const headings = freshHeadings(this.#context)
    const heading = headings[(this.#tries - 1) % headings.length]
    if (!heading) return false
    agentState.exploration.headFor(heading)
    const limit = Math.min(DETOUR_LIMIT, ROUTE_LIMIT * this.#tries)
    const options = { until: this.#until, limit }
    const pair = Math.ceil(this.#tries / 2)
    const blocks = Math.round(FARTHER * pair ** 1.25)
    // Where the agent cannot go around an obstacle, it goes over it.
    const above = new GoalStandY(body.feet.y + Math.round(blocks / 2))
    if (pair > 1 && this.#tries % 2 === 0) await travel(body, above, signal, options)
    await travel(body, onward(body.feet, heading, blocks), signal, options)
    return true
  }
}
