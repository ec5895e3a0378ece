import { Vec3 } from 'vec3'
import { STEP_UP } from '#knowledge/bearing'
import { EYE_HEIGHT, PLAYER_HALF_WIDTH } from '#knowledge/player-size'
import type { Body } from '../body.ts'
import { BOT } from '../bot.ts'
import { inLiquid } from '../dig.ts'
import { floatIn } from './footing.ts'
import { canRun, type Ground, groundAt, isCalm, isHot, placeOf } from './ground-line.ts'
import { dropTo, jumpTo } from './leap.ts'
import { isOutdoors } from './outdoors.ts'
import type { Position } from './position.ts'
import type { Step } from './route.ts'
import { mustJump, standingHeight } from './standing.ts'
import type { StepFailure } from './step-failure.ts'

/** Longest straight line to run (blocks). */
const MAX_LINE = 10
/** Distance to a place at which the agent has passed it, or arrived at the last one (blocks). */
const PASSING = 0.45
const ARRIVED = 0.36
/** Factor for the way along the wall of a swimmer who climbs out of the water. */
const AGAINST_CURRENT = 6
/** An agent farther than this from the next step has left the route (blocks). */
const LOST = 2.6
/** An agent that gets no closer for this long is stuck (ticks). */
const STALLED_TICKS = 20
/** Downward slope of the view (blocks a block), so that the ground ahead is in view. */
const GAZE_DROP = 0.3
/** Distance to falls and lava within which the agent is careful (blocks). */
const PERIL_RADIUS = 2
/** Food above which a player can sprint. */
const SPRINT_FOOD = 6
/** Distance that the agent slides after it releases the keys, as a factor of its speed (ticks). */
const SLIDE = 1.2
/** Time from a jump until the feet are one block higher (ticks). */
const RISE_TICKS = 3
/** Speed that a jump adds while sprinting (blocks a tick). */
const JUMP_BOOST = 0.15
/** Share of a direction along one axis from which on the agent walks up stairs along that axis. */
const ALONG = 0.9
/** Number of steps that the agent checks ahead. */
const LOOKED_AHEAD = 2

export interface StrideOptions {
  /** Checks a step once before the agent reaches it. A failure ends the run before the step. */
  readonly entering: (step: Step) => StepFailure | 'unseen' | undefined
  /** Ends the run early; called after each step. */
  readonly done: () => boolean
  /** Whether to stop at the end. */
  readonly rest: boolean
}

/** The number of steps taken, and the failure that ended the run. */
export interface Strides {
  readonly taken: number
  readonly failure?: StepFailure | 'unseen' | undefined
}

/**
 * Runs along steps without digging or building. The agent runs in straight lines where the ground allows it, up and down
 * without stopping, and slowly where a fall would hurt.
 */
export async function stride(
  body: Body,
  steps: readonly Step[],
  options: StrideOptions,
  signal: AbortSignal,
): Promise<Strides> {
  const strides = await new Run(body, steps, options).go(signal)
  if (options.rest || strides.failure || strides.taken < steps.length) body.release()
  return strides
}

/** One run along some steps. */
class Run {
  readonly #body: Body
  readonly #ground: Ground
  readonly #steps: readonly Step[]
  readonly #options: StrideOptions
  readonly #from: Position
  readonly #calm = new Map<Step, boolean>()
  /** Index of the next step, of the step that the agent heads for, and the number of checked steps. */
  #next = 0
  #aim = 0
  #looked = 0
  #last: Vec3
  #nearest = Number.POSITIVE_INFINITY
  #stalled = 0

  constructor(body: Body, steps: readonly Step[], options: StrideOptions) {
    this.#body = body
    this.#ground = groundOf(body)
    this.#steps = steps
    this.#options = options
    this.#from = body.feet
    this.#last = body.position.clone()
  }

  async go(signal: AbortSignal): Promise<Strides> {
    for (;;) {
      const before = this.#next
      this.#pass()
      const step = this.#steps[this.#next]
      if (!step || (this.#next > before && this.#options.done())) return { taken: this.#next }
      const failure = this.#look() ?? (await this.#move(step, signal))
      if (failure) return { taken: this.#next, failure }
    }
  }

  /** Checks the next steps ahead of time. */
  #look(): StepFailure | 'unseen' | undefined {
    for (; this.#looked < this.#next + LOOKED_AHEAD; this.#looked++) {
      const step = this.#steps[this.#looked]
      const failure = step && this.#options.entering(step)
      if (!failure) continue
      // A failure farther ahead does not end the run yet.
      return this.#looked === this.#next ? failure : undefined
    }
    return undefined
  }

  async #move(step: Step, signal: AbortSignal): Promise<StepFailure | undefined> {
    const leap = this.#leap(step, signal)
    if (!leap) return this.#tick(signal)
    const failure = await leap
    if (failure) return failure
    this.#next++
    this.#aim = this.#next
    this.#nearest = Number.POSITIVE_INFINITY
    return undefined
  }

  /** Takes a step in the air: over a gap, far down, or down where a fall would hurt. */
  #leap(step: Step, signal: AbortSignal): Promise<StepFailure | undefined> | undefined {
    if (step.how === 'jump')
      return jumpTo(this.#body, this.#steps[this.#next - 1] ?? this.#from, step, signal)
    const { position, [BOT]: bot } = this.#body
    const down = bot.entity.onGround && step.y < Math.floor(position.y + 0.2)
    if (step.how !== 'drop' && !(down && !this.#isCalm())) return undefined
    this.#body[BOT].setControlState('sneak', false)
    return dropTo(this.#body, this.#ground, step, signal)
  }

  /** Advances past the steps that the agent has reached. */
  #pass(): void {
    const { position } = this.#body
    for (let i = Math.min(this.#aim, this.#steps.length - 1); i >= this.#next; i--) {
      const step = this.#steps[i]
      if (!step || !this.#hasReached(step, i, position)) continue
      this.#next = i + 1
      this.#nearest = Number.POSITIVE_INFINITY
      this.#stalled = 0
      break
    }
    this.#aim = Math.max(this.#aim, this.#next)
  }

  #hasReached(step: Step, index: number, position: Vec3): boolean {
    const rise = position.y - step.y
    if (rise < -0.4 || rise > 1.3) return false
    const away = Math.hypot(position.x - step.x - 0.5, position.z - step.z - 0.5)
    if (index < this.#steps.length - 1) return away <= PASSING || isIn(step, position)
    const settled = this.#body[BOT].entity.onGround || inLiquid(this.#body)
    return away <= ARRIVED && settled && rise < 0.9
  }

  async #tick(signal: AbortSignal): Promise<StepFailure | undefined> {
    const body = this.#body
    const { [BOT]: bot, position } = body
    const calm = this.#isCalm()
    if (!calm) this.#aim = this.#next
    else if (bot.entity.onGround) this.#aimAhead()
    const aim = this.#steps[this.#aim]
    const next = this.#steps[this.#next]
    if (!aim || !next) return undefined
    const away = Math.hypot(position.x - aim.x - 0.5, position.z - aim.z - 0.5)
    if (this.#isLost(next, away)) return 'off-route'
    const speed = Math.hypot(position.x - this.#last.x, position.z - this.#last.z)
    this.#last = position.clone()
    const hot = isHot(this.#ground, next, 1)
    // Lava may have flowed in since the last check.
    if (hot && this.#options.entering(next) === 'unsafe') return 'unsafe'
    // A sneaking player does not step down.
    const sneak = hot && next.y >= Math.floor(position.y + 0.2)
    const last = this.#aim === this.#steps.length - 1 && this.#options.rest
    const brake = last && away <= SLIDE * speed
    const blocked = (bot.entity as { isCollidedHorizontally?: boolean }).isCollidedHorizontally
    if (blocked === true && this.#isHindered(next)) return 'changed'
    const sprint = !sneak && !brake && blocked !== true && bot.food > SPRINT_FOOD && calm
    const ahead = position.y + EYE_HEIGHT - away * GAZE_DROP
    const { x, z } = this.#course(aim)
    await bot.lookAt(new Vec3(x, ahead, z), true)
    bot.setControlState('forward', !brake)
    bot.setControlState('sprint', sprint)
    bot.setControlState('sneak', sneak)
    bot.setControlState('jump', this.#mustJump(aim, speed, sprint))
    await body.wait(1, signal)
    return undefined
  }

  /**
   * Where the agent heads for a step: its middle, but in the water below a step up mostly along the wall to where the body
   * fits, because a current carries it away while it rises.
   */
  #course(aim: Step): { readonly x: number; readonly z: number } {
    const { position } = this.#body
    const behind = this.#steps[this.#aim - 1] ?? this.#from
    const [x, z] = [aim.x + 0.5, aim.z + 0.5]
    if (aim.y <= behind.y || !inLiquid(this.#body)) return { x, z }
    if (behind.z === aim.z) return { x, z: position.z + (z - position.z) * AGAINST_CURRENT }
    if (behind.x === aim.x) return { x: position.x + (x - position.x) * AGAINST_CURRENT, z }
    return { x, z }
  }

  /** Looks at what stops the agent. @returns whether it is a block that the route does not know. */
  #isHindered(step: Step): boolean {
    const body = this.#body
    const { feet } = body
    if (this.#options.entering(step) === 'changed') return true
    if (feet.x === step.x || feet.z === step.z) return false
    const y = Math.max(feet.y, step.y)
    const corners = [
      [step.x, feet.z],
      [feet.x, step.z],
    ] as const
    return corners.some(([x, z]) =>
      [y, y + 1].some((height) => {
        body.vision.examine(x, height, z)
        const { open, low, water } = body.traits(x, height, z)
        return !(open || low || water) && body.vision.isKnown(x, height, z)
      }),
    )
  }

  /** Heads for the farthest step within a straight line. */
  #aimAhead(): void {
    const { position } = this.#body
    for (let next = this.#aim + 1; next < this.#steps.length; next++) {
      const step = this.#steps[next]
      if (!step || step.how === 'jump' || step.how === 'drop') return
      if (Math.hypot(step.x + 0.5 - position.x, step.z + 0.5 - position.z) > MAX_LINE) return
      if (!canRun(this.#ground, position, step)) return
      this.#aim = next
      this.#nearest = Number.POSITIVE_INFINITY
    }
  }

  #isLost(next: Step, away: number): boolean {
    const { position, [BOT]: bot } = this.#body
    const behind = this.#steps[this.#next - 1] ?? this.#from
    if (bot.entity.onGround && position.y < Math.min(next.y, behind.y) - 1.6) return true
    if (this.#aim === this.#next && away > LOST) return true
    if (away < this.#nearest - 0.02) {
      this.#nearest = away
      this.#stalled = 0
    }
    return ++this.#stalled > STALLED_TICKS
  }

  /** Whether there is no peril here and at the next steps. */
  #isCalm(): boolean {
    for (let i = Math.max(0, this.#next - 1); i <= this.#next + 1; i++) {
      const step = this.#steps[i]
      if (!step) continue
      let calm = this.#calm.get(step)
      if (calm === undefined) {
        calm = isCalm(closeUp(this.#body, this.#ground), step, PERIL_RADIUS)
        this.#calm.set(step, calm)
      }
      if (!calm) return false
    }
    return true
  }

  /** Whether the agent must jump now: the ground rises ahead, or the agent swims. */
  #mustJump(aim: Step, speed: number, sprint: boolean): boolean {
    const { [BOT]: bot, position } = this.#body
    if (inLiquid(this.#body)) return position.y < aim.y + floatIn(this.#body)
    if (!bot.entity.onGround || !this.#rises(position.y)) return false
    const dx = aim.x + 0.5 - position.x
    const dz = aim.z + 0.5 - position.z
    const length = Math.max(1e-6, Math.hypot(dx, dz))
    const sideX = Math.abs(dx) > ALONG * length ? Math.sign(dx) : 0
    const sideZ = Math.abs(dz) > ALONG * length ? Math.sign(dz) : 0
    const reach =
      PLAYER_HALF_WIDTH + RISE_TICKS * (Math.max(speed, 0.1) + (sprint ? JUMP_BOOST : 0))
    for (let far = PLAYER_HALF_WIDTH + 0.1; far <= reach + 0.3; far += 0.3) {
      const ahead = Math.min(far, reach)
      for (const side of [-PLAYER_HALF_WIDTH, PLAYER_HALF_WIDTH]) {
        const x = position.x + (dx / length) * ahead - (dz / length) * side
        const z = position.z + (dz / length) * ahead + (dx / length) * side
        const height = groundAt(this.#ground, Math.floor(x), position.y, Math.floor(z))
        if (height === undefined) continue
        const place = { x: Math.floor(x), y: placeOf(height), z: Math.floor(z) }
        if (mustJump(this.#ground.traits, position.y, place, height, sideX, sideZ)) return true
      }
    }
    return false
  }

  /** Whether a step before the one that the agent heads for is higher. */
  #rises(height: number): boolean {
    const { traits } = this.#ground
    return this.#steps
      .slice(this.#next, this.#aim + 1)
      .some((step) => (standingHeight(traits, step) ?? step.y) > height + STEP_UP)
  }
}

function isIn(step: Position, position: Vec3): boolean {
  return Math.floor(position.x) === step.x && Math.floor(position.z) === step.z
}

/** The ground as the agent knows it. */
export function groundOf(body: Body): Ground {
  // Only unknown blocks are assumed to be stone; others have been seen or lie under the sky.
  const isSure = (x: number, y: number, z: number) =>
    body.traits(x, y, z).name !== 'stone' || body.vision.isKnown(x, y, z)
  return { traits: (x, y, z) => body.traits(x, y, z), isSure, isOutdoors: isOutdoors(body) }
}

/** The same, and looks at unknown blocks. */
function closeUp(body: Body, ground: Ground): Ground {
  const { isSure } = ground
  return {
    ...ground,
    isSure(x, y, z) {
      if (isSure(x, y, z)) return true
      body.vision.examine(x, y, z)
      return isSure(x, y, z)
    },
  }
}
