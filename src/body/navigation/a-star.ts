import TinyQueue from 'tinyqueue'
import type { NavigationGoal } from './goal.ts'
import type { Position } from './position.ts'
import { blocksFor, type Route, type Step } from './route.ts'

/** A possible step and its duration (ticks). */
export interface Move {
  readonly step: Step
  readonly ticks: number
}

/** A position that the search has reached. */
export interface Node extends Position {
  /** Ticks from the start. */
  readonly g: number
  /** `g` plus the expected ticks to the goal. */
  readonly f: number
  readonly parent: Node | undefined
  readonly step: Step | undefined
  /** Number of blocks placed on the way. */
  readonly placed: number
}

/** The moves from a position. */
export interface Moves {
  from(node: Node): Iterable<Move>
  /** Whether the position of the feet is in water. */
  isWater(place: Position): boolean
}

/**
 * Expected ticks per remaining block. This is more than open ground costs, and less than stone: a compromise between short
 * routes and a short search.
 */
const EXPECTED_TICKS = 9
/** Routes stay within this many blocks of their start. */
const RADIUS = 120

/**
 * Finds the cheapest route by A*.
 * @param budget limit on expanded positions.
 */
export function aStar(from: Position, goal: NavigationGoal, moves: Moves, budget: number): Route {
  const open = new TinyQueue<Node>([], (a, b) => a.f - b.f)
  const best = new Map<number, Node>()
  const closed = new Set<number>()
  let nearestDistance = goal.heuristic(from)
  const start: Node = {
    ...from,
    g: 0,
    f: nearestDistance * EXPECTED_TICKS,
    parent: undefined,
    step: undefined,
    placed: 0,
  }
  open.push(start)
  const startDry = !moves.isWater(from)
  let nearest = start
  for (let looked = 0; looked < budget; looked++) {
    const node = open.pop()
    if (!node) break
    const key = keyOf(node, from)
    if (closed.has(key)) {
      looked--
      continue
    }
    closed.add(key)
    const dry = !goal.dry || !moves.isWater(node)
    if (dry && goal.isEnd(node, (place) => isDugFor(node, place))) return routeTo(node, true)
    const distance = goal.heuristic(node)
    if (distance < nearestDistance && (dry || !startDry)) {
      nearest = node
      nearestDistance = distance
    }
    for (const { step, ticks } of moves.from(node)) {
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
        f: g + goal.heuristic(step) * EXPECTED_TICKS,
        parent: node,
        step,
        placed: node.placed + blocksFor(step),
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

/** Whether the route to a position digs a block. */
function isDugFor(end: Node, { x, y, z }: Position): boolean {
  const isIt = (dug: Position) => dug.x === x && dug.y === y && dug.z === z
  for (let node: Node | undefined = end; node?.step; node = node.parent)
    if (node.step.clear.some(isIt)) return true
  return false
}

function keyOf(place: Position, origin: Position): number {
  return (
    ((place.x - origin.x + 512) * 1024 + (place.y - origin.y + 512)) * 1024 +
    (place.z - origin.z + 512)
  )
}
