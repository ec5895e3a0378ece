import pathfinder from 'mineflayer-pathfinder'
import type { Vec3 } from 'vec3'
import type { Position } from './position.ts'

/** mineflayer-pathfinder's goals. */
export const { GoalNear, GoalNearXZ, GoalXZ, GoalY, GoalBlock, GoalGetToBlock } = pathfinder.goals

/**
 * Where a journey should end: what mineflayer-pathfinder calls a goal, all of whose goals are such,
 * without what is asked only of goals that move.
 */
export interface NavigationGoal {
  /** About how far it still is from a position, in blocks. */
  heuristic(node: Position): number
  /**
   * Whether feet at a position have reached it.
   * @param isDug whether a block is dug away on the way there; left out where that is asked of no way.
   */
  isEnd(node: Position, isDug?: (place: Position) => boolean): boolean
  /** Whether the feet must stand; otherwise swimming there is as good. */
  readonly dry?: boolean
}

/** How far an arm reaches from the eyes when nobody leans forward (blocks). */
const ARM = 3.4
/** Height of the eyes above the middle of a block in which the feet are (blocks). */
const EYES = 1.12

/** To stand where a block is within arm's length. */
export class GoalReach implements NavigationGoal {
  readonly dry = true
  readonly #block: Vec3

  constructor(block: Vec3) {
    this.#block = block
  }

  heuristic(node: Position): number {
    return Math.max(0, this.#away(node) - ARM)
  }

  isEnd(node: Position): boolean {
    const { x, y, z } = this.#block
    // Not on top of it: what is dug from there drops the digger.
    return this.#away(node) <= ARM && !(node.x === x && node.z === z && node.y === y + 1)
  }

  #away({ x, y, z }: Position): number {
    return Math.hypot(x - this.#block.x, y + EYES - this.#block.y, z - this.#block.z)
  }
}

/** To stand at a height, anywhere. */
export class GoalStandY extends GoalY implements NavigationGoal {
  readonly dry = true

  /** Height is harder to gain than distance. */
  override heuristic(node: Position): number {
    return Math.abs(node.y - this.y) * 1.5
  }

  override isEnd(node: Position): boolean {
    return node.y === this.y
  }
}
