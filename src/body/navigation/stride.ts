import { Vec3 } from 'vec3'
import { STEP_UP } from '#knowledge/bearing'
import { EYE_HEIGHT, PLAYER_HALF_WIDTH } from '#knowledge/player-size'
import type { Body } from '../body.ts'
import { BOT } from '../bot.ts'
import { inLiquid } from '../dig.ts'
import { canRun, type Ground, groundAt, isCalm, isHot, placeOf } from './ground-line.ts'
import { dropTo, jumpTo } from './leap.ts'
import type { Position } from './position.ts'
import type { Step } from './route.ts'
import { mustJump, standingHeight } from './standing.ts'
import type { StepFailure } from './step-failure.ts'

/** Farthest that a line is run straight at once (blocks). */
const SIGHT = 10
/** How near to a place the feet must come that only lies on the way, and at its end (blocks). */
const PASSING = 0.45
const ARRIVED = 0.36
/** Feet farther than this from where they should go next have lost the way (blocks). */
const LOST = 2.6
/** Who comes no nearer for so long is stuck (ticks). */
const STALLED_TICKS = 20
/** How far the gaze sinks on the way (blocks a block), so that the ground before the feet is in view. */
const GAZE_DROP = 0.3
/** How far around the feet falls and lava are shied away from (blocks). */
const SHY = 2
/** Food above which a player can sprint. */
const SPRINT_FOOD = 6
/** How far a body slides on after the keys are let go, for its speed. */
const SLIDE = 1.2
/** Ticks from the jump until the feet are a block higher. */
const RISE_TICKS = 3
/** By how much a jump at a sprint is faster (blocks a tick). */
const JUMP_BOOST = 0.15
/** Share of a way that lies along one axis of the map, from which on stairs are walked up that way. */
const ALONG = 0.9
/** Steps that are looked at before they are taken. */
const LOOKED_AHEAD = 2

export interface StrideOptions {
  /** Asked once before a step is near; what it answers ends the run before it. */
  readonly entering: (step: Step) => StepFailure | 'unseen' | undefined
  /** Ends the run early, asked after each step. */
  readonly done: () => boolean
  /** Whether to come to a standstill at the end. */
  readonly rest: boolean
}

/** How many steps were taken, and what ended that before the last. */
export interface Strides {
  readonly taken: number
  readonly failure?: StepFailure | 'unseen' | undefined
}

/**
 * Runs along steps that need no digging or building: in straight lines where the ground lets it,
 * up and down without a halt, and slowly where a slip would hurt.
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
  /** The step to be taken next, the one that is headed for, and how many were looked at. */
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

  /** Looks at the coming steps before they are near. */
  #look(): StepFailure | 'unseen' | undefined {
    for (; this.#looked < this.#next + LOOKED_AHEAD; this.#looked++) {
      const step = this.#steps[this.#looked]
      const failure = step && this.#options.entering(step)
      if (!failure) continue
      // What lies farther ahead need not end the run yet.
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

  /** Leaves the ground for a step that is taken so: over a gap, far down, or down where a slip would hurt. */
  #leap(step: Step, signal: AbortSignal): Promise<StepFailure | undefined> | undefined {
    if (step.how === 'jump')
      return jumpTo(this.#body, this.#steps[this.#next - 1] ?? this.#from, step, signal)
    const { position, [BOT]: bot } = this.#body
    const down = bot.entity.onGround && step.y < Math.floor(position.y + 0.2)
    if (step.how !== 'drop' && !(down && !this.#isCalm())) return undefined
    this.#body[BOT].setControlState('sneak', false)
    return dropTo(this.#body, this.#ground, step, signal)
  }

  /** Notes which steps the feet have come to. */
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
    // Lava flows: what was free may be so no more.
    if (hot && this.#options.entering(next) === 'unsafe') return 'unsafe'
    // Sneaking feet would not go down a step.
    const sneak = hot && next.y >= Math.floor(position.y + 0.2)
    const last = this.#aim === this.#steps.length - 1 && this.#options.rest
    const brake = last && away <= SLIDE * speed
    const blocked = (bot.entity as { isCollidedHorizontally?: boolean }).isCollidedHorizontally
    const sprint = !sneak && !brake && blocked !== true && bot.food > SPRINT_FOOD && calm
    const ahead = position.y + EYE_HEIGHT - away * GAZE_DROP
    await bot.lookAt(new Vec3(aim.x + 0.5, ahead, aim.z + 0.5), true)
    bot.setControlState('forward', !brake)
    bot.setControlState('sprint', sprint)
    bot.setControlState('sneak', sneak)
    bot.setControlState('jump', this.#mustJump(aim, speed, sprint))
    await body.wait(1, signal)
    return undefined
  }

  /** Heads for the farthest step that a straight line leads to. */
  #aimAhead(): void {
    const { position } = this.#body
    for (let next = this.#aim + 1; next < this.#steps.length; next++) {
      const step = this.#steps[next]
      if (!step || step.how === 'jump' || step.how === 'drop') return
      if (Math.hypot(step.x + 0.5 - position.x, step.z + 0.5 - position.z) > SIGHT) return
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

  /** Whether a slip would do no harm, here and where the next steps lead. */
  #isCalm(): boolean {
    for (let i = Math.max(0, this.#next - 1); i <= this.#next + 1; i++) {
      const step = this.#steps[i]
      if (!step) continue
      let calm = this.#calm.get(step)
      if (calm === undefined) {
        calm = isCalm(closeUp(this.#body, this.#ground), step, SHY)
        this.#calm.set(step, calm)
      }
      if (!calm) return false
    }
    return true
  }

  /** Whether the ground rises before the feet, so that they must leave it now; or they are afloat. */
  #mustJump(aim: Step, speed: number, sprint: boolean): boolean {
    const { [BOT]: bot, position } = this.#body
    if (inLiquid(this.#body)) return position.y < aim.y + 0.3
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

  /** Whether a step on the way to what is headed for is higher. */
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

/** The ground as a body knows it. */
export function groundOf(body: Body): Ground {
  // Rock is what is supposed where nothing is known; all else has been seen or lies under the sky.
  const isSure = (x: number, y: number, z: number) =>
    body.traits(x, y, z).name !== 'stone' || body.vision.isKnown(x, y, z)
  return { traits: (x, y, z) => body.traits(x, y, z), isSure }
}

/** The same, with a close look at what is not known. */
function closeUp(body: Body, ground: Ground): Ground {
  const { isSure } = ground
  return {
    traits: ground.traits,
    isSure(x, y, z) {
      if (isSure(x, y, z)) return true
      body.vision.examine(x, y, z)
      return isSure(x, y, z)
    },
  }
}
