import type { Level } from './level.ts'
import type { Population } from './mobs/population.ts'
import type { Player } from './player.ts'
import type { Players } from './players.ts'
import type { Movement, PlayerMove } from './survival/movement.ts'
import { TravelBudget } from './survival/travel-budget.ts'
import type { WorldTime } from './world-time.ts'

/**
 * Maximum horizontal speed of a player who sneaks or crawls on the ground (blocks a tick): 0.065 straight ahead and 0.092
 * diagonally, 1.3 times that for a sprint that continues in the pose, and a margin.
 */
const SLOW_SPEED = 0.13
/** Distance that a player may save, for moves that arrive together (blocks). */
const MAX_SAVED = 2
/** Time in which the speed from before has no effect any more (ticks). */
const SETTLE_TICKS = 12
/** Blocks on which players slide. */
const SLIPPERY = /ice$|^slime_block$/
/** Depth of the block that decides whether a player slides (blocks). */
const GROUND_DEPTH = 0.5
/** Distance within which a mob or player may push another player (blocks). */
const PUSH_DISTANCE = 2

interface Pace {
  travel: TravelBudget
  /** Tick from which on the speed of the pose applies. */
  settledAt: number
}

/** Finds players who sneak or crawl on the ground faster than a vanilla client does. */
export class PoseSpeedAudit {
  readonly #level: Level
  readonly #time: WorldTime
  readonly #players: Players
  readonly #population: Population
  readonly #paces = new Map<Player, Pace>()

  /** @param tooFast called when a player has moved too far. */
  constructor(
    world: { level: Level; players: Players; time: WorldTime; population: Population },
    movement: Movement,
    tooFast: () => void,
  ) {
    this.#level = world.level
    this.#time = world.time
    this.#players = world.players
    this.#population = world.population
    world.players.on('leave', (player) => this.#paces.delete(player))
    world.time.everyTick(() => {
      for (const { travel } of this.#paces.values()) travel.refill()
    })
    movement.onMove((move) => {
      if (!this.#keeps(move)) tooFast()
    })
  }

  /** Whether a move is within the speed of the player's pose. */
  #keeps(move: PlayerMove): boolean {
    const { player, dx, dz } = move
    const { tick } = this.#time
    if (this.#isFree(move)) {
      this.#paces.set(player, freshPace(tick + SETTLE_TICKS))
      return true
    }
    const pace = this.#paces.get(player) ?? freshPace(tick + SETTLE_TICKS)
    this.#paces.set(player, pace)
    if (tick < pace.settledAt || pace.travel.spend(Math.hypot(dx, dz))) return true
    this.#paces.set(player, freshPace(tick))
    return false
  }

  /** Whether something else than its legs may move the player, or its pose is not slow. */
  #isFree({ player, position, wasOnGround, onGround, around, knockedBack }: PlayerMove): boolean {
    if (player.pose === 'standing' || player.invulnerable || knockedBack) return true
    if (!wasOnGround || !onGround || around.inWater || around.inLava || around.climbing) return true
    const { x, y, z } = position.offset(0, -GROUND_DEPTH, 0).floored()
    return SLIPPERY.test(this.#level.name(x, y, z)) || this.#isPushed(player)
  }

  #isPushed(player: Player): boolean {
    const isNear = (other: Pick<Player, 'position'>) =>
      other !== player && other.position.distanceTo(player.position) < PUSH_DISTANCE
    return [...this.#population].some(isNear) || [...this.#players].some(isNear)
  }
}

function freshPace(settledAt: number): Pace {
  return { travel: new TravelBudget(SLOW_SPEED, MAX_SAVED), settledAt }
}
