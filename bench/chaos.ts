/**
 * Attacks campaigns, and compares their results with those of an undisturbed campaign. It prints how many trials were
 * lost (no result, a crash or an interruption), were played twice although they had a result, or had another result.
 *
 *     npx node bench/chaos.ts [trials in the text world: 200] [seconds: 300] [part of the attacks' names]
 *
 * A new attack is a record in `ATTACKS`.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findResult, isToRepeat, RESULT_FILE } from '#trial/result'

/** The results of all campaigns under one attack. */
interface Outcome {
  /** Number of attacks. */
  tries: number
  /** Trials that were completed. */
  trials: number
  lost: number
  twice: number
  changed: number
}

interface Attack {
  readonly name: string
  /** Attacks until the signal fires or the attack is complete. */
  run(signal: AbortSignal): Promise<Outcome>
}

/** One kind of campaign. */
interface Plan {
  readonly args: readonly string[]
  /** Shortest and longest wall-clock time between two kills (ms); each is random. */
  readonly everyMs: readonly [least: number, most: number]
  /** Kills per campaign; afterwards it runs undisturbed. */
  readonly kills: number
}

/** The expected results of a campaign by the name of the trial's folder, without wall-clock times. */
type Results = ReadonlyMap<string, string>

const LAUNCHER = fileURLToPath(new URL('../bin/delver.js', import.meta.url))
const TEXT_TASKS = 76
/** Exit code of a campaign whose folder is in use by another one. */
const IN_USE = 4

const [trials = '200', seconds = '300', only = ''] = process.argv.slice(2)

const TEXT: Plan = {
  args: ['all', '--seeds', `1-${Math.ceil(Number(trials) / TEXT_TASKS)}`, '--world', 'text'],
  everyMs: [300, 2500],
  kills: 8,
}
const PRACTICE: Plan = {
  args: ['obtain:log', '--seeds', '1-4', '--workers', '2', '--max-ticks', '60'],
  everyMs: [500, 8000],
  kills: 4,
}

/** Returns the ids of the processes that an attack kills. */
type Victims = (campaign: number) => readonly number[]
const itself: Victims = (campaign) => [campaign]

const ATTACKS: readonly Attack[] = [
  killing('kill -9 of a text campaign', TEXT, process.execPath, itself),
  killing('kill -9 of a campaign', PRACTICE, process.execPath, itself),
  killing('kill -9 of the launcher, text', TEXT, oldNode(), itself),
  killing('kill -9 of the launcher', PRACTICE, oldNode(), itself),
  killing('kill -9 of trials', PRACTICE, process.execPath, childrenOf),
  killing('kill -9 of all at once', PRACTICE, process.execPath, (campaign) => [
    campaign,
    ...childrenOf(campaign),
  ]),
  { name: 'two campaigns at once after a kill', run: twoAtOnce },
]

const attacks = ATTACKS.filter(({ name }) => name.includes(only))
const undisturbed = new Map([
  [TEXT, await undisturbedResults(TEXT)],
  [PRACTICE, await undisturbedResults(PRACTICE)],
])
console.log(row('attack', ['tries', 'trials', 'lost', 'twice', 'changed']))
for (const { name, run } of attacks) {
  const signal = AbortSignal.timeout(Math.ceil((1000 * Number(seconds)) / attacks.length))
  const { tries, trials, lost, twice, changed } = await run(signal)
  console.log(row(name, [tries, trials, lost, twice, changed]))
}

function row(name: string, cells: readonly (string | number)[]): string {
  return name.padEnd(38) + cells.map((cell) => String(cell).padStart(9)).join('')
}

/**
 * Kills repeatedly, restarts the campaign each time, and finally lets it run undisturbed.
 * @param node Program that runs the launcher; null skips the attack.
 */
function killing(name: string, plan: Plan, node: string | null, victims: Victims): Attack {
  return {
    name: node ? name : `${name} (no old Node here)`,
    async run(signal) {
      const outcome: Outcome = { tries: 0, trials: 0, lost: 0, twice: 0, changed: 0 }
      if (!node) return outcome
      const expected = undisturbed.get(plan) ?? new Map()
      while (!signal.aborted) {
        const folder = newFolder()
        const stamps = new Map<string, string>()
        let kills = 0
        while (kills < plan.kills && !signal.aborted) {
          const campaign = start(node, plan, folder)
          const over = once(campaign, 'exit').then(() => true)
          while (!(await Promise.race([over, pauseBetween(plan)]))) {
            if (kills === plan.kills) continue
            kills++
            for (const pid of victims(campaign.pid ?? 0)) if (kill(pid)) outcome.tries++
          }
          await released(folder)
          note(stamps, folder, outcome)
          if (resultsIn(folder).size === expected.size) break
        }
        // Plays what the last kill interrupted.
        await finish(plan, folder)
        note(stamps, folder, outcome)
        compare(expected, folder, outcome)
        rmSync(dirname(folder), { recursive: true })
      }
      return outcome
    },
  }
}

/** Starts two campaigns on the folder of a killed one: one of them must be refused. */
async function twoAtOnce(signal: AbortSignal): Promise<Outcome> {
  const outcome: Outcome = { tries: 0, trials: 0, lost: 0, twice: 0, changed: 0 }
  const expected = undisturbed.get(TEXT) ?? new Map()
  while (!signal.aborted) {
    const folder = newFolder()
    const stamps = new Map<string, string>()
    const first = start(process.execPath, TEXT, folder)
    while (!existsSync(join(folder, 'campaign.lock'))) await setTimeout(5)
    first.kill('SIGKILL')
    await once(first, 'exit')
    note(stamps, folder, outcome)
    const both = [1, 2].map(() => start(process.execPath, TEXT, folder))
    await Promise.all(both.map((campaign) => once(campaign, 'exit')))
    outcome.tries++
    // One of them is refused, unless the first had finished before the other started.
    if (both.every(({ exitCode }) => exitCode === IN_USE)) outcome.lost += expected.size
    note(stamps, folder, outcome)
    compare(expected, folder, outcome)
    rmSync(dirname(folder), { recursive: true })
  }
  return outcome
}

function start(node: string, { args }: Plan, folder: string): ChildProcess {
  return spawn(node, [LAUNCHER, 'trials', ...args, '--out', folder], { stdio: 'ignore' })
}

/** Plays the missing trials, as soon as no other process holds the folder. */
async function finish(plan: Plan, folder: string): Promise<void> {
  for (let code: number | null = IN_USE; code === IN_USE; )
    [code] = await once(start(process.execPath, plan, folder), 'exit')
}

async function undisturbedResults(plan: Plan): Promise<Results> {
  const folder = newFolder()
  await once(start(process.execPath, plan, folder), 'exit')
  const results = resultsIn(folder)
  rmSync(dirname(folder), { recursive: true })
  return results
}

function resultsIn(folder: string): Map<string, string> {
  const results = new Map<string, string>()
  for (const name of trialsIn(folder)) {
    const found = findResult(join(folder, name))
    if (found.kind !== 'whole') continue
    const { wallMs: _, ...result } = found.result
    if (!isToRepeat(result.end)) results.set(name, JSON.stringify(result))
  }
  return results
}

function compare(expected: Results, folder: string, outcome: Outcome): void {
  const results = resultsIn(folder)
  for (const [name, result] of expected) {
    const found = results.get(name)
    outcome.trials++
    if (found === undefined || JSON.parse(found).end === 'crash') outcome.lost++
    else if (found !== result) outcome.changed++
  }
}

/** Counts existing results that were written again, and keeps the time of each write. */
function note(stamps: Map<string, string>, folder: string, outcome: Outcome): void {
  for (const name of resultsIn(folder).keys()) {
    const { ino, mtimeMs } = statSync(join(folder, name, RESULT_FILE))
    const stamp = `${ino} ${mtimeMs}`
    const before = stamps.get(name)
    if (before !== undefined && before !== stamp) outcome.twice++
    stamps.set(name, stamp)
  }
}

function trialsIn(folder: string): string[] {
  return existsSync(folder)
    ? readdirSync(folder).filter((name) => statSync(join(folder, name)).isDirectory())
    : []
}

function newFolder(): string {
  return join(mkdtempSync(join(tmpdir(), 'delver-chaos-')), 'out')
}

async function pauseBetween({ everyMs: [least, most] }: Plan): Promise<false> {
  await setTimeout(least + Math.random() * (most - least))
  return false
}

/** Resolves when the process that holds the folder has released it or has ended. */
async function released(folder: string): Promise<void> {
  for (let pid = holderOf(folder); pid !== null && existsSync(`/proc/${pid}`); ) {
    await setTimeout(20)
    pid = holderOf(folder)
  }
}

function holderOf(folder: string): number | null {
  try {
    return JSON.parse(readFileSync(join(folder, 'campaign.lock'), 'utf8')).pid
  } catch {
    return null
  }
}

function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}

function childrenOf(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    return children === '' ? [] : children.split(' ').map(Number)
  } catch {
    return []
  }
}

/** A Node that is too old, on which the launcher starts another one; null if there is none. */
function oldNode(): string | null {
  for (const folder of (process.env.PATH ?? '').split(':')) {
    const node = join(folder, 'node')
    if (!existsSync(node)) continue
    const major = execFileSync(node, ['-p', 'process.versions.node.split(".")[0]'], {
      encoding: 'utf8',
    })
    if (Number(major) < 22) return node
  }
  return null
}
