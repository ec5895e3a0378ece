import type { Vec3 } from 'vec3'
import { travel } from '#body/navigation/travel'
import type { SkillContext } from '../core/skill.ts'
import { nextLevel, onward } from './tunnel-goals.ts'
import { freshHeadings, type Heading } from './tunnel-heading.ts'

/** Time for a way down beside a fall (ticks). Every second fall has one within this time. */
const BESIDE_TICKS = 150
/** Height of the way down beside a fall (blocks). */
const STAIRS = 3
/** How much farther the agent goes on at each further fall of a cavern (blocks). */
const FARTHER = 6
/** Extent of a cavern around a fall, along the map and in height (blocks). */
const EXTENT = 24
const HEIGHT = 8
/** Search limit of a journey (nodes). */
const ROUTE_LIMIT = 3000

/** Gets past falls that the agent must not take, on its way straight down. */
export class Falls {
  readonly #context: SkillContext
  readonly #until: () => boolean
  #met = 0
  #last: Vec3 | undefined
  #heading: Heading | undefined

  /** @param until ends a journey early. */
  constructor(context: SkillContext, until: () => boolean) {
    this.#context = context
    this.#until = until
  }

  /**
   * Goes down beside the first fall of a cavern, and from further ones on in one direction, farther each time: where several
   * ways down end over the same cavern, it is large.
   * @returns false if the agent could not move.
   */
  async pass(): Promise<boolean> {
    const { body, signal, agentState } = this.#context
    const { feet, clock } = body
    this.#met = this.#isInSameCavern(feet) ? this.#met + 1 : 1
    this.#last = feet
    if (this.#met === 1) {
      const deadline = clock.tick + BESIDE_TICKS
      const until = () => this.#until() || clock.tick > deadline
      const beside = nextLevel(feet, -STAIRS, agentState.exploration.deadEnds)
      await travel(body, beside, signal, { until, limit: ROUTE_LIMIT })
    } else {
      if (this.#met === 2) this.#heading = freshHeadings(this.#context)[0]
      if (!this.#heading) return false
      const away = onward(feet, this.#heading, FARTHER * (this.#met - 1))
      await travel(body, away, signal, { until: this.#until, limit: ROUTE_LIMIT })
    }
    return !body.feet.equals(feet)
  }

  #isInSameCavern({ x, y, z }: Vec3): boolean {
    if (!this.#last) return false
    const { x: lastX, y: lastY, z: lastZ } = this.#last
    return Math.hypot(x - lastX, z - lastZ) <= EXTENT && Math.abs(y - lastY) <= HEIGHT
  }
}
