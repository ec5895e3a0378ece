import { Vec3 } from 'vec3'
import { SIDES } from '#geometry/neighbours'
import { type MobTerrain, mobStepHeight } from '#knowledge/mob-step'
import type { TraitsOf } from '../block-traits.ts'
import type { Level } from '../level.ts'

/** A search that visited this number of blocks settles for the nearest one. */
const MAX_CELLS = 250
/** The blocks of the world as walking mobs use them: free of hazards, or safe to stand on. */
export class WalkableTerrain implements MobTerrain {
  readonly #level: Level
  readonly #traits: TraitsOf

  constructor(level: Level, traits: TraitsOf) {
    this.#level = level
    this.#traits = traits
  }

  isFree(x: number, y: number, z: number): boolean {
    const block = this.#traits(this.#level.state(x, y, z))
    return block.boxes.length === 0 && block.lava === 0 && !block.fire
  }

  supports(x: number, y: number, z: number): boolean {
    const block = this.#traits(this.#level.state(x, y, z))
    if (block.water > 0) return true
    return block.height > 0 && block.height <= 1 && !block.cactus
  }
}

interface Node {
  x: number
  y: number
  z: number
  cost: number
  left: number
  from: Node | undefined
}

/** Shortest path along the ground towards a target, as the centres of the blocks to walk through. */
export function findPath(terrain: MobTerrain, start: Vec3, target: Vec3): Vec3[] {
  const [tx, ty, tz] = [Math.floor(target.x), Math.floor(target.y), Math.floor(target.z)]
  const distance = (x: number, y: number, z: number) =>
    Math.abs(tx - x) + Math.abs(ty - y) + Math.abs(tz - z)
  const first = start.floored()
  const origin: Node = {
    x: first.x,
    y: first.y,
    z: first.z,
    cost: 0,
    left: distance(first.x, first.y, first.z),
    from: undefined,
  }
  const open = [origin]
  const seen = new Set([`${first.x},${first.y},${first.z}`])
  let nearest = origin
  while (open.length > 0 && seen.size < MAX_CELLS && nearest.left > 0) {
    const node = takeCheapest(open)
    const headRoom = terrain.isFree(node.x, node.y + 2, node.z)
    for (const [dx, dz] of SIDES) {
      const x = node.x + dx
      const z = node.z + dz
      const y = mobStepHeight(terrain, x, node.y, z, headRoom)
      if (y === undefined) continue
      const key = `${x},${y},${z}`
      if (seen.has(key)) continue
      seen.add(key)
      const next: Node = { x, y, z, cost: node.cost + 1, left: distance(x, y, z), from: node }
      if (next.left < nearest.left) nearest = next
      open.push(next)
    }
  }
  const path: Vec3[] = []
  for (let node: Node | undefined = nearest; node?.from; node = node.from) {
    path.push(new Vec3(node.x + 0.5, node.y, node.z + 0.5))
  }
  return path.reverse()
}

function takeCheapest(open: Node[]): Node {
  let best = 0
  let lowest = Number.POSITIVE_INFINITY
  for (const [i, { cost, left }] of open.entries()) {
    if (cost + left < lowest) {
      lowest = cost + left
      best = i
    }
  }
  const [node] = open.splice(best, 1)
  if (!node) throw new Error('the search has no nodes left')
  return node
}
