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
import { HEADROOM, HIGHEST_JUMP, standingHeight } from './standing.ts'

/**
 * Ticks of digging to a unit of the library's costs. It drops each move of more than 100 units,
 * which is to happen only to what cannot be dug.
 */
export const UNIT = 1000

/** Blocks as mineflayer-pathfinder wants them, made once each for one search, and what its moves cost. */
export class PathfinderSearch {
  readonly view: NavigationView
  readonly digCosts: DigCosts
  /** How many times longer digging takes where the search is now. */
  slow = 1
  readonly #origin: Position
  readonly #blocks = new Map<number, KnownBlock>()
  #node: Node | undefined

  /** @param origin where the search starts. */
  constructor(view: NavigationView, origin: Position) {
    this.view = view
    this.#origin = origin
    this.digCosts = new DigCosts(view, origin)
  }

  /** Goes on from a node. */
  comeTo(node: Node): void {
    this.#node = node
    this.slow = this.traits(node.x, node.y, node.z).water ? cost.DIVING_DIG_FACTOR : 1
  }

  readonly traits = (x: number, y: number, z: number): BlockTraits =>
    this.view.blocks.traits(this.view.state(x, y, z))

  block(x: number, y: number, z: number): KnownBlock {
    const node = this.#node
    // What has been put under the feet on the way is not in the view.
    if (node && y === node.y - 1 && x === node.x && z === node.z && isPlacedUnder(node.step))
      return new KnownBlock({ x, y, z }, PUT_DOWN, false)
    const { x: originX, y: originY, z: originZ } = this.#origin
    const key = ((x - originX + 512) * 1024 + (y - originY + 512)) * 1024 + (z - originZ + 512)
    let block = this.#blocks.get(key)
    if (!block) {
      // What bears feet in their own place stands on nothing, perhaps.
      const bears = this.traits(x, y + 1, z).low
      block = new KnownBlock({ x, y, z }, this.traits(x, y, z), bears)
      this.#blocks.set(key, block)
    }
    return block
  }

  /** Whether one can go on from a node: the library does not ask what bears the feet. */
  isSupported({ x, y, z, step }: Node): boolean {
    const { water, climbable } = this.traits(x, y, z)
    if (!step || isPlacedUnder(step) || water || climbable) return true
    return standingHeight(this.traits, { x, y, z }) !== undefined
  }

  /** A move of the library as a step with its price; undefined for one that is not to be made. */
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
    // The library's kinds of blocks and positions are vectors; a step is plain data.
    const clear = move.toBreak.map((dug) => ({ x: dug.x, y: dug.y, z: dug.z }))
    const place = how === 'pillar' ? [] : move.toPlace.map(placeOf)
    if (!place.every((put) => canBuildAt(view, put))) return undefined
    const step: Step = {
      x,
      y,
      z,
      clear,
      how,
      ...(place.length > 0 && { place }),
      ...(doors.length > 0 && { doors }),
    }
    const wet = feet.water || this.slow > 1
    const dive = feet.water && this.traits(x, y + 1, z).water
    const ticks =
      (move.cost - unitsOf(change)) * UNIT +
      (wet ? cost.SWIM : ticksOf(change, how)) +
      (feet.water ? priceOfWater(view, x, y, z) : 0) +
      (dive ? cost.DIVE : 0) +
      place.length * cost.PLACE +
      (doors.length > 0 ? cost.DOOR : 0) +
      priceOfPlace(view, x, y, z) +
      (place.length > 0 ? 0 : priceOfGap(view, x, y, z)) +
      (change.dy < 0 ? priceOfChasms(view, x, y, z) : 0)
    return { step, ticks }
  }

  /** Up and down in water, which the library does not know. */
  *dives({ x, y, z }: Node): Generator<Move> {
    if (!this.traits(x, y, z).water) return
    const rise = this.traits(x, y + 1, z).water && this.digCosts.of({ x, y: y + 2, z })
    if (rise && !rise.solid)
      yield { step: { x, y: y + 1, z, clear: [], how: 'swim' }, ticks: cost.SWIM }
    if (!this.traits(x, y - 1, z).water) return
    const ticks = cost.SWIM + cost.DIVE + priceOfWater(this.view, x, y - 1, z)
    yield { step: { x, y: y - 1, z, clear: [], how: 'swim' }, ticks }
  }

  /** Up and down what feet and hands hold on to, and from beside it on to it. */
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

  /** Whether a body that is lifted by what it stands on comes along on a way, head and feet. */
  #fits(node: Node, to: Position): boolean {
    const from = standingHeight(this.traits, node) ?? node.y
    const height = standingHeight(this.traits, to) ?? to.y
    if (height - from > HIGHEST_JUMP) return false
    for (const [place, feet] of [
      [node, from],
      [to, height],
    ] as const)
      if (feet - place.y > HEADROOM && !this.traits(place.x, place.y + 2, place.z).open)
        return false
    // What is low is stood on and not walked through.
    for (let y = to.y + 1; y <= Math.max(node.y, to.y) + 1; y++)
      if (this.traits(to.x, y, to.z).low) return false
    return true
  }

  #isSafe(node: Node, move: LibraryMove, { dx, dy, dz, parkour }: Change): boolean {
    // Afloat nothing can be built.
    if (this.slow > 1 && move.toPlace.length > 0) return false
    if (parkour) return dy >= -1 && isSafeToCross(this.view, node, move)
    if (dx !== 0 && dz !== 0) return cornersAreFree(this.view, node, move)
    if (dx !== 0 || dz !== 0 || dy >= 0) return true
    // Down only block by block, onto known ground.
    return dy === -1 && this.view.isKnown(move.x, move.y - 1, move.z)
  }
}

/** What mineflayer-pathfinder asks of a block. */
class KnownBlock {
  readonly position: Position
  readonly safe: boolean
  readonly physical: boolean
  readonly liquid: boolean
  readonly replaceable: boolean
  readonly canFall = false
  /** Ladders are for us to climb. */
  readonly climbable = false
  readonly openable = false
  readonly #top: number

  /** @param bears whether what is above it bears feet by itself. */
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

  /** The library writes here where it means to build; the next move would take it for built. */
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

/** By how much a move changes the place of the feet. */
interface Change {
  readonly dx: number
  readonly dy: number
  readonly dz: number
  readonly parkour: boolean
}

/** What the library charges for a move itself, beside the digging. */
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

/** Where the library wants a block: beside another one, in a direction that its types leave out. */
function placeOf({ x, y, z, ...direction }: LibraryMove): Position {
  const { dx, dy, dz } = direction as unknown as Record<'dx' | 'dy' | 'dz', number>
  return { x: x + dx, y: y + dy, z: z + dz }
}
