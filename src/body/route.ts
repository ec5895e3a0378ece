import TinyQueue from 'tinyqueue'
import type { BlockTable, BlockTraits } from '../knowledge/block-traits.ts'
import { DigCosts, type Passage } from './dig-costs.ts'

/** A cell that feet can be in. */
export interface Place {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** One step of a route: where the feet go, and which cells must be dug free before. */
export interface Step extends Place {
  readonly clear: readonly Place[]
  /** `pillar`: jump and put a block under the feet; `dig-down`: dig away what they stand on. */
  readonly how: 'walk' | 'climb' | 'drop' | 'swim' | 'pillar' | 'dig-down'
}

export interface Route {
  readonly steps: readonly Step[]
  /** Whether the last step reaches the goal; otherwise it only comes as near as was found. */
  readonly complete: boolean
  /** Expected duration in ticks. */
  readonly ticks: number
}

/** What a route is planned on: blocks as the agent knows them, and what it can do to them. */
export interface NavigationView {
  readonly cells: BlockTable
  /** Block state, as far as the agent knows; stone where it knows nothing. */
  state(x: number, y: number, z: number): number
  /** Ticks to dig a block with the best tool at hand; Infinity when it cannot or should not be dug. */
  digTicks(state: number): number
  /** Blocks at hand for building upward. */
  readonly scaffold: number
  /** Deepest fall that a way may have at a height (blocks). */
  maxDrop(y: number): number
  /** Height below which caves are shunned. */
  readonly waryBelow: number
  /** Whether a block is known, and not only taken for stone. */
  isKnown(x: number, y: number, z: number): boolean
  /** Whether something is known to hurt there. */
  isDangerous(x: number, y: number, z: number): boolean
  /** Places that did not work out lately. */
  avoids(x: number, y: number, z: number): boolean
}

export interface RouteGoal {
  /** Whether swimming there is as good as standing there. */
  readonly wet?: boolean
  reached(x: number, y: number, z: number): boolean
  /** Distance still to go, in blocks; 0 where reached. */
  distance(x: number, y: number, z: number): number
}

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
/**
 * Ticks per block that the search assumes are still to come. More than open ground costs, less
 * than rock does: a compromise between short routes and a short search.
 */
const EXPECTED_TICKS = 9
/** Routes stay within this many blocks of their start. */
const RADIUS = 120

interface Node extends Place {
  g: number
  f: number
  parent: Node | undefined
  step: Step | undefined
  pillars: number
}

const SIDES = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const

/**
 * Plans a way for the feet by A*, through air, water and rock: every move is costed in ticks with
 * the digging that it needs.
 * @param limit most places to look at.
 */
export function planRoute(
  from: Place,
  goal: RouteGoal,
  ground: NavigationView,
  limit = 6000,
): Route {
  const clearings = new DigCosts(ground, from)
  const open = new TinyQueue<Node>([], (a, b) => a.f - b.f)
  const best = new Map<number, Node>()
  const closed = new Set<number>()
  const start: Node = {
    ...from,
    g: 0,
    f: goal.distance(from.x, from.y, from.z) * EXPECTED_TICKS,
    parent: undefined,
    step: undefined,
    pillars: 0,
  }
  open.push(start)
  const startDry = !traitsAt(ground, from.x, from.y, from.z).water
  let nearest = start
  let nearestDistance = goal.distance(from.x, from.y, from.z)
  for (let looked = 0; looked < limit; looked++) {
    const node = open.pop()
    if (!node) break
    const key = keyOf(node, from)
    if (closed.has(key)) {
      looked--
      continue
    }
    closed.add(key)
    const dry = goal.wet || !traitsAt(ground, node.x, node.y, node.z).water
    if (dry && goal.reached(node.x, node.y, node.z)) return routeTo(node, true)
    const distance = goal.distance(node.x, node.y, node.z)
    if (distance < nearestDistance && (dry || !startDry)) {
      nearest = node
      nearestDistance = distance
    }
    for (const { step, ticks } of moves(node, ground, clearings)) {
      if (Math.abs(step.x - from.x) > RADIUS || Math.abs(step.z - from.z) > RADIUS) continue
      const nextKey = keyOf(step, from)
      if (closed.has(nextKey)) continue
      const g = node.g + ticks
      const known = best.get(nextKey)
      if (known && known.g <= g) continue
      const next: Node = {
        x: step.x,
        y: step.y,
        z: step.z,
        g,
        f: g + goal.distance(step.x, step.y, step.z) * EXPECTED_TICKS,
        parent: node,
        step,
        pillars: node.pillars + (step.how === 'pillar' ? 1 : 0),
      }
      best.set(nextKey, next)
      open.push(next)
    }
  }
  return routeTo(nearest, false)
}

function routeTo(end: Node, complete: boolean): Route {
  const steps: Step[] = []
  for (let node: Node | undefined = end; node?.step; node = node.parent) steps.push(node.step)
  return { steps: steps.reverse(), complete, ticks: end.g }
}

function keyOf(place: Place, origin: Place): number {
  return (
    ((place.x - origin.x + 512) * 1024 + (place.y - origin.y + 512)) * 1024 +
    (place.z - origin.z + 512)
  )
}

interface Move {
  step: Step
  ticks: number
}

function* moves(node: Node, ground: NavigationView, clearings: DigCosts): Generator<Move> {
  const { x, y, z } = node
  const here = traitsAt(ground, x, y, z)
  const supported = traitsAt(ground, x, y - 1, z).floor || node.step?.how === 'pillar'
  const slow = here.water ? DIVING_DIG_FACTOR : 1
  for (const [dx, dz] of SIDES) {
    const nx = x + dx
    const nz = z + dz
    if (supported || here.water) {
      const level = clearings.passage(slow, [nx, y + 1, nz], [nx, y, nz])
      if (level) yield* land(ground, nx, y, nz, level, here.water)
    }
    if (supported || here.water) {
      const above = traitsAt(ground, nx, y, nz)
      if (above.floor || (here.water && traitsAt(ground, nx, y + 1, nz).open)) {
        const up = clearings.passage(slow, [x, y + 2, z], [nx, y + 2, nz], [nx, y + 1, nz])
        if (up && above.floor && !ground.avoids(nx, y + 1, nz)) {
          yield move(nx, y + 1, nz, up, 'climb', CLIMB + (here.water ? SWIM : 0))
        }
      }
    }
    if (supported) {
      for (let depth = 1; depth <= Math.max(1, ground.maxDrop(y - 1)); depth++) {
        const column = Array.from({ length: depth + 2 }, (_, i) => [nx, y + 1 - i, nz] as const)
        const down = clearings.passage(slow, ...column)
        if (!down) break
        yield* land(ground, nx, y - depth, nz, down, false, depth)
      }
    }
  }
  if (supported && !here.water && ground.isKnown(x, y - 2, z)) {
    // Down a pillar that the agent has put up, and wherever it knows what it comes down on.
    const under = traitsAt(ground, x, y - 2, z).floor && !ground.avoids(x, y - 1, z)
    const down = under && clearings.passage(1, [x, y - 1, z])
    if (down) yield move(x, y - 1, z, down, 'dig-down', DIG_DOWN)
  }
  if (here.water) {
    const rise = clearings.passage(slow, [x, y + 2, z], [x, y + 1, z])
    if (rise && rise.cells.length === 0) yield move(x, y + 1, z, rise, 'swim', SWIM)
    const sink = traitsAt(ground, x, y - 1, z)
    if (sink.water) yield move(x, y - 1, z, { cells: [], ticks: 0 }, 'swim', SWIM + DIVE)
  } else if (supported && node.pillars < ground.scaffold) {
    const up = clearings.passage(slow, [x, y + 2, z])
    if (up && !ground.avoids(x, y + 1, z)) yield move(x, y + 1, z, up, 'pillar', PILLAR)
  }
}

/**
 * Steps into a cleared cell: stands there, swims there, or falls, `maxDrop` blocks at most with the
 * `deep` blocks that the cell is lower already.
 */
function* land(
  ground: NavigationView,
  x: number,
  y: number,
  z: number,
  way: Passage,
  swimming: boolean,
  deep = 0,
): Generator<Move> {
  if (ground.avoids(x, y, z)) return
  const feet = traitsAt(ground, x, y, z)
  if (feet.water) {
    const under = traitsAt(ground, x, y + 1, z).water
    return yield move(x, y, z, way, 'swim', SWIM + (under ? DIVE : 0))
  }
  const drop = Math.max(0, ground.maxDrop(y) - deep)
  for (let fall = 0; fall <= drop; fall++) {
    const below = traitsAt(ground, x, y - fall - 1, z)
    if (below.harmful || below.lava) return
    if (below.floor || below.water) {
      const land = below.water ? y - fall - 1 : y - fall
      const how = below.water ? 'swim' : fall + deep > 1 ? 'drop' : 'walk'
      const cave = land < ground.waryBelow && isCave(ground, x, land, z) ? CAVE : 0
      const danger = ground.isDangerous(x, land, z) ? DANGER : 0
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

function isCave(ground: NavigationView, x: number, y: number, z: number): boolean {
  let open = 0
  for (const [dx, dz] of SIDES) {
    if (traitsAt(ground, x + dx, y, z + dz).open) open++
    if (traitsAt(ground, x + dx, y + 1, z + dz).open) open++
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

function traitsAt(ground: NavigationView, x: number, y: number, z: number): BlockTraits {
  return ground.cells.traits(ground.state(x, y, z))
}
