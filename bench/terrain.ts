/**
 * Prints the size of biomes, the relief, the distance of the nearest log and the caves of the practice world next to
 * the game's figures:
 * `npx node bench/terrain.ts [--mc-version 1.16.5] [--seeds 32] [--first-seed 1]`.
 */
import { parseArgs } from 'node:util'
import { tableLines } from '#cli/table'
import { registryFor } from '#knowledge/registry'
import { createTerrain } from '#world/terrain/terrain'
import { countCaves } from './cave-figures.ts'
import {
  biomeFigures,
  landHeights,
  nearestLog,
  percentile,
  weightedMedian,
} from './terrain-figures.ts'

/** Figures of 200 worlds of cubiomes (commit e61f905), which computes the game's biomes and approximate heights. */
interface GameFigures {
  run: number
  heights: readonly [median: number, p75: number, p95: number, p99: number]
  /** cubiomes gives the biomes; trees are drawn from the game's number of attempts. */
  log: readonly [median: number, p75: number, p90: number, p95: number, beyond38: number]
}
const OLD_WORLD: GameFigures = {
  run: 268,
  heights: [69, 74, 90, 103],
  log: [6, 20, 49, 97, 13],
}
const TALL_WORLD: GameFigures = {
  run: 196,
  heights: [69, 85, 122, 149],
  log: [6, 23, 58, 130, 19],
}
/** Distance whose exceedance is counted: a player sees trees farther away only across open land (blocks). */
const NEAR = 38

const { values } = parseArgs({
  options: {
    'mc-version': { type: 'string', default: '1.16.5' },
    seeds: { type: 'string', default: '32' },
    'first-seed': { type: 'string', default: '1' },
  },
})
const registry = registryFor(values['mc-version'])
const tall = registry.data.supportFeature('tallWorld')
const game = tall ? TALL_WORLD : OLD_WORLD
const terrains = Array.from({ length: Number(values.seeds) }, (_, i) =>
  createTerrain(registry, Number(values['first-seed']) + i),
)

const { shares, runs } = biomeFigures(terrains)
const heights = landHeights(terrains)
const logs = terrains.map((terrain) => nearestLog(registry, terrain))
let [rock, open] = [0, 0]
for (const terrain of terrains.slice(0, 4)) {
  const counts = countCaves(registry, terrain, { chunks: 300, band: 10, from: 50, to: 60 }).get(50)
  rock += counts?.all ?? 0
  open += (counts?.air ?? 0) + (counts?.water ?? 0) + (counts?.lava ?? 0)
}

const round = (numbers: readonly number[]) => numbers.map((number) => number.toFixed(0)).join(', ')
const cubiomes = 'cubiomes'
const [caves, carvers] = tall
  ? ['8 to 10', "the game's density functions below y 40"]
  : ['2.4 to 5.4', "the game's carvers"]
console.log(`Minecraft ${values['mc-version']}, ${terrains.length} worlds`)
for (const line of tableLines([
  ['', 'here', 'game', 'source'],
  [
    'length-weighted median run of a land biome (blocks)',
    String(weightedMedian(runs)),
    String(game.run),
    cubiomes,
  ],
  [
    'height of the land: median, 75, 95, 99 %',
    round([0.5, 0.75, 0.95, 0.99].map((share) => percentile(heights, share))),
    round(game.heights),
    cubiomes,
  ],
  [
    'nearest log: median, 75, 90, 95 % (blocks)',
    round([0.5, 0.75, 0.9, 0.95].map((share) => percentile(logs, share))),
    round(game.log.slice(0, 4)),
    `${cubiomes}, tree counts`,
  ],
  [
    `starts without a log within ${NEAR} blocks (%)`,
    round([(logs.filter((log) => log > NEAR).length / logs.length) * 100]),
    String(game.log[4]),
    `${cubiomes}, tree counts`,
  ],
  ['caves at y 50 to 59 (% of the rock)', ((open / rock) * 100).toFixed(1), caves, carvers],
]))
  console.log(line)

const land = [...shares.values()].reduce((sum, share) => sum + share, 0)
const percent = (share: number) => `${((share / land) * 100).toFixed(1)} %`
const listed = [...shares].toSorted(([, a], [, b]) => b - a)
console.log(`\nland: ${listed.map(([name, share]) => `${name} ${percent(share)}`).join(', ')}`)
const starts = new Map<string, number>()
for (const { biome, spawn } of terrains) {
  const name = biome(Math.floor(spawn.x), Math.floor(spawn.z))
  starts.set(name, (starts.get(name) ?? 0) + 1)
}
console.log(`starts: ${[...starts].map(([name, count]) => `${name} ${count}`).join(', ')}`)
