/**
 * Prints what digging straight down exposes, by height and per 1,000 blocks dug: falls by depth, lava and water. Then it
 * prints where shafts through soil end, from the surface to the first other block.
 * `npx node bench/straight-down.ts [--mc-version 1.16.5] [--from 60] [--to 12] [--seeds 6] [--columns 4500]`
 */
import { parseArgs } from 'node:util'
import seedrandom from 'seedrandom'
import { isRock, isSoil } from '#knowledge/ground'
import { registryFor } from '#knowledge/registry'
import { createTerrain } from '#world/terrain/terrain'

const { values } = parseArgs({
  options: {
    'mc-version': { type: 'string', default: '1.16.5' },
    from: { type: 'string', default: '60' },
    to: { type: 'string', default: '12' },
    seeds: { type: 'string', default: '6' },
    columns: { type: 'string', default: '4500' },
  },
})
const registry = registryFor(values['mc-version'])
const [from, to] = [Number(values.from), Number(values.to)]
/** Size of a band of heights (blocks). */
const BAND = 8
/** Depths of falls to count (blocks): any, with damage, with severe damage, and deadly. */
const FALLS = [1, 3, 10, 22]
/** Width of the terrain (chunks). */
const CHUNKS = 40
const COLUMNS_A_CHUNK = 30
/** Y above all land. */
const MAX_Y = 130

interface Met {
  digs: number
  lava: number
  water: number
  /** Number of falls deeper than each of {@link FALLS}. */
  falls: number[]
}
const bands = new Map<number, Met>()

function digDown(nameAt: (y: number) => string): void {
  const isOpen = (y: number) => /air$/.test(nameAt(y))
  const isRock = (y: number) => !isOpen(y) && !/^(water|lava)$/.test(nameAt(y))
  for (let y = from; y >= to; y--) {
    if (!isRock(y)) continue
    const band = Math.floor(y / BAND) * BAND
    const met = bands.get(band) ?? { digs: 0, lava: 0, water: 0, falls: FALLS.map(() => 0) }
    bands.set(band, met)
    met.digs++
    let fall = 1
    while (isOpen(y - fall)) fall++
    const ground = nameAt(y - fall)
    if (ground === 'lava') met.lava++
    else if (ground === 'water') met.water++
    else met.falls = met.falls.map((count, i) => count + (fall > (FALLS[i] ?? 0) ? 1 : 0))
  }
}

/** Number of columns by the kind of block below the soil. */
const below = new Map<string, number>()

function digThroughSoil(nameAt: (y: number) => string): void {
  let y = MAX_Y
  while (y > from - BAND && !isSoil(nameAt(y))) y--
  if (!isSoil(nameAt(y)) || !/air$/.test(nameAt(y + 2))) return
  while (isSoil(nameAt(y))) y--
  const met = groundBelow(nameAt, y)
  below.set(met, (below.get(met) ?? 0) + 1)
}

/** The block that a player would land on, or the depth of its fall. */
function groundBelow(nameAt: (y: number) => string, y: number): string {
  let fall = 0
  while (/air$/.test(nameAt(y - fall))) fall++
  const ground = nameAt(y - fall)
  if (/^(water|lava)$/.test(ground)) return ground
  if (fall === 0)
    return isRock(ground) || ground.endsWith('_ore') ? 'rock' : 'sand, gravel and such'
  const depth = FALLS.findLast((least) => fall + 1 > least)
  return `fall > ${depth}`
}

const random = seedrandom('columns')
const within = (end: number) => Math.floor(random() * end)
const chunks = Number(values.columns) / COLUMNS_A_CHUNK
for (let seed = 1; seed <= Number(values.seeds); seed++) {
  const terrain = createTerrain(registry, seed)
  for (let chunk = 0; chunk < chunks; chunk++) {
    const column = terrain.column(within(CHUNKS), within(CHUNKS))
    for (let i = 0; i < COLUMNS_A_CHUNK; i++) {
      const [x, z] = [within(16), within(16)]
      const nameAt = (y: number) => registry.blockName(column.getBlockStateId({ x, y, z }))
      digDown(nameAt)
      digThroughSoil(nameAt)
    }
  }
}

console.log(`| from height | lava | water | ${FALLS.map((fall) => `fall > ${fall}`).join(' | ')} |`)
console.log(`| --- | --- | --- | ${FALLS.map(() => '---').join(' | ')} |`)
for (const [band, { digs, lava, water, falls }] of [...bands].sort(([a], [b]) => b - a)) {
  const share = (count: number) => ((1000 * count) / digs).toFixed(2)
  console.log(`| ${band} | ${[lava, water, ...falls].map(share).join(' | ')} |`)
}

const shafts = [...below.values()].reduce((a, b) => a + b, 0)
console.log(`\n| below the soil | of ${shafts} columns |`)
console.log('| --- | --- |')
for (const [met, count] of [...below].sort(([, a], [, b]) => b - a))
  console.log(`| ${met} | ${((100 * count) / shafts).toFixed(2)} % |`)
