import pathfinder, { type Move as LibraryMove, type SafeBlock } from 'mineflayer-pathfinder'
import type { Registry } from '#knowledge/registry'
import type { Move, Moves, Node } from './a-star.ts'
import { ticksOf } from './dig-costs.ts'
import type { NavigationView } from './navigation-view.ts'
import { PathfinderSearch, UNIT } from './pathfinder-search.ts'
import type { Position } from './position.ts'

/** More than the library's limit on the cost of a move. */
const IMPOSSIBLE = 1e6

/** mineflayer-pathfinder's moves over the blocks that the agent knows, with costs in ticks. */
export class PathfinderMoves extends pathfinder.Movements implements Moves {
  #search: PathfinderSearch | undefined

  /** This takes 3 ms, so keep one instance for each version of the game. */
  constructor(registry: Registry) {
    // Without entity detection, the library reads nothing else of the bot.
    super({ registry: registry.data, game: { minY: Number.NEGATIVE_INFINITY } } as never)
    this.allowEntityDetection = false
    this.infiniteLiquidDropdownDistance = false
    this.placeCost = 0
    Object.assign(this, { liquidCost: 0 })
  }

  /** Starts a new search and drops the caches of the last one. */
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
