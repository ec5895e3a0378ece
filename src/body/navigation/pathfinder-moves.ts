import pathfinder, { type Move as LibraryMove, type SafeBlock } from 'mineflayer-pathfinder'
import type { Registry } from '#knowledge/registry'
import type { Move, Moves, Node } from './a-star.ts'
import { ticksOf } from './dig-costs.ts'
import type { NavigationView } from './navigation-view.ts'
import { PathfinderSearch, UNIT } from './pathfinder-search.ts'
import type { Position } from './position.ts'

/** Dearer than any move of the library may be. */
const IMPOSSIBLE = 1e6

/** mineflayer-pathfinder's moves over what the agent knows, costed in ticks. */
export class PathfinderMoves extends pathfinder.Movements implements Moves {
  #search: PathfinderSearch | undefined

  /** Takes a moment (3 ms): to be made once for a version of the game. */
  constructor(registry: Registry) {
    // Of the bot it asks for no more, as long as it looks for no entities.
    super({ registry: registry.data, game: { minY: Number.NEGATIVE_INFINITY } } as never)
    this.allowEntityDetection = false
    this.infiniteLiquidDropdownDistance = false
    this.placeCost = 0
    Object.assign(this, { liquidCost: 0 })
  }

  /** Begins a search from a place; what was known for the last one is forgotten. */
  begin(view: NavigationView, origin: Position): this {
    this.#search = new PathfinderSearch(view, origin)
    return this
  }

  isWater({ x, y, z }: Position): boolean {
    return this.#current.traits(x, y, z).water
  }

  *from(node: Node): Generator<Move> {
    const search = this.#current
    search.comeTo(node)
    if (!search.isSupported(node)) return
    this.maxDropDown = search.view.maxDrop(node.y - 1) + 1
    const position = { ...node, remainingBlocks: search.view.fillerCount - node.placed }
    for (const move of this.getNeighbors(position as unknown as LibraryMove)) {
      const priced = search.price(node, move)
      if (priced) yield priced
    }
    yield* search.dives(node)
    yield* search.ladders(node)
  }

  override getBlock(pos: Position, dx: number, dy: number, dz: number): SafeBlock {
    return this.#current.block(pos.x + dx, pos.y + dy, pos.z + dz) as unknown as SafeBlock
  }

  override safeToBreak({ position }: SafeBlock): boolean {
    return this.#current.digCosts.of(position)?.solid === true
  }

  override safeOrBreak({ position }: SafeBlock, toBreak: Position[] = []): number {
    const search = this.#current
    if (search.traits(position.x, position.y, position.z).low) return 0
    const dig = search.digCosts.of(position)
    if (!dig) return IMPOSSIBLE
    if (dig.solid) toBreak.push(position)
    return ticksOf(dig, search.slow) / UNIT
  }

  override countScaffoldingItems(): number {
    return this.#current.view.fillerCount
  }

  get #current(): PathfinderSearch {
    if (!this.#search) throw new Error('no search has begun')
    return this.#search
  }
}
