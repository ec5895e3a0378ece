import type { BlockTraits } from '../../knowledge/block-traits.ts'
import type { Move, Moves, Node } from './a-star.ts'
import { DigCosts, type Passage } from './dig-costs.ts'
import { canBuildAt, cornersAreFree, isSafeToCross } from './free-space.ts'
import * as cost from './move-costs.ts'
import type { NavigationView } from './navigation-view.ts'
import type { Position } from './position.ts'
import { isPlacedUnder, type Step } from './route.ts'

const SIDES = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const
const DIAGONALS = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
] as const
/** Farthest jump, from middle to middle (blocks). */
const FARTHEST_JUMP = 4
const FREE: Passage = { digs: [], ticks: 0 }

/** The moves of the grid: to all sides, up and down, over gaps, and through whatever can be dug. */
export class GridMoves implements Moves {
  readonly #view: NavigationView
  readonly #digCosts: DigCosts
  #found: Move[] = []

  /** @param origin where the search starts. */
  constructor(view: NavigationView, origin: Position) {
    this.#view = view
    this.#digCosts = new DigCosts(view, origin)
  }

  isWater({ x, y, z }: Position): boolean {
    return this.#traits(x, y, z).water
  }

  from(node: Node): readonly Move[] {
    this.#found = []
    const { x, y, z } = node
    const { water } = this.#traits(x, y, z)
    const supported = this.#traits(x, y - 1, z).floor || isPlacedUnder(node.step)
    const slow = water ? cost.DIVING_DIG_FACTOR : 1
    if (supported || water) {
      for (const [dx, dz] of SIDES) {
        this.#level(node, dx, dz, water, slow)
        this.#climb(node, dx, dz, water, slow)
        if (supported) this.#down(node, dx, dz, slow)
        if (supported && !water) this.#across(node, dx, dz)
      }
    }
    if (supported && !water) for (const [dx, dz] of DIAGONALS) this.#diagonal(node, dx, dz)
    if (water) this.#swim(x, y, z)
    else if (supported) this.#upOrDown(node)
    return this.#found
  }

  #level({ x, y, z }: Node, dx: number, dz: number, swimming: boolean, slow: number): void {
    const way = this.#digCosts.passage(slow, [x + dx, y + 1, z + dz], [x + dx, y, z + dz])
    if (way) this.#land(x + dx, y, z + dz, way, swimming)
  }

  #climb({ x, y, z }: Node, dx: number, dz: number, swimming: boolean, slow: number): void {
    const [nx, nz] = [x + dx, z + dz]
    if (!this.#traits(nx, y, nz).floor || this.#view.avoids(nx, y + 1, nz)) return
    const way = this.#digCosts.passage(slow, [x, y + 2, z], [nx, y + 2, nz], [nx, y + 1, nz])
    if (way) this.#add(nx, y + 1, nz, way, 'climb', cost.CLIMB + (swimming ? cost.SWIM : 0))
  }

  #down({ x, y, z }: Node, dx: number, dz: number, slow: number): void {
    const [nx, nz] = [x + dx, z + dz]
    for (let depth = 1; depth <= Math.max(1, this.#view.maxDrop(y - 1)); depth++) {
      const column = Array.from({ length: depth + 2 }, (_, i) => [nx, y + 1 - i, nz] as const)
      const way = this.#digCosts.passage(slow, ...column)
      if (!way) return
      this.#land(nx, y - depth, nz, way, false, depth)
    }
  }

  /** Over a gap: by a jump where it may miss, on blocks put down where there are any. */
  #across(node: Node, dx: number, dz: number): void {
    const { x, y, z } = node
    const isFree = (far: number, up: number) =>
      this.#traits(x + dx * far, y + up, z + dz * far).open
    const [nx, nz] = [x + dx, z + dz]
    const below = this.#traits(nx, y - 1, nz)
    if (!(below.open || below.water) || !isFree(1, 0) || !isFree(1, 1)) return
    const under = { x: nx, y: y - 1, z: nz }
    const mayBuild = node.placed < this.#view.scaffold && !this.#view.avoids(nx, y, nz)
    if (mayBuild && canBuildAt(this.#view, under)) {
      const place = [under]
      const ticks = cost.WALK + cost.PLACE + cost.priceOfPlace(this.#view, nx, y, nz)
      this.#found.push({ step: { x: nx, y, z: nz, clear: [], how: 'walk', place }, ticks })
    }
    if (!this.#traits(x, y + 2, z).open || !isFree(1, 2)) return
    for (let far = 2; far <= FARTHEST_JUMP && isFree(far, 0) && isFree(far, 1); far++) {
      const target = { x: x + dx * far, y, z: z + dz * far }
      if (this.#traits(target.x, y - 1, target.z).floor) {
        if (this.#view.avoids(target.x, y, target.z)) return
        if (!isSafeToCross(this.#view, node, target)) return
        const ticks =
          cost.JUMP +
          cost.JUMP_PER_BLOCK * far +
          cost.priceOfPlace(this.#view, target.x, y, target.z)
        this.#found.push({ step: { ...target, clear: [], how: 'jump' }, ticks })
        return
      }
      if (!isFree(far, 2)) return
    }
  }

  /** To a corner, level or a block down, where nothing must be dug for it. */
  #diagonal(node: Node, dx: number, dz: number): void {
    const { y } = node
    const [nx, nz] = [node.x + dx, node.z + dz]
    if (!this.#traits(nx, y, nz).open || !this.#traits(nx, y + 1, nz).open) return
    const below = this.#traits(nx, y - 1, nz)
    const down = below.open && this.#traits(nx, y - 2, nz).floor ? 1 : 0
    if (!below.floor && (down === 0 || this.#view.maxDrop(y) < 1)) return
    if (this.#view.avoids(nx, y - down, nz)) return
    if (!cornersAreFree(this.#view, node, { x: nx, y, z: nz })) return
    const way = down
      ? this.#digCosts.passage(1, [nx, y + 1, nz], [nx, y, nz], [nx, y - 1, nz])
      : this.#digCosts.passage(1, [nx, y + 1, nz], [nx, y, nz])
    const ticks =
      cost.DIAGONAL + down * cost.DROP_PER_BLOCK + cost.priceOfPlace(this.#view, nx, y - down, nz)
    if (way) this.#add(nx, y - down, nz, way, 'walk', ticks)
  }

  #upOrDown(node: Node): void {
    const { x, y, z } = node
    const view = this.#view
    // Down what the agent has put up, and wherever it knows what it comes down on.
    if (view.isKnown(x, y - 2, z) && this.#traits(x, y - 2, z).floor && !view.avoids(x, y - 1, z)) {
      const way = this.#digCosts.passage(1, [x, y - 1, z])
      if (way) this.#add(x, y - 1, z, way, 'dig-down', cost.DIG_DOWN)
    }
    if (node.placed < view.scaffold && !view.avoids(x, y + 1, z)) {
      const way = this.#digCosts.passage(1, [x, y + 2, z])
      if (way) this.#add(x, y + 1, z, way, 'pillar', cost.PILLAR)
    }
  }

  #swim(x: number, y: number, z: number): void {
    const rise = this.#traits(x, y + 1, z).water && this.#digCosts.of({ x, y: y + 2, z })
    if (rise && !rise.solid) this.#add(x, y + 1, z, FREE, 'swim', cost.SWIM)
    if (this.#traits(x, y - 1, z).water) this.#add(x, y - 1, z, FREE, 'swim', cost.SWIM + cost.DIVE)
  }

  /**
   * Steps into a cleared place: stands there, swims there, or falls, `maxDrop` blocks at most with
   * the `deep` blocks that it is lower already.
   */
  #land(x: number, y: number, z: number, way: Passage, swimming: boolean, deep = 0): void {
    const view = this.#view
    if (view.avoids(x, y, z)) return
    if (this.#traits(x, y, z).water) {
      const under = this.#traits(x, y + 1, z).water
      this.#add(x, y, z, way, 'swim', cost.SWIM + (under ? cost.DIVE : 0))
      return
    }
    const drop = Math.max(0, view.maxDrop(y) - deep)
    for (let fall = 0; fall <= drop; fall++) {
      const below = this.#traits(x, y - fall - 1, z)
      if (below.harmful || below.lava) return
      if (below.floor || below.water) {
        const landing = below.water ? y - fall - 1 : y - fall
        const how = below.water ? 'swim' : fall + deep > 1 ? 'drop' : 'walk'
        const ticks =
          (swimming || below.water ? cost.SWIM : cost.WALK) +
          (fall + deep) * cost.DROP_PER_BLOCK +
          cost.priceOfPlace(view, x, landing, z)
        this.#add(x, landing, z, way, how, ticks)
        return
      }
      if (!below.open) return
    }
  }

  #add(x: number, y: number, z: number, way: Passage, how: Step['how'], ticks: number): void {
    this.#found.push({ step: { x, y, z, clear: way.digs, how }, ticks: ticks + way.ticks })
  }

  #traits(x: number, y: number, z: number): BlockTraits {
    return this.#view.blocks.traits(this.#view.state(x, y, z))
  }
}
