import type { CellTraits } from '../cells.ts'
import type { Move, Moves, Node } from './a-star.ts'
import { DigCosts, type Passage } from './dig-costs.ts'
import type { NavigationView } from './navigation-view.ts'
import type { Position } from './position.ts'
import type { Step } from './route.ts'

const WALK = 5
const CLIMB = 8
const DROP_PER_BLOCK = 2
const DIG_DOWN = 8
const SWIM = 12
const PILLAR = 24
/** Under water one neither sees nor breathes. */
const DIVE = 15
/** Digging with the head under water, or afloat, takes five times as long and seldom ends well. */
const DIVING_DIG_FACTOR = 25
/** How much longer a way through rock may be than one through a cave, where monsters live. */
const CAVE = 60
/** The same for one through a place where something hurt the body. */
const DANGER = 20
/** Open cells around head and feet, of eight, from which on a place is a cave and no passage. */
const CAVE_OPENINGS = 5
const SIDES = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const

/** The moves of the grid: to the four sides, up, down and through whatever can be dug. */
export class GridMoves implements Moves {
  readonly #view: NavigationView
  readonly #digCosts: DigCosts

  /** @param origin where the search starts. */
  constructor(view: NavigationView, origin: Position) {
    this.#view = view
    this.#digCosts = new DigCosts(view, origin)
  }

  from(node: Node): Iterable<Move> {
    return moves(node, this.#view, this.#digCosts)
  }

  isWater({ x, y, z }: Position): boolean {
    return traitsAt(this.#view, x, y, z).water
  }
}

function* moves(node: Node, view: NavigationView, digCosts: DigCosts): Generator<Move> {
  const { x, y, z } = node
  const here = traitsAt(view, x, y, z)
  const supported = traitsAt(view, x, y - 1, z).floor || node.step?.how === 'pillar'
  const slow = here.water ? DIVING_DIG_FACTOR : 1
  for (const [dx, dz] of SIDES) {
    const nx = x + dx
    const nz = z + dz
    if (supported || here.water) {
      const level = digCosts.passage(slow, [nx, y + 1, nz], [nx, y, nz])
      if (level) yield* land(view, nx, y, nz, level, here.water)
    }
    if (supported || here.water) {
      const above = traitsAt(view, nx, y, nz)
      if (above.floor || (here.water && traitsAt(view, nx, y + 1, nz).open)) {
        const up = digCosts.passage(slow, [x, y + 2, z], [nx, y + 2, nz], [nx, y + 1, nz])
        if (up && above.floor && !view.avoids(nx, y + 1, nz)) {
          yield move(nx, y + 1, nz, up, 'climb', CLIMB + (here.water ? SWIM : 0))
        }
      }
    }
    if (supported) {
      for (let depth = 1; depth <= Math.max(1, view.maxDrop(y - 1)); depth++) {
        const column = Array.from({ length: depth + 2 }, (_, i) => [nx, y + 1 - i, nz] as const)
        const down = digCosts.passage(slow, ...column)
        if (!down) break
        yield* land(view, nx, y - depth, nz, down, false, depth)
      }
    }
  }
  if (supported && !here.water && view.isKnown(x, y - 2, z)) {
    // Down a pillar that the agent has put up, and wherever it knows what it comes down on.
    const under = traitsAt(view, x, y - 2, z).floor && !view.avoids(x, y - 1, z)
    const down = under && digCosts.passage(1, [x, y - 1, z])
    if (down) yield move(x, y - 1, z, down, 'dig-down', DIG_DOWN)
  }
  if (here.water) {
    const rise = digCosts.passage(slow, [x, y + 2, z], [x, y + 1, z])
    if (rise && rise.cells.length === 0) yield move(x, y + 1, z, rise, 'swim', SWIM)
    const sink = traitsAt(view, x, y - 1, z)
    if (sink.water) yield move(x, y - 1, z, { cells: [], ticks: 0 }, 'swim', SWIM + DIVE)
  } else if (supported && node.placed < view.scaffold) {
    const up = digCosts.passage(slow, [x, y + 2, z])
    if (up && !view.avoids(x, y + 1, z)) yield move(x, y + 1, z, up, 'pillar', PILLAR)
  }
}

/**
 * Steps into a cleared cell: stands there, swims there, or falls, `maxDrop` blocks at most with the
 * `deep` blocks that the cell is lower already.
 */
function* land(
  view: NavigationView,
  x: number,
  y: number,
  z: number,
  way: Passage,
  swimming: boolean,
  deep = 0,
): Generator<Move> {
  if (view.avoids(x, y, z)) return
  const feet = traitsAt(view, x, y, z)
  if (feet.water) {
    const under = traitsAt(view, x, y + 1, z).water
    return yield move(x, y, z, way, 'swim', SWIM + (under ? DIVE : 0))
  }
  const drop = Math.max(0, view.maxDrop(y) - deep)
  for (let fall = 0; fall <= drop; fall++) {
    const below = traitsAt(view, x, y - fall - 1, z)
    if (below.harmful || below.lava) return
    if (below.floor || below.water) {
      const land = below.water ? y - fall - 1 : y - fall
      const how = below.water ? 'swim' : fall + deep > 1 ? 'drop' : 'walk'
      const cave = land < view.waryBelow && isCave(view, x, land, z) ? CAVE : 0
      const danger = view.isDangerous(x, land, z) ? DANGER : 0
      const ticks =
        danger +
        WALK +
        (fall + deep) * DROP_PER_BLOCK +
        (swimming || below.water ? SWIM - WALK : 0) +
        cave
      return yield move(x, land, z, way, how, ticks)
    }
    if (!below.open) return
  }
}

function isCave(view: NavigationView, x: number, y: number, z: number): boolean {
  let open = 0
  for (const [dx, dz] of SIDES) {
    if (traitsAt(view, x + dx, y, z + dz).open) open++
    if (traitsAt(view, x + dx, y + 1, z + dz).open) open++
  }
  return open >= CAVE_OPENINGS
}

function move(
  x: number,
  y: number,
  z: number,
  way: Passage,
  how: Step['how'],
  ticks: number,
): Move {
  return { step: { x, y, z, clear: way.cells, how }, ticks: ticks + way.ticks }
}

function traitsAt(view: NavigationView, x: number, y: number, z: number): CellTraits {
  return view.cells.traits(view.state(x, y, z))
}
