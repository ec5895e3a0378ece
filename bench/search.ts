/**
 * Evaluates the tunnels of trials: the ticks at mining depth after the iron pickaxe, and the blocks dug and exposed. It also
 * computes the mean number of veins that the same tunnels would find at other places, in the stone of other worlds. With
 * this, a few trials measure the speed of a search; counting finds alone would need hundreds.
 * `npx node bench/search.ts FOLDER... [--kind diamond_ore] [--top 16]`, folders of `delver trials --recording`;
 * `--top` is the greatest height of the feet that counts.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import seedrandom from 'seedrandom'
import { tableLines } from '#cli/table'
import { NEIGHBOURS } from '#geometry/neighbours'
import { type Registry, registryFor } from '#knowledge/registry'
import { RECORDING_FILE } from '#trial/event-log'
import { readResult } from '#trial/result'
import type { RecordingHeader, RecordingLine } from '#watch/recording-format'
import { createTerrain } from '#world/terrain/terrain'
import { OreGrid } from './ore-grid.ts'

const { values, positionals } = parseArgs({
  options: {
    kind: { type: 'string', default: 'diamond_ore' },
    top: { type: 'string', default: '16' },
  },
  allowPositionals: true,
})
const top = Number(values.top)

/** Seeds of the worlds for tunnels, their width (chunks) and depth, and the number of placements. */
const WORLDS = [901, 902, 903]
const CHUNKS = 40
const DEPTH = 24
const LAID = 240

/** The tunnels of one trial. */
interface Tunnels {
  readonly seed: number
  /** Time at mining depth after the iron pickaxe. */
  ticks: number
  dug: number
  readonly ticksByHeight: Map<number, number>
  /** Positions that were dug, and their neighbours. */
  readonly uncovered: Map<string, readonly [x: number, y: number, z: number]>
}

/** Null for a trial without an iron pickaxe. */
function tunnelsOf(folder: string, registry: Registry): Tunnels | null {
  const result = readResult(folder)
  const from = result?.milestones.find(({ name }) => name === 'iron_pickaxe')?.tick
  if (!result || from === undefined) return null
  const { seed } = result
  const tunnels: Tunnels = {
    seed,
    ticks: 0,
    dug: 0,
    ticksByHeight: new Map(),
    uncovered: new Map(),
  }
  let feet = Number.POSITIVE_INFINITY
  let dig: string | null = null
  let before = from
  for (const line of linesOf(folder)) {
    const ticks = Math.max(0, line.t - before)
    before = Math.max(before, line.t)
    if (feet <= top) {
      tunnels.ticks += ticks
      tunnels.ticksByHeight.set(feet, (tunnels.ticksByHeight.get(feet) ?? 0) + ticks)
    }
    if (line.name === 'pose') feet = Math.floor(line.pos.y)
    if (line.name === 'mark') dig = line.dig !== undefined && line.block ? key(line.block) : dig
    if (line.name !== 'block' || key(line) !== dig || line.t < from || feet > top) continue
    if (!registry.blockName(line.state).endsWith('air')) continue
    // The client reports the end of a dig, and then the server does.
    dig = null
    tunnels.dug++
    for (const [dx, dy, dz] of [[0, 0, 0] as const, ...NEIGHBOURS]) {
      const place = [line.x + dx, line.y + dy, line.z + dz] as const
      tunnels.uncovered.set(place.join(), place)
    }
  }
  return tunnels
}

function key({ x, y, z }: { x: number; y: number; z: number }): string {
  return `${x},${y},${z}`
}

function linesOf(folder: string): RecordingLine[] {
  const text = gunzipSync(readFileSync(join(folder, RECORDING_FILE))).toString()
  return text
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line): RecordingLine => JSON.parse(line))
}

function headerOf(folder: string): RecordingHeader {
  const [line = ''] = gunzipSync(readFileSync(join(folder, RECORDING_FILE)))
    .toString()
    .split('\n', 1)
  return JSON.parse(line)
}

/** Mean number of veins that tunnels find in other stone at the same height. */
function veinsIn({ uncovered }: Tunnels, grids: readonly OreGrid[]): number {
  const random = seedrandom('laid')
  let veins = 0
  for (let i = 0; i < LAID; i++) {
    const grid = grids[i % grids.length]
    if (!grid) continue
    const shiftX = Math.floor(random() * grid.width)
    const shiftZ = Math.floor(random() * grid.width)
    const wrap = (at: number) => ((at % grid.width) + grid.width) % grid.width
    const found = new Set<number>()
    for (const [x, y, z] of uncovered.values()) {
      const vein = grid.vein(wrap(x + shiftX), y, wrap(z + shiftZ))
      if (vein !== undefined) found.add(vein)
    }
    veins += found.size
  }
  return veins / LAID
}

for (const campaign of positionals) {
  const folders = readdirSync(campaign, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(campaign, name))
    .filter((folder) => readResult(folder) !== null)
  const [first] = folders
  if (!first) continue
  const registry = registryFor(headerOf(first).version)
  const grids = WORLDS.map(
    (seed) =>
      new OreGrid(registry, createTerrain(registry, seed), {
        kind: values.kind,
        chunks: CHUNKS,
        minY: top - DEPTH,
        maxY: top + 2,
      }),
  )
  const searched = folders.flatMap((folder) => {
    const tunnels = tunnelsOf(folder, registry)
    return tunnels && tunnels.dug > 0 ? { ...tunnels, veins: veinsIn(tunnels, grids) } : []
  })
  const rows = searched.map((trial) => [String(trial.seed), ...figures([trial])])
  console.log(`${campaign}: ${values.kind}, feet at ${top} and below`)
  console.log(
    tableLines([
      ['seed', 'ticks', 'dug', 'ticks/dug', 'uncovered/dug', 'dug/vein', 'ticks/vein', 'heights'],
      ...rows,
      ['all', ...figures(searched)],
    ]).join('\n'),
  )
  console.log(`standard error of all ticks/vein: ${jackknife(searched).toFixed(0)}\n`)
}

type Searched = Tunnels & { readonly veins: number }

function figures(trials: readonly Searched[]): string[] {
  const sum = (of: (trial: Searched) => number) =>
    trials.reduce((total, trial) => total + of(trial), 0)
  const [ticks, dug, veins] = [sum((t) => t.ticks), sum((t) => t.dug), sum((t) => t.veins)]
  const byHeight = new Map<number, number>()
  for (const { ticksByHeight } of trials)
    for (const [y, at] of ticksByHeight) byHeight.set(y, (byHeight.get(y) ?? 0) + at)
  const heights = [...byHeight]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 3)
    .map(([y, at]) => `${y}: ${((100 * at) / ticks).toFixed(0)} %`)
  return [
    String(ticks),
    String(dug),
    (ticks / dug).toFixed(1),
    (sum((t) => t.uncovered.size) / dug).toFixed(2),
    (dug / veins).toFixed(0),
    (ticks / veins).toFixed(0),
    heights.join(', '),
  ]
}

/** Standard error of the ticks per vein over all trials (jackknife). */
function jackknife(trials: readonly Searched[]): number {
  const rate = (of: readonly Searched[]) =>
    of.reduce((sum, { ticks }) => sum + ticks, 0) / of.reduce((sum, { veins }) => sum + veins, 0)
  const others = trials.map((_, i) => rate(trials.toSpliced(i, 1)))
  const mean = others.reduce((sum, value) => sum + value, 0) / others.length
  const squares = others.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return Math.sqrt((squares * (others.length - 1)) / others.length)
}
