import type { Move as LibraryMove } from 'mineflayer-pathfinder'
import { SIDES } from '#geometry/neighbours'
import type { BlockTraits } from '#knowledge/block-traits'
import type { Move, Node } from './a-star.ts'
import { priceOfChasms, priceOfGap, priceOfPlace, priceOfWater } from './detours.ts'
import { DigCosts } from './dig-costs.ts'
import { doorsOnWay } from './doors.ts'
import { canBuildAt, cornersAreFree, isSafeToCross } from './free-space.ts'
import { canClimbUp } from './ladders.ts'
import * as cost from './move-costs.ts'
import type { NavigationView } from './navigation-view.ts'
import type { Position } from './position.ts'
import { isPlacedUnder, type Step } from './route.ts'
import { HEADROOM, MAX_JUMP_HEIGHT, standingHeight } from './standing.ts'

/**
 * Ticks of digging for each unit of the library's costs. The library drops moves above 100 units, which must happen only for
 * blocks that the agent cannot dig.
 */
export const UNIT = 1000

/** One search: blocks in the form that mineflayer-pathfinder reads, cached, and the costs of its moves. */
export class PathfinderSearch {
  readonly view: NavigationView
  readonly digCosts: DigCosts
  /** Factor of the dig time at the current node. */
  slow = 1
  readonly #origin: Position
  readonly #blocks = new Map<number, KnownBlock>()
  #node: Node | undefined

  /** @param origin start of the search. */
  constructor(view: NavigationView, origin: Position) {
    this.view = view
    this.#origin = origin
    this.digCosts = new DigCosts(view, origin)
  }

  /** Moves to a node. */
  comeTo(node: Node): void {
    this.#node = node
    this.slow = this.traits(node.x, node.y, node.z).water ? cost.DIVING_DIG_FACTOR : 1
  }

  readonly traits = (x: number, y: number, z: number): BlockTraits =>
    this.view.blocks.traits(this.view.state(x, y, z))

  block(x: number, y: number, z: number): KnownBlock {
    const node = this.#node
    // The view lacks the blocks that the route places below the feet.
    if (node && y === node.y - 1 && x === node.x && z === node.z && isPlacedUnder(node.step))
      return new KnownBlock({ x, y, z }, PUT_DOWN, false)
    const { x: originX, y: originY, z: originZ } = this.#origin
    const key = ((x - originX + 512) * 1024 + (y - originY + 512)) * 1024 + (z - originZ + 512)
    let block = this.#blocks.get(key)
    if (!block) {
      // Feet that stand on a low block need no block below it.
      const bears = this.traits(x, y + 1, z).low
      block = new KnownBlock({ x, y, z }, this.traits(x, y, z), bears)
      this.#blocks.set(key, block)
    }
    return block
  }

  /** Whether the ground supports the feet at a node. The library does not check it. */
  isSupported({ x, y, z, step }: Node): boolean {
    const { water, climbable } = this.traits(x, y, z)
    if (!step || isPlacedUnder(step) || water || climbable) return true
    return standingHeight(this.traits, { x, y, z }) !== undefined
  }

  /** Converts a move of the library to a step with its cost; undefined if the agent must not take it. */
  price(node: Node, move: LibraryMove): Move | undefined {
    const { view } = this
    const { x, y, z, parkour } = move
    const change: Change = { dx: x - node.x, dy: y - node.y, dz: z - node.z, parkour }
    if (view.avoids(x, y, z) || !this.#isSafe(node, move, change)) return undefined
    if (!this.#fits(node, move)) return undefined
    const feet = this.traits(x, y, z)
    const own = this.traits(node.x, node.y, node.z)
    const how = own.climbable && change.dy > 0 ? 'ladder' : howOf(change, feet.water)
    if (own.low && how === 'pillar') return undefined
    const doors = doorsOnWay(this.traits, node, move)
    if (!doors) return undefined
    // The library's positions are vectors, but steps are plain data.
    const clear = move.toBreak.map((dug) => ({ x: dug.x, y: dug.y, z: dug.z }))
    const place = how === 'pillar' ? [] : move.toPlace.map(placeOf)
    if (!place.every((put) => canBuildAt(view, put))) return undefined
    const lava = feet.water ? priceOfWater(view, x, y, z) : 0
    const step: Step = {
      x,
      y,
      z,
      clear,
      how,
      ...(lava > 0 && { nearLava: true }),
      ...(place.length > 0 && { place }),
      ...(doors.length > 0 && { doors }),
    }
    const wet = feet.water || this.slow > 1
    const dive = feet.water && this.traits(x, y + 1, z).water
    const ticks =
      (move.cost - unitsOf(change)) * UNIT +
      (wet ? cost.SWIM : ticksOf(change, how)) +
      lava +
      (dive ? cost.DIVE : 0) +
      place.length * cost.PLACE +
      (doors.length > 0 ? cost.DOOR : 0) +
      priceOfPlace(view, x, y, z) +
      (place.length > 0 ? 0 : priceOfGap(view, x, y, z)) +
      (change.dy < 0 ? priceOfChasms(view, x, y, z) : 0)
    return { step, ticks }
  }

  /** Moves up and down in water, which the library lacks. */
  *dives({ x, y, z }: Node): Generator<Move> {
    if (!this.traits(x, y, z).water) return
    const rise = this.traits(x, y + 1, z).water && this.digCosts.of({ x, y: y + 2, z })
    if (rise && !rise.solid) yield this.#swim(x, y + 1, z, cost.SWIM)
    if (this.traits(x, y - 1, z).water) yield this.#swim(x, y - 1, z, cost.SWIM + cost.DIVE)
  }

  #swim(x: number, y: number, z: number, ticks: number): Move {
    const lava = priceOfWater(this.view, x, y, z)
    const step: Step = { x, y, z, clear: [], how: 'swim', ...(lava > 0 && { nearLava: true }) }
    return { step, ticks: ticks + lava }
  }

  /** Moves up, down and onto ladders and vines, which replace those of the library. */
  *ladders({ x, y, z }: Node): Generator<Move> {
    const { traits } = this
    const to = (step: Position, ticks: number): Move => ({
      step: { ...step, clear: [], how: 'ladder' },
      ticks,
    })
    const isFree = (at: Position) => {
      const cell = traits(at.x, at.y, at.z)
      return (cell.open || cell.climbable) && !this.view.avoids(at.x, at.y, at.z)
    }
    if (traits(x, y, z).climbable) {
      if (canClimbUp(traits, { x, y, z }) && isFree({ x, y: y + 2, z }))
        yield to({ x, y: y + 1, z }, cost.LADDER_UP)
      if (traits(x, y - 1, z).climbable) yield to({ x, y: y - 1, z }, cost.LADDER_DOWN)
      return
    }
    for (const [dx, dz] of SIDES) {
      for (const down of [0, 1]) {
        const place = { x: x + dx, y: y - down, z: z + dz }
        const passed = Array.from({ length: 2 + down }, (_, i) => ({ ...place, y: place.y + i }))
        if (traits(place.x, place.y, place.z).climbable && passed.every(isFree))
          yield to(place, cost.LADDER_DOWN)
      }
    }
  }

  /** Whether a player on a low block has room on the way, for head and feet. */
  #fits(node: Node, to: Position): boolean {
    const from = standingHeight(this.traits, node) ?? node.y
    const height = standingHeight(this.traits, to) ?? to.y
    if (height - from > MAX_JUMP_HEIGHT) return false
    for (const [place, feet] of [
      [node, from],
      [to, height],
    ] as const)
      if (feet - place.y > HEADROOM && !this.traits(place.x, place.y + 2, place.z).open)
        return false
    // A player walks on low blocks, not through them.
    for (let y = to.y + 1; y <= Math.max(node.y, to.y) + 1; y++)
      if (this.traits(to.x, y, to.z).low) return false
    return true
  }

  #isSafe(node: Node, move: LibraryMove, { dx, dy, dz, parkour }: Change): boolean {
    // A swimming player cannot build.
    if (this.slow > 1 && move.toPlace.length > 0) return false
    if (parkour) return dy >= -1 && isSafeToCross(this.view, node, move)
    if (dx !== 0 && dz !== 0) return cornersAreFree(this.view, node, move)
    if (dx !== 0 || dz !== 0 || dy >= 0) return true
    // Routes dig down only block by block, onto known ground.
    return dy === -1 && this.view.isKnown(move.x, move.y - 1, move.z)
  }
}

/** A block in the form that mineflayer-pathfinder reads. */
class KnownBlock {
  readonly position: Position
  readonly safe: boolean
  readonly physical: boolean
  readonly liquid: boolean
  readonly replaceable: boolean
  readonly canFall = false
  /** Hides ladders from the library. See {@link PathfinderSearch.ladders}. */
  readonly climbable = false
  readonly openable = false
  readonly #top: number

  /** @param bears whether the block above supports feet by itself. */
  constructor(position: Position, traits: Solidity, bears: boolean) {
    const { open, water, lava, floor, low, doorway, climbable, height } = traits
    this.position = position
    this.safe = open || water || low || climbable || doorway !== undefined
    this.physical = floor || bears
    this.liquid = water || lava
    this.replaceable = open || water
    this.#top = position.y + (open ? 0 : low ? height : 1)
  }

  get height(): number {
    return this.#top
  }

  /** Ignores writes: the library sets the height of blocks that it would build, which would change later moves. */
  set height(_: number) {}
}

type Solidity = Pick<
  BlockTraits,
  'open' | 'water' | 'lava' | 'floor' | 'low' | 'doorway' | 'climbable' | 'height'
>
const PUT_DOWN: Solidity = {
  open: false,
  water: false,
  lava: false,
  floor: true,
  low: false,
  doorway: undefined,
  climbable: false,
  height: 1,
}

/** The displacement of a move. */
interface Change {
  readonly dx: number
  readonly dy: number
  readonly dz: number
  readonly parkour: boolean
}

/** The library's own cost of a move, without digging. */
function unitsOf({ dx, dy, dz, parkour }: Change): number {
  if (parkour) return 1
  if (dx !== 0 && dz !== 0) return dy > 0 ? Math.SQRT2 + 1 : Math.SQRT2
  return dy > 0 && (dx !== 0 || dz !== 0) ? 2 : 1
}

function ticksOf({ dx, dy, dz }: Change, how: Step['how']): number {
  if (how === 'pillar') return cost.PILLAR
  if (how === 'dig-down') return cost.DIG_DOWN
  if (how === 'jump') return cost.JUMP + cost.JUMP_PER_BLOCK * Math.max(Math.abs(dx), Math.abs(dz))
  const level = dx !== 0 && dz !== 0 ? cost.DIAGONAL : cost.WALK
  if (dy > 0) return level + cost.CLIMB - cost.WALK
  return level - dy * cost.DROP_PER_BLOCK
}

function howOf({ dx, dy, dz, parkour }: Change, swims: boolean): Step['how'] {
  if (swims) return 'swim'
  if (parkour) return 'jump'
  if (dx === 0 && dz === 0) return dy > 0 ? 'pillar' : 'dig-down'
  if (dy > 0) return 'climb'
  return dy < -1 ? 'drop' : 'walk'
}

/** Where the library places a block: next to another one, in a direction that its types omit. */
function placeOf({ x, y, z, ...direction }: LibraryMove): Position {
  const { dx, dy, dz } = direction as unknown as Record<'dx' | 'dy' | 'dz', number>
  return { x: x + dx, y: y + dy, z: z + dz }
}
