/** The game's jump, gravity and drag: speed upwards in its first tick, and what becomes of it (blocks a tick). */
const JUMP_SPEED = 0.42
const GRAVITY = 0.08
const DRAG = 0.98
/** Height that legs step up without a jump (blocks). */
const STEP = 0.6
/** Sums of many small steps come out a little off. */
const ROUNDING = 0.01
/** Ticks of falling that a slow line may keep back. */
const LATE_TICKS = 20
/** For so many of its moves a body may still be on the way that a blow threw it (ticks). */
const THROWN_TICKS = 40

/**
 * How high a body that does not fly can be: a jump above what bore it last, and from there down as it
 * falls. Every move in the air is one tick of that; ticks without one count too, in the end.
 */
export class JumpLimit {
  #ceiling: number
  /** Change of the ceiling with the next tick in the air (blocks). */
  #speed = JUMP_SPEED
  /** Ticks in the air for which no move has come. */
  #owed = 0
  #thrown = { height: Number.NEGATIVE_INFINITY, moves: 0 }

  /** @param y Height of feet that stand (blocks), as all heights here are. */
  constructor(y: number) {
    this.#ceiling = y
  }

  /** Something bears the body, at a height; `speed` upwards is what it may leave with. */
  bear(y: number, speed = JUMP_SPEED): void {
    this.#ceiling = y
    this.#speed = Math.max(JUMP_SPEED, speed)
    this.#owed = 0
  }

  /** The body hangs in the air at a height, without any speed. */
  drop(y: number): void {
    this.#ceiling = y
    this.#speed = 0
  }

  /** A blow gave the body, which is at a height, a speed upwards (blocks a tick). */
  throwUp(y: number, speed: number): void {
    this.#thrown = { height: y + apex(Math.max(JUMP_SPEED, speed)), moves: THROWN_TICKS }
  }

  /** Whether one more move may lead to a height; `borne` when something bears the body there. */
  allows(y: number, borne: boolean): boolean {
    this.#fall()
    this.#owed = Math.max(0, this.#owed - 1)
    if (y <= this.#ceiling + (borne ? STEP : 0) + ROUNDING) return true
    if (this.#thrown.moves-- <= 0 || y > this.#thrown.height + ROUNDING) return false
    this.drop(y)
    return true
  }

  /** One tick of a body in the air at a height; whether it may still be there. */
  waits(y: number): boolean {
    if (++this.#owed <= LATE_TICKS) return true
    this.#owed--
    this.#fall()
    return y <= this.#ceiling + ROUNDING
  }

  #fall(): void {
    this.#ceiling += this.#speed
    this.#speed = (this.#speed - GRAVITY) * DRAG
  }
}

/** Height that a speed upwards comes to (blocks). */
function apex(speed: number): number {
  let height = 0
  for (let left = speed; left > 0; left = (left - GRAVITY) * DRAG) height += left
  return height
}
