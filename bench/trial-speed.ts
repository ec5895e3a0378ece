/**
 * Plays one ObtainDiamond trial twice, and prints the speed of simulated time and where the processor time went.
 *
 *     npx node bench/trial-speed.ts [seed] [perception] [version] [ticks]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tableLines } from '#cli/table'
import { TICK_MS } from '#clock/game-clock'
import { Simulation } from '#clock/simulation'
import { settingsSchema } from '#events/settings'
import { runTrial } from '#trial/runner'

/** Sampling interval of the profiler (microseconds). */
const SAMPLING_US = 500

const QUERIES = 'perception: queries'
const LOOKING = 'perception: looking'
/** The function around all looking and remembering; perception's other work answers queries. */
const LOOKER = 'timed'

/** The parts of the work, by the file of the innermost function that matches. */
const PARTS: readonly (readonly [part: string, file: RegExp])[] = [
  [QUERIES, /\/src\/perception\//],
  ['chunks: terrain', /\/src\/world\/terrain\//],
  ['chunks: sending', /\/src\/world\/core\/column-/],
  ['chunks: receiving', /mineflayer\/lib\/plugins\/blocks\.js/],
  ['route planning', /\/src\/body\/(navigation\/(?!walk|travel)|cells)/],
  ['rest of the agent', /\/(src\/(agent|body|goal|knowledge|clock)|skills|selector)\//],
  ['loading, log', /\/src\/trial\/|node:internal\/modules/],
  ['mobs', /\/src\/world\/mobs\//],
  ['other rules', /\/src\/world\//],
  ['player physics', /prismarine-physics|plugins\/physics\.js/],
  [
    'packets',
    /protodef|minecraft-protocol|readable-stream|prismarine-nbt|compiled|node:internal\/streams/,
  ],
  ['rest of mineflayer', /node_modules\/mineflayer\//],
]
const UNNAMED = {
  '(garbage collector)': 'garbage collection',
  '(idle)': 'idle',
  '(program)': 'native',
}

const [seed = '1', perception = 'seen', version = '1.16.5', ticks = '12000'] = process.argv.slice(2)
const settings = settingsSchema.parse({
  task: 'obtain_diamond',
  seed: Number(seed),
  world: 'practice',
  host: null,
  port: null,
  version,
  difficulty: 'normal',
  username: 'Delver',
  auth: 'offline',
  perception,
  planner: 'symbolic',
  selector: 'nearest',
  maxTicks: Number(ticks),
  speed: 'max',
})

const first = await play()
console.log(`${version}, seed ${seed}, ${perception}: ${first.end} after ${first.ticks} ticks`)
const gameSeconds = (first.ticks * TICK_MS) / 1000
const rate = (seconds: number) => `${(gameSeconds / seconds).toFixed(1)} times real time`
console.log(
  `${gameSeconds.toFixed(0)} s of the game in ${first.seconds.toFixed(1)} s: ${rate(first.seconds)}`,
)
console.log(
  `processor time of all threads ${first.processorSeconds.toFixed(1)} s: ${rate(first.processorSeconds)} on one core`,
)

// The profiler slows a trial down, so the second one gives the shares only.
const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.setSamplingInterval', { interval: SAMPLING_US })
await session.post('Profiler.start')
await play()
const { profile } = await session.post('Profiler.stop')
const shares = [...timeByPart(profile)].sort(([, a], [, b]) => b - a)
const sum = shares.reduce((total, [, time]) => total + time, 0)
console.log(
  tableLines([
    ['where the time went', 's', '%'],
    ...shares.map(([part, time]) => [
      part,
      (time / 1e6).toFixed(2),
      ((100 * time) / sum).toFixed(1),
    ]),
  ]).join('\n'),
)
process.exit()

/** Plays the trial; the time includes loading the world and the agent. */
async function play() {
  const folder = mkdtempSync(join(tmpdir(), 'delver-speed-'))
  const start = Simulation.wallMs()
  const before = process.cpuUsage()
  const { end, ticks } = await runTrial({ settings, folder, signal: new AbortController().signal })
  const seconds = (Simulation.wallMs() - start) / 1000
  const { user, system } = process.cpuUsage(before)
  rmSync(folder, { recursive: true })
  return { end, ticks, seconds, processorSeconds: (user + system) / 1e6 }
}

type Profile = typeof profile
type Frame = Profile['nodes'][number]

/** Microseconds by part. */
function timeByPart({ nodes, samples = [], timeDeltas = [] }: Profile): Map<string, number> {
  const parents = new Map<number, Frame>()
  for (const node of nodes) for (const child of node.children ?? []) parents.set(child, node)
  const parts = new Map(nodes.map((node) => [node.id, partOf(node, parents)]))
  const times = new Map<string, number>()
  for (const [i, sample] of samples.entries()) {
    const part = parts.get(sample) ?? 'other'
    times.set(part, (times.get(part) ?? 0) + (timeDeltas[i] ?? 0))
  }
  return times
}

function partOf(node: Frame, parents: ReadonlyMap<number, Frame>): string {
  const unnamed = Object.entries(UNNAMED).find(([name]) => node.callFrame.functionName === name)
  if (unnamed) return unnamed[1]
  let part: string | undefined
  for (let frame: Frame | undefined = node; frame; frame = parents.get(frame.id)) {
    const { url, functionName } = frame.callFrame
    part ??= PARTS.find(([, file]) => file.test(url))?.[0]
    if (part !== QUERIES && part) return part
    if (part === QUERIES && functionName === LOOKER) return LOOKING
  }
  return part ?? 'other'
}
