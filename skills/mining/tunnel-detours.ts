import type { Vec3 } from 'vec3'
import { GoalStandY } from '#body/navigation/goal'
import { travel } from '#body/navigation/travel'
import { perform, type SkillContext } from '../core/skill.ts'
import { stepAside } from './step-aside.ts'
import { onward } from './tunnel-goals.ts'
import { freshHeadings } from './tunnel-heading.ts'

/** Search limits for one leg and for a detour (nodes); routes through rock are slow to find. */
export const ROUTE_LIMIT = 3000
const DETOUR_LIMIT = 12_000
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

/**
 * Finds a way around an obstacle. The first two detours are short, the next two longer, and so on. From the second
 * pair on, the second detour of a pair also goes up.
 */
export class TunnelDetours {
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
