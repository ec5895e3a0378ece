/** The game's initial jump speed, gravity and drag (blocks a tick). */
const JUMP_SPEED = 0.42
const GRAVITY = 0.08
const DRAG = 0.98
/** Step height without a jump (blocks). */
const STEP_HEIGHT = 0.6
/** Tolerance for rounding in sums of small steps (blocks). */
const ROUNDING = 0.01
/** Falling ticks that a slow connection may delay. */
const MAX_LATE_TICKS = 20
/** Number of moves for which knockback can explain a higher position. */
const KNOCKBACK_TICKS = 40

/**
 * Maximum height of a player who does not fly: a jump above the last support, then falling. Every move in the air
 * consumes one tick; ticks without a move also count in the end.
 */
export class JumpLimit {
  #ceiling: number
  /** Change of the ceiling in the next tick in the air (blocks). */
  #speed = JUMP_SPEED
  /** Ticks in the air without a move. */
  #owed = 0
  #knockback = { height: Number.NEGATIVE_INFINITY, moves: 0 }

  /** @param y height of the feet of a standing player (blocks), as all heights here. */
  constructor(y: number) {
    this.#ceiling = y
  }

  /** The player is supported at a height; `speed` is the upward speed it may leave with. */
  support(y: number, speed = JUMP_SPEED): void {
    this.#ceiling = y
    this.#speed = Math.max(JUMP_SPEED, speed)
    this.#owed = 0
  }

  /** The player is in the air at a height, with no vertical speed. */
  drop(y: number): void {
    this.#ceiling = y
    this.#speed = 0
  }

  /** Knockback gave the player at a height an upward speed (blocks a tick). */
  addKnockback(y: number, speed: number): void {
    this.#knockback = { height: y + apex(Math.max(JUMP_SPEED, speed)), moves: KNOCKBACK_TICKS }
  }

  /** Whether the next move may end at a height; `borne` when the player is supported there. */
  allows(y: number, supported: boolean): boolean {
    this.#fall()
    this.#owed = Math.max(0, this.#owed - 1)
    if (y <= this.#ceiling + (supported ? STEP_HEIGHT : 0) + ROUNDING) return true
    if (this.#knockback.moves-- <= 0 || y > this.#knockback.height + ROUNDING) return false
    this.drop(y)
    return true
  }

  /** One tick in the air without a move; returns whether the player may still be at the height. */
  allowsWaiting(y: number): boolean {
    if (++this.#owed <= MAX_LATE_TICKS) return true
    this.#owed--
    this.#fall()
    return y <= this.#ceiling + ROUNDING
  }

  #fall(): void {
    this.#ceiling += this.#speed
    this.#speed = (this.#speed - GRAVITY) * DRAG
  }
}

/** Height that an upward speed reaches (blocks). */
function apex(speed: number): number {
  let height = 0
  for (let left = speed; left > 0; left = (left - GRAVITY) * DRAG) height += left
  return height
}
