/**
 * Prints the cost of a search for ore by tunnels in the practice world's stone, computed from the blocks without an agent:
 * dug blocks and ticks per vein for straight tunnels with and without poke holes, the time to the first vein, and the
 * effect of caves.
 * `npx node bench/search-patterns.ts [--mc-version 1.16.5] [--kind diamond_ore] [--feet 11] [--seeds 4]
 * [--chunks 48] [--block-ticks 14]`
 */
import { parseArgs } from 'node:util'
import seedrandom from 'seedrandom'
import { registryFor } from '#knowledge/registry'
import { createTerrain } from '#world/terrain/terrain'
import { AIR, LIQUID, OreGrid } from './ore-grid.ts'

const { values } = parseArgs({
  options: {
    'mc-version': { type: 'string', default: '1.16.5' },
    kind: { type: 'string', default: 'diamond_ore' },
    feet: { type: 'string', default: '11' },
    seeds: { type: 'string', default: '4' },
    chunks: { type: 'string', default: '48' },
    'block-ticks': { type: 'string', default: '14' },
  },
})
const feet = Number(values.feet)
const blockTicks = Number(values['block-ticks'])
const registry = registryFor(values['mc-version'])
const grids = Array.from(
  { length: Number(values.seeds) },
  (_, i) =>
    new OreGrid(registry, createTerrain(registry, i + 1), {
      kind: values.kind,
      chunks: Number(values.chunks),
      minY: feet - 10,
      maxY: feet + 14,
    }),
)

/** Depth of poke holes in both walls (blocks). */
const PROBE = 5
/** Distance between tunnels, so that no two see the same blocks (blocks). */
const APART = 2 * PROBE + 5
/** Distance from the tunnel to which caves are explored (blocks), width of a walk in a cave, and its speed. */
const CAVE_REACH = 48
const CAVE_WIDTH = 4
const WALK_TICKS = 5
/** Number of random starts per seed, and time limit of a search (ticks). */
const STARTS = 250
const LIMIT = 20_000

interface Pattern {
  name: string
  /** Distance between poke holes (blocks); 0 for none. */
  every: number
  /** Whether poke holes alternate between eye height and foot height. */
  byTurns?: true
  /** One block high, for crawling. */
  low?: true
  /** Depth of poke holes, if it is not {@link PROBE} (blocks). */
  depth?: number
}
const PATTERNS: readonly Pattern[] = [
  { name: 'tunnel 1 x 2', every: 0 },
  ...[2, 3, 4, 5, 6, 8].map((every) => ({ name: `holes every ${every}`, every })),
  { name: 'holes every 4, eyes and feet', every: 4, byTurns: true },
  { name: 'tunnel 1 x 1, crawling', every: 0, low: true },
  { name: '- with holes every 4, 2 deep', every: 4, low: true, depth: 2 },
]

/** The blocks that a pattern digs in one step along x. */
function* cellsOf({ every, byTurns, low, depth = PROBE }: Pattern, x: number, z: number) {
  if (!low) yield [x, feet + 1, z] as const
  yield [x, feet, z] as const
  if (every === 0 || x % every !== 0) return
  const y = low || (byTurns && (x / every) % 2 === 0) ? feet : feet + 1
  for (const side of [-1, 1]) {
    for (let i = 1; i <= depth; i++) yield [x, y, z + side * i] as const
  }
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN
}

function tunnels(pattern: Pattern) {
  let [dug, veins, cells] = [0, 0, 0]
  for (const grid of grids) {
    for (let z = APART; z < grid.width - APART; z += APART) {
      const found = new Set<number>()
      const seen = new Set<number>()
      for (let x = 1; x < grid.width - 1; x++) {
        for (const cell of cellsOf(pattern, x, z)) {
          const kind = grid.at(...cell)
          if (kind === AIR || kind === LIQUID) continue
          dug++
          grid.look(...cell, found, seen)
        }
      }
      veins += found.size
      cells += seen.size
    }
  }
  return { perVein: dug / veins, cellsPerBlock: cells / dug }
}

/** Ticks from a random start to the first vein in sight, optionally exploring caves on the way. */
function firstVein(grid: OreGrid, pattern: Pattern, x0: number, z: number, caves: boolean): number {
  const found = new Set<number>()
  const explored = new Set<string>()
  let ticks = 0
  for (let x = x0; x < grid.width - 1 && ticks < LIMIT; x++) {
    for (const cell of cellsOf(pattern, x, z)) {
      const kind = grid.at(...cell)
      if (kind === AIR && caves && !explored.has(cell.join())) {
        for (const place of grid.cave(...cell, CAVE_REACH)) {
          explored.add(place.join())
          const [cx, cy, cz] = place
          if (grid.at(cx, cy - 1, cz) !== AIR) ticks += WALK_TICKS / CAVE_WIDTH
          grid.look(cx, cy, cz, found)
          if (found.size > 0 || ticks >= LIMIT) return ticks
        }
      }
      if (kind === AIR || kind === LIQUID) continue
      ticks += blockTicks
      grid.look(...cell, found)
      if (found.size > 0) return ticks
    }
  }
  return found.size > 0 ? ticks : Number.POSITIVE_INFINITY
}

function starts(pattern: Pattern, caves: boolean): number[] {
  const random = seedrandom('starts')
  return grids.flatMap((grid) =>
    Array.from({ length: STARTS }, () => {
      const x = Math.floor(1 + (random() * grid.width) / 4)
      const z = Math.floor(APART + random() * (grid.width - 2 * APART))
      return firstVein(grid, pattern, x, z, caves)
    }),
  )
}

/** Veins exposed in caves, and columns of cave floor, at the heights of the slab. */
function inCaves() {
  let [shown, floors, all] = [0, 0, 0]
  for (const grid of grids) {
    const found = new Set<number>()
    for (let y = grid.minY + 1; y < grid.maxY; y++) {
      for (let z = 1; z < grid.width - 1; z++) {
        for (let x = 1; x < grid.width - 1; x++) {
          if (grid.at(x, y, z) !== AIR) continue
          grid.look(x, y, z, found)
          const below = grid.at(x, y - 1, z)
          if (below !== AIR && below !== LIQUID && grid.at(x, y + 1, z) === AIR) floors++
        }
      }
    }
    shown += found.size
    all += grid.veins
  }
  return { shown, floors, all }
}

const chunks = grids.length * Number(values.chunks) ** 2
const { shown, floors, all } = inCaves()
console.log(
  `Minecraft ${values['mc-version']}, ${values.kind}, feet at ${feet}, y ${feet - 10} to ${feet + 14}: ` +
    `${(all / chunks).toFixed(2)} veins a chunk; ${((shown / all) * 100).toFixed(1)} % show in caves, ` +
    `one in ${(chunks / shown).toFixed(1)} chunks, one on ${Math.round(floors / shown)} columns of floor`,
)
console.log('\npattern                         seen/dug  dug/vein  ticks/vein')
for (const pattern of PATTERNS) {
  const { perVein, cellsPerBlock } = tunnels(pattern)
  console.log(
    pattern.name.padEnd(32),
    cellsPerBlock.toFixed(1).padStart(7),
    perVein.toFixed(0).padStart(9),
    (perVein * blockTicks).toFixed(0).padStart(11),
  )
}
console.log('\nfirst vein                      median  % within 4,000  6,000  8,000  10,000')
const [plain, , , holes] = PATTERNS
for (const [pattern, caves] of [
  [plain, false],
  [holes, false],
  [holes, true],
] as const) {
  if (!pattern) continue
  const ticks = starts(pattern, caves)
  const within = [4000, 6000, 8000, 10_000].map((limit) =>
    ((ticks.filter((tick) => tick <= limit).length / ticks.length) * 100).toFixed(0),
  )
  console.log(
    `${pattern.name}${caves ? ', and caves' : ''}`.padEnd(32),
    median(ticks).toFixed(0).padStart(5),
    ...within.map((share) => share.padStart(9)),
  )
}
