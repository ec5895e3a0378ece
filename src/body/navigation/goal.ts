import pathfinder from 'mineflayer-pathfinder'
import { Vec3 } from 'vec3'
import { VoxelRay } from '#geometry/voxel-ray'
import type { Position } from './position.ts'

/** mineflayer-pathfinder's goals. */
export const { GoalNear, GoalNearXZ, GoalXZ, GoalY, GoalBlock, GoalGetToBlock } = pathfinder.goals

/**
 * The goal of a journey. All goals of mineflayer-pathfinder implement it; it omits their methods for moving goals.
 */
export interface NavigationGoal {
  /** Estimated distance from a position (blocks). */
  heuristic(node: Position): number
  /**
   * Whether the position of the feet fulfils the goal.
   * @param isDug whether the route to the position digs a block; omitted if there is no route.
   */
  isEnd(node: Position, isDug?: (place: Position) => boolean): boolean
  /** Whether the agent must stand there rather than swim. */
  readonly dry?: boolean
}

/** Reach from the eyes without leaning forward (blocks). */
const REACH = 3.4
/** Height of the eyes above the centre of the block of the feet (blocks). */
const EYE_ABOVE_CENTRE = 1.12

/** Standing where a block is within reach. */
export class GoalReach implements NavigationGoal {
  readonly dry = true
  readonly #block: Vec3

  constructor(block: Vec3) {
    this.#block = block
  }

  heuristic(node: Position): number {
    return Math.max(0, this.#away(node) - REACH)
  }

  isEnd(node: Position): boolean {
    const { x, y, z } = this.#block
    // Not on top of the block: digging it from there would drop the agent.
    return this.#away(node) <= REACH && !(node.x === x && node.z === z && node.y === y + 1)
  }

  #away({ x, y, z }: Position): number {
    return Math.hypot(x - this.#block.x, y + EYE_ABOVE_CENTRE - this.#block.y, z - this.#block.z)
  }
}

/** Height of the eyes above the feet (blocks). */
const EYE = 1.62

/** Standing where a block is within reach and in sight. */
export class GoalUse extends GoalReach {
  readonly #block: Vec3
  readonly #isOpaque: (place: Position) => boolean
  readonly #ray = new VoxelRay()

  /** @param isOpaque whether the crosshair would meet a block, as far as the agent knows. */
  constructor(block: Vec3, isOpaque: (place: Position) => boolean) {
    super(block)
    this.#block = block
    this.#isOpaque = isOpaque
  }

  override isEnd(node: Position, isDug: (place: Position) => boolean = () => false): boolean {
    if (!super.isEnd(node)) return false
    const [x, y, z] = [node.x + 0.5, node.y + EYE, node.z + 0.5]
    const { x: toX, y: toY, z: toZ } = this.#block.offset(0.5, 0.5, 0.5)
    const ray = this.#ray.start(x, y, z, toX - x, toY - y, toZ - z)
    while (!this.#block.equals(new Vec3(ray.x, ray.y, ray.z))) {
      if (this.#isOpaque(ray) && !isDug(ray)) return false
      if (!ray.advance(1)) return false
    }
    return true
  }
}

/** Standing at a height, anywhere. */
export class GoalStandY extends GoalY implements NavigationGoal {
  readonly dry = true

  /** Height takes longer to gain than distance. */
  override heuristic(node: Position): number {
    return Math.abs(node.y - this.y) * 1.5
  }

  override isEnd(node: Position): boolean {
    return node.y === this.y
  }
}
