import { SIDES } from '#geometry/neighbours'
import { STEP_UP } from '#knowledge/bearing'
import type { BlockTraits } from '#knowledge/block-traits'
import type { Move, Moves, Node } from './a-star.ts'
import { priceOfChasms, priceOfGap, priceOfWater } from './detours.ts'
import { DigCosts, NOTHING, type Passage } from './dig-costs.ts'
import { doorsOnWay } from './doors.ts'
import { canBuildAt, cornersAreFree, isSafeToCross } from './free-space.ts'
import { canClimbUp } from './ladders.ts'
import * as cost from './move-costs.ts'
import type { Position } from './position.ts'
import { isPlacedUnder, type Step } from './route.ts'
import type { SearchView } from './search-memory.ts'
import { HEADROOM, MAX_JUMP_HEIGHT, mustJump, standingHeight } from './standing.ts'

const DIAGONALS = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
] as const
/** Longest jump, from centre to centre (blocks). */
const MAX_JUMP = 4

/** Moves between blocks: horizontal, vertical, over gaps, and through blocks that the agent can dig. */
export class GridMoves implements Moves {
  readonly #view: SearchView
  readonly #digCosts: DigCosts
  #found: Move[] = []
  #from: Position = { x: 0, y: 0, z: 0 }
  /** Height of the feet at the current node, and whether a door or gate is there. */
  #height = 0
  #inDoorway = false
  /** Whether the current node only holds a ladder or a vine: nothing jumps or drops from there. */
  #hangs = false

  /** @param origin start of the search. */
  constructor(view: SearchView, origin: Position) {
    this.#view = view
    this.#digCosts = new DigCosts(view, origin)
  }

  isWater({ x, y, z }: Position): boolean {
    return this.#traits(x, y, z).water
  }

  from(node: Node): readonly Move[] {
    this.#found = []
    const { x, y, z } = node
    const { water, climbable, doorway, open } = this.#traits(x, y, z)
    const height = standingHeight(this.#traits, node)
    const supported = height !== undefined || isPlacedUnder(node.step)
    const slow = water ? cost.DIVING_DIG_FACTOR : 1
    this.#from = node
    this.#height = height ?? y
    this.#inDoorway = doorway !== undefined && !open
    this.#hangs = climbable && !supported && !water
    if (supported || water || climbable) {
      for (const [dx, dz] of SIDES) {
        this.#level(node, dx, dz, water, slow)
        this.#climb(node, dx, dz, water, slow)
        if (supported) this.#down(node, dx, dz, slow)
        if (supported && !water && !this.#inDoorway) this.#across(node, dx, dz)
      }
    }
    if (supported && !water && !this.#inDoorway)
      for (const [dx, dz] of DIAGONALS) this.#diagonal(node, dx, dz)
    if (water) this.#swim(x, y, z)
    else if (climbable) this.#ladder(x, y, z)
    else if (supported) this.#upOrDown(node)
    // A player can stand on the edge of the topmost ladder.
    else if (this.#traits(x, y - 1, z).climbable) this.#ladder(x, y, z)
    return this.#found
  }

  #level({ x, y, z }: Node, dx: number, dz: number, swimming: boolean, slow: number): void {
    const [nx, nz] = [x + dx, z + dz]
    const target = this.#traits(nx, y, nz)
    const up = target.low && y + target.height - this.#height > MAX_JUMP_HEIGHT
    if (up) return
    const lift = Math.max(this.#height - y, target.low ? target.height : 0)
    const way = this.#digCosts.passage(
      slow,
      ...(lift > HEADROOM
        ? ([
            [x, y + 2, z],
            [nx, y + 2, nz],
          ] as const)
        : []),
      [nx, y + 1, nz],
      ...(target.low ? [] : ([[nx, y, nz]] as const)),
    )
    if (way) this.#land(nx, y, nz, way, swimming)
  }

  #climb({ x, y, z }: Node, dx: number, dz: number, swimming: boolean, slow: number): void {
    const to = { x: x + dx, y: y + 1, z: z + dz }
    const height = standingHeight(this.#traits, to)
    if (height === undefined || height - this.#height > MAX_JUMP_HEIGHT) return
    if (this.#view.avoids(to.x, to.y, to.z)) return
    const { low } = this.#traits(to.x, to.y, to.z)
    const way = this.#digCosts.passage(
      slow,
      [x, y + 2, z],
      [to.x, y + 2, to.z],
      ...(height - y - 1 > HEADROOM ? ([[to.x, y + 3, to.z]] as const) : []),
      ...(low ? [] : ([[to.x, to.y, to.z]] as const)),
    )
    if (!way) return
    const jumps = mustJump(this.#traits, this.#height, to, height, dx, dz)
    const ticks = (jumps ? cost.CLIMB : cost.WALK) + (swimming ? cost.SWIM : 0)
    const onLadder = this.#traits(x, y, z).climbable
    this.#add(to.x, to.y, to.z, way, onLadder ? 'ladder' : 'climb', ticks)
  }

  #down({ x, y, z }: Node, dx: number, dz: number, slow: number): void {
    const [nx, nz] = [x + dx, z + dz]
    const raised = this.#height - y > HEADROOM ? 1 : 0
    let gaps = priceOfGap(this.#view, nx, y + 1, nz)
    let above: Passage | undefined = this.#digCosts.passage(
      slow,
      ...(raised ? ([[nx, y + 2, nz]] as const) : []),
      [nx, y + 1, nz],
      [nx, y, nz],
    )
    for (let depth = 1; above && depth <= Math.max(1, this.#view.maxDrop(y - 1)); depth++) {
      const { low } = this.#traits(nx, y - depth, nz)
      const way: Passage | undefined = low
        ? above
        : this.#digCosts.extend(above, slow, [nx, y - depth, nz])
      if (!way) return
      gaps += priceOfGap(this.#view, nx, y - depth + 1, nz)
      const ticks = way.ticks + gaps + priceOfChasms(this.#view, nx, y - depth, nz)
      this.#land(nx, y - depth, nz, { ...way, ticks }, false, depth)
      if (low) return
      above = way
    }
  }

  /** Crosses a gap: by a jump if a miss is safe, or over placed blocks. */
  #across(node: Node, dx: number, dz: number): void {
    const { x, y, z } = node
    const isFree = (far: number, up: number) =>
      this.#traits(x + dx * far, y + up, z + dz * far).open
    const [nx, nz] = [x + dx, z + dz]
    const below = this.#traits(nx, y - 1, nz)
    if (!(below.open || below.water) || !isFree(1, 0) || !isFree(1, 1)) return
    const under = { x: nx, y: y - 1, z: nz }
    const mayBuild = node.placed < this.#view.fillerCount && !this.#view.avoids(nx, y, nz)
    if (mayBuild && canBuildAt(this.#view, under)) {
      const place = [under]
      const ticks = cost.WALK + cost.PLACE + this.#view.priceOfPlace(nx, y, nz)
      this.#found.push({ step: { x: nx, y, z: nz, clear: [], how: 'walk', place }, ticks })
    }
    if (!this.#traits(x, y + 2, z).open || !isFree(1, 2)) return
    for (let far = 2; far <= MAX_JUMP && isFree(far, 0) && isFree(far, 1); far++) {
      const target = { x: x + dx * far, y, z: z + dz * far }
      const { floor, height } = this.#traits(target.x, y - 1, target.z)
      // A fence is half a block higher than its position.
      if (height > 1) return
      if (floor) {
        if (this.#view.avoids(target.x, y, target.z)) return
        if (!isSafeToCross(this.#view, node, target)) return
        const ticks =
          cost.JUMP + cost.JUMP_PER_BLOCK * far + this.#view.priceOfPlace(target.x, y, target.z)
        this.#found.push({ step: { ...target, clear: [], how: 'jump' }, ticks })
        return
      }
      if (!isFree(far, 2)) return
    }
  }

  /** Diagonally, level or one block down, without digging or jumping. */
  #diagonal(node: Node, dx: number, dz: number): void {
    const { y } = node
    const [nx, nz] = [node.x + dx, node.z + dz]
    const at = (up: number) => this.#traits(nx, y + up, nz)
    if (!(at(0).open || at(0).low) || !at(1).open) return
    const to = { x: nx, y, z: nz }
    const level = standingHeight(this.#traits, to)
    const down = level === undefined && at(-1).open && at(-2).floor ? 1 : 0
    if (level === undefined && (down === 0 || this.#view.maxDrop(y) < 1)) return
    if (this.#view.avoids(nx, y - down, nz)) return
    if (!cornersAreFree(this.#view, node, to)) return
    const column = Array.from(
      { length: 1 + down + (at(0).low ? 0 : 1) },
      (_, i) => [nx, y + 1 - i, nz] as const,
    )
    const way = this.#digCosts.passage(1, ...column)
    const ticks =
      cost.DIAGONAL + down * cost.DROP_PER_BLOCK + this.#view.priceOfPlace(nx, y - down, nz)
    if (way) this.#add(nx, y - down, nz, way, 'walk', ticks)
  }

  #upOrDown(node: Node): void {
    const { x, y, z } = node
    const view = this.#view
    const { low } = this.#traits(x, y, z)
    // Down the agent's own pillars, and wherever it knows the ground below.
    if (view.isKnown(x, y - 2, z) && this.#traits(x, y - 2, z).floor && !view.avoids(x, y - 1, z)) {
      const under = low ? ([[x, y, z]] as const) : []
      const way = this.#digCosts.passage(1, ...under, [x, y - 1, z])
      if (way) this.#add(x, y - 1, z, way, 'dig-down', cost.DIG_DOWN)
    }
    if (node.placed < view.fillerCount && !low && !view.avoids(x, y + 1, z)) {
      const way = this.#digCosts.passage(1, [x, y + 2, z])
      if (way) this.#add(x, y + 1, z, way, 'pillar', cost.PILLAR)
    }
  }

  #swim(x: number, y: number, z: number): void {
    const rise = this.#traits(x, y + 1, z).water && this.#digCosts.of({ x, y: y + 2, z })
    if (rise && !rise.solid) this.#add(x, y + 1, z, NOTHING, 'swim', cost.SWIM)
    if (!this.#traits(x, y - 1, z).water) return
    this.#add(x, y - 1, z, NOTHING, 'swim', cost.SWIM + cost.DIVE)
  }

  /** Up and down ladders and vines. */
  #ladder(x: number, y: number, z: number): void {
    const { avoids } = this.#view
    if (canClimbUp(this.#traits, { x, y, z }) && !avoids(x, y + 1, z)) {
      const way = this.#digCosts.passage(1, [x, y + 2, z])
      if (way && way.digs.length === 0) this.#add(x, y + 1, z, way, 'ladder', cost.LADDER_UP)
    }
    if (this.#traits(x, y - 1, z).climbable && !avoids(x, y - 1, z))
      this.#add(x, y - 1, z, NOTHING, 'ladder', cost.LADDER_DOWN)
  }

  /**
   * Steps into a cleared place: stands, swims, or holds a ladder there, or falls from there. The fall is at most `maxDrop`
   * blocks, of which `deep` lie above the place.
   */
  #land(x: number, y: number, z: number, way: Passage, swimming: boolean, deep = 0): void {
    const view = this.#view
    if (view.avoids(x, y, z)) return
    const target = this.#traits(x, y, z)
    if (target.water) {
      const under = this.#traits(x, y + 1, z).water
      this.#add(x, y, z, way, 'swim', cost.SWIM + (under ? cost.DIVE : 0))
      return
    }
    if (target.climbable && !this.#traits(x, y - 1, z).floor) {
      if (deep <= 1) this.#add(x, y, z, way, 'ladder', cost.LADDER_DOWN)
      return
    }
    const drop = this.#hangs ? 0 : Math.max(0, view.maxDrop(y) - deep)
    for (let fall = 0; fall <= drop; fall++) {
      const own = this.#traits(x, y - fall, z)
      const below = this.#traits(x, y - fall - 1, z)
      if (below.harmful || below.lava) return
      if (own.low || below.floor || below.water) {
        const swims = below.water && !own.low
        const landing = swims ? y - fall - 1 : y - fall
        if (view.avoids(x, landing, z)) return
        const how = swims ? 'swim' : fall + deep > 1 ? 'drop' : 'walk'
        const rise = own.low ? y - fall + own.height - this.#height : 0
        const ticks =
          (swimming || swims ? cost.SWIM : rise > STEP_UP ? cost.CLIMB : cost.WALK) +
          (fall + deep) * cost.DROP_PER_BLOCK +
          view.priceOfPlace(x, landing, z) +
          priceOfGap(view, x, landing, z)
        this.#add(x, landing, z, way, how, ticks)
        return
      }
      if (!below.open && !below.low) return
    }
  }

  #add(x: number, y: number, z: number, way: Passage, how: Step['how'], ticks: number): void {
    const lava = how === 'swim' ? priceOfWater(this.#view, x, y, z) : 0
    const step: Step = { x, y, z, clear: way.digs, how, ...(lava > 0 && { nearLava: true }) }
    if (way.doors.length === 0 && !this.#inDoorway) {
      this.#found.push({ step, ticks: ticks + way.ticks + lava })
      return
    }
    const doors = doorsOnWay(this.#traits, this.#from, step)
    if (!doors) return
    const effort = way.doors.length > 0 ? cost.DOOR : 0
    const through = doors.length > 0 ? { ...step, doors } : step
    this.#found.push({ step: through, ticks: ticks + way.ticks + lava + effort })
  }

  readonly #traits = (x: number, y: number, z: number): BlockTraits =>
    this.#view.blocks.traits(this.#view.state(x, y, z))
}
