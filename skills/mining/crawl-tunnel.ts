import type { Vec3 } from 'vec3'
import { crawlToward } from '#body/crawl'
import { crosshair, digBlock } from '#body/dig'
import { NO_STEP } from '#body/hold-place'
import { CRAWL } from '#body/navigation/move-costs'
import { fill, supportFor } from '#body/place'
import type { SkillContext } from '../core/skill.ts'
import { hasTrapdoor, isSoonDug } from './enter-crawl.ts'
import { pokeBlock } from './poke-hole.ts'
import { AHEAD, HEADINGS, type Heading, unseenShare } from './tunnel-heading.ts'

/** Reach along the tunnel (blocks). */
const ARM = 4
/** With this lead of the digging over the feet, the hands have time for holes in the walls (blocks). */
const LEAD = 3
/** Depth of the holes in the walls, and their distance on one side (blocks). */
const HOLE_DEPTH = 2
const HOLES_APART = 4
/** Maximum dig time of a trapdoor that is worth taking along while the agent carries another (ticks). */
const MAX_TRAPDOOR_TICKS = 30
/** Time to pick up its drop (ticks). */
const PICKUP_TICKS = 14
/**
 * Distance from the centre of the first block at which rock, not the trapdoor, forces the crawling pose (blocks).
 */
const PAST_TRAPDOOR = 0.3
/** Maximum number of times that sand or gravel may refill a dug block before the way counts as blocked. */
const MAX_REFILLS = 12
/** Time for sand or gravel to fall one block (ticks). */
const FALL_TICKS = 16
/** A body that gets no closer to its target in this time is stuck (ticks). */
const STUCK_TICKS = 60
/** Time to crawl to a block dug at maximum reach (ticks). */
const APPROACH_TICKS = 50
/** Time to look through an opening (ticks). */
const LOOK_TICKS = 4
/** Distance from a block centre that counts as arrived (blocks). */
const ARRIVED = 0.2
/** Maximum length of the way back to a place where the tunnel can turn (blocks). */
const BACK = 24
/** More blocked places than this within this distance (blocks) enclose a tunnel. */
const MAX_BLOCKED = 6
const POCKET = 16

/** What may enter through a side of the tunnel. */
type Side = 'closed' | 'open' | 'flows'

/** A hole in the wall: where it starts, its direction and its depth (blocks). */
interface Hole {
  readonly from: Vec3
  readonly way: Heading
  depth: number
}

/** A tunnel one block high that the crawling agent digs. */
export class CrawlTunnel {
  readonly #context: SkillContext
  /** Positions of the tunnel that are dug and closed on all sides, by their text. */
  readonly #sealed = new Set<string>()
  /** Positions that block the way. */
  readonly #blocked = new Map<string, Vec3>()
  /** Holes in the walls, the newest last. */
  readonly #holes: Hole[] = []
  /** The trapdoor that forced the crawling pose, until the agent takes it along. */
  #trapdoor: Vec3 | undefined
  /** Where the legs move the body, and until when they rest (ticks). */
  #target: Vec3
  #restUntil = 0

  /** Whether lava is sought. */
  readonly #isLava: boolean
  /** Whether the agent leaves the tunnel through an opening; undefined if it closes them all. */
  readonly #enters: ((opening: Vec3) => boolean) | undefined
  #isOpen = false

  /**
   * @param trapdoor the trapdoor that the body has just crawled under, if any.
   * @param isLava whether lava is sought.
   * @param enters whether the agent leaves the tunnel through an opening.
   */
  constructor(
    context: SkillContext,
    trapdoor: Vec3 | undefined,
    isLava: boolean,
    enters?: (opening: Vec3) => boolean,
  ) {
    this.#context = context
    this.#isLava = isLava
    this.#enters = enters
    this.#trapdoor = trapdoor
    this.#target = context.body.feet
    this.#sealed.add(String(this.#target))
  }

  /** Whether the tunnel ends at an opening through which the agent leaves it. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Moves the legs each tick to where the tunnel is safe. @returns how to stop that. */
  moveLegs(): () => void {
    const { body } = this.#context
    const unwatch = body.onTick(() => {
      const rests = body.clock.tick < this.#restUntil || this.#isPast(this.#trapdoor)
      if (rests) body.controls.press(NO_STEP)
      else crawlToward(body, this.#target.offset(0.5, 0, 0.5))
      // Sneaking prevents the body from slipping off an edge.
      body.controls.press({ sneak: true })
    })
    return () => {
      unwatch()
      body.release()
    }
  }

  /** Digs the next block of the tunnel at maximum reach. @returns whether the way is blocked. */
  async advance(heading: Heading, until: () => boolean): Promise<boolean> {
    const { body, signal } = this.#context
    await this.#takeTrapdoor()
    const { feet } = body
    const ahead = (far: number) => feet.offset(heading.x * far, 0, heading.z * far)
    let far = 1
    while (far <= ARM && this.#sealed.has(String(ahead(far)))) far++
    this.#target = ahead(far - 1)
    if (far > LEAD && (await this.#digHole(heading))) return false
    if (far > ARM) {
      await body.wait(1, signal)
      return false
    }
    const place = ahead(far)
    if (!isSoonDug(body, place)) return this.#block(place)
    const reach = () => crosshair(body, place) !== undefined
    const comes = () => reach() || until() || !body.posture.crawling || this.#isPast(this.#trapdoor)
    if (!(await body.until(comes, STUCK_TICKS, signal))) return this.#block(place)
    if (!reach()) return false
    return (await this.#digNext(place, heading, until)) ? false : this.#block(place)
  }

  /** Whether rock forces the crawling pose without that trapdoor. */
  #isPast(trapdoor: Vec3 | undefined): boolean {
    if (!trapdoor) return false
    const { x, z } = this.#context.body.position.minus(trapdoor.offset(0.5, 0, 0.5))
    return Math.max(Math.abs(x), Math.abs(z)) >= PAST_TRAPDOOR
  }

  /**
   * Digs the trapdoor once rock forces the crawling pose, and stops the legs until the drop is picked up. Without an axe, only the last
   * trapdoor is worth that time: without any, the agent would walk through the tunnels to come.
   */
  async #takeTrapdoor(): Promise<void> {
    const { body, signal } = this.#context
    const trapdoor = this.#trapdoor
    if (!trapdoor || !this.#isPast(trapdoor)) return
    this.#trapdoor = undefined
    const { x, y, z } = trapdoor
    const { ticks } = body.tools.choose(body.vision.state(x, y, z))
    if (ticks > MAX_TRAPDOOR_TICKS && hasTrapdoor(this.#context)) return
    // From farther away, an item that rolls off is out of pickup range.
    this.#restUntil = Number.POSITIVE_INFINITY
    const isDug = await digBlock(body, trapdoor, signal)
    this.#restUntil = isDug ? body.clock.tick + PICKUP_TICKS : 0
  }

  /**
   * While the legs catch up, digs one block of a hole in the wall, which exposes as much as a block of the tunnel.
   * @returns whether there was one within reach.
   */
  async #digHole(heading: Heading): Promise<boolean> {
    const { body, signal } = this.#context
    let hole = this.#holes.at(-1)
    if (!hole || hole.depth === HOLE_DEPTH || !this.#reaches(hole)) {
      hole = this.#newHole(heading)
      if (!hole) return false
      this.#holes.push(hole)
    }
    const found = await pokeBlock(body, endOf(hole), signal)
    hole.depth = found === 'dug' ? hole.depth + 1 : HOLE_DEPTH
    // Close a cave, so that its mobs and fluids stay there.
    if (found === 'hollow') await fill(body, endOf({ ...hole, depth: 0 }), signal)
    return true
  }

  /** Where the next hole may start, if anywhere: in a wall just ahead. */
  #newHole({ x, z }: Heading): Hole | undefined {
    const { body } = this.#context
    const from = body.feet.offset(x, 0, z)
    const isFresh = ({ way }: Hole) =>
      this.#holes.every(
        (hole) =>
          hole.way.x !== way.x || hole.way.z !== way.z || hole.from.distanceTo(from) >= HOLES_APART,
      )
    const sides = [
      { from, way: { x: z, z: x }, depth: 0 },
      { from, way: { x: -z, z: -x }, depth: 0 },
    ]
    return sides.find(
      (hole) => isFresh(hole) && isSoonDug(body, endOf(hole)) && this.#reaches(hole),
    )
  }

  #reaches(hole: Hole): boolean {
    return crosshair(this.#context.body, endOf(hole)) !== undefined
  }

  /**
   * Turns where the way is blocked, here or some way back. It chooses the lowest cost of the way back and of rock
   * already seen.
   * @returns the heading of the tunnel from there, if any.
   */
  async turn(): Promise<Heading | undefined> {
    const { feet } = this.#context.body
    const turns = this.#waysBack(feet).flatMap((way) =>
      HEADINGS.filter((heading) => this.#leadsOn(way.at(-1) ?? feet, heading)).map((heading) => {
        const seen = 1 - unseenShare(this.#context, way.at(-1) ?? feet, heading)
        return { way, heading, ticks: CRAWL * (way.length + AHEAD * seen) }
      }),
    )
    const [best] = turns.sort((a, b) => a.ticks - b.ticks)
    for (const place of best?.way ?? []) if (!(await this.#crawlTo(place))) return undefined
    return best?.heading
  }

  /** Ways through the tunnel to nearby positions, the shortest first; the first one is empty. */
  #waysBack(from: Vec3): Vec3[][] {
    const ways: Vec3[][] = [[]]
    const known = new Set([String(from)])
    for (const way of ways) {
      if (way.length === BACK) break
      for (const { x, z } of HEADINGS) {
        const place = (way.at(-1) ?? from).offset(x, 0, z)
        if (known.has(String(place)) || !this.#isTunnel(place)) continue
        known.add(String(place))
        ways.push([...way, place])
      }
    }
    return ways
  }

  async #crawlTo(place: Vec3): Promise<boolean> {
    const { body, signal } = this.#context
    this.#target = place
    const comes = () => this.#isThere || !body.posture.crawling
    await body.until(comes, STUCK_TICKS, signal)
    return this.#isThere
  }

  /** Whether the body has arrived at its target. */
  get #isThere(): boolean {
    const { x, z } = this.#context.body.position.minus(this.#target)
    return Math.abs(x - 0.5) < ARRIVED && Math.abs(z - 0.5) < ARRIVED
  }

  /** Whether the way was blocked so often nearby that another attempt is pointless. */
  get isShutIn(): boolean {
    const { feet } = this.#context.body
    const near = [...this.#blocked.values()].filter((place) => place.distanceTo(feet) < POCKET)
    return near.length > MAX_BLOCKED
  }

  /** Whether the tunnel can continue from a position in a direction. */
  #leadsOn(from: Vec3, { x, z }: Heading): boolean {
    const place = from.offset(x, 0, z)
    const isNew = !this.#sealed.has(String(place)) && !this.#blocked.has(String(place))
    return isNew && isSoonDug(this.#context.body, place)
  }

  /** Whether a position is a crawl tunnel, this one or an earlier one. */
  #isTunnel({ x, y, z }: Vec3): boolean {
    const { body } = this.#context
    const isOpen = body.traits(x, y, z).open && body.vision.isKnown(x, y, z)
    return isOpen && body.traits(x, y - 1, z).cube && !body.traits(x, y + 1, z).open
  }

  #block(place: Vec3): true {
    this.#blocked.set(String(place), place)
    this.#context.agentState.exploration.addDeadEnd(place)
    return true
  }

  /** Digs one block, and closes the sides that open. @returns whether the tunnel is safe there and can continue. */
  async #digNext(place: Vec3, { x, z }: Heading, until: () => boolean): Promise<boolean> {
    const { body, signal } = this.#context
    const above = place.offset(0, 1, 0)
    for (let refills = 0; refills < MAX_REFILLS; refills++) {
      if (!(await digBlock(body, place, signal))) return false
      this.#look(above)
      if (!body.traitsAt(above).falls) break
      await body.until(() => !body.traitsAt(place).open, FALL_TICKS, signal)
    }
    if (!body.traitsAt(place).open) return false
    const front = place.offset(x, 0, z)
    // First the sides from which blocks fall and fluids flow.
    const sides = [above, front, place.offset(z, 0, x), place.offset(-z, 0, -x)]
    let leadsOn = true
    for (const side of [...sides, place.offset(0, -1, 0)]) {
      const found = await this.#inspect(side)
      if (found === 'closed') continue
      if (this.#isLava && body.traitsAt(side).lava && until()) {
        // The lava that the agent seeks stays. It flows in from anywhere but below.
        if (side.y >= place.y) await fill(body, place, signal)
        return true
      }
      if (found === 'open' && (await this.#leadsOut(side))) return true
      if (side === front) leadsOn = !this.#block(front)
      if (await this.#close(side)) continue
      // A hole in a wall is harmless. A hole in the ground or above lets the body fall or stand up.
      if (found === 'open' && side.y === place.y) continue
      await fill(body, place, signal)
      return false
    }
    this.#sealed.add(String(place))
    return leadsOn
  }

  /** Looks through an opening, and decides whether to leave the tunnel through it. */
  async #leadsOut(opening: Vec3): Promise<boolean> {
    const { body, signal } = this.#context
    if (!this.#enters) return false
    await body.until(() => this.#isThere, APPROACH_TICKS, signal)
    await body.controls.lookAt(opening.offset(0.5, 0.5, 0.5))
    await body.wait(LOOK_TICKS, signal)
    this.#isOpen = this.#enters(opening)
    return this.#isOpen
  }

  /** Closes a side of the tunnel, from closer by where no supporting block is in reach from here. */
  async #close(side: Vec3): Promise<boolean> {
    const { body, signal } = this.#context
    const isNear = () => supportFor(body, side) !== undefined || this.#isThere
    await body.until(isNear, APPROACH_TICKS, signal)
    return fill(body, side, signal)
  }

  /** What may enter through a side. The agent turns to a side that is out of view, such as the ground next to it. */
  async #inspect(side: Vec3): Promise<Side> {
    const { body, signal } = this.#context
    const found = this.#look(side)
    if (body.vision.isKnown(side.x, side.y, side.z)) return found
    await body.controls.lookAt(side.offset(0.5, 0.5, 0.5))
    await body.wait(1, signal)
    return this.#look(side)
  }

  #look(place: Vec3): Side {
    const { body } = this.#context
    body.vision.examine(place.x, place.y, place.z)
    const { open, water, lava } = body.traitsAt(place)
    if (water || lava) return 'flows'
    return open && !this.#sealed.has(String(place)) ? 'open' : 'closed'
  }
}

/** The next block of a hole. */
function endOf({ from, way, depth }: Hole): Vec3 {
  return from.offset(way.x * (depth + 1), 0, way.z * (depth + 1))
}
