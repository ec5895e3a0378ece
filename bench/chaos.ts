/**
 * Attacks campaigns, and prints what became of their trials beside those of a campaign that was left in peace:
 * how many are lost (no result, or one that says crash or interrupted), were played twice though their result was
 * there, or came to something else.
 *
 *     npx node bench/chaos.ts [trials in the text world: 200] [seconds: 300] [only attacks whose name holds this]
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

/** What became of the trials of all campaigns that one attack was tried on. */
interface Outcome {
  /** How often the attack was carried out. */
  tries: number
  /** Trials that were played to their end in spite of it. */
  trials: number
  lost: number
  twice: number
  changed: number
}

interface Attack {
  readonly name: string
  /** Attacks until the signal fires or it has done enough. */
  run(signal: AbortSignal): Promise<Outcome>
}

/** One kind of campaign. */
interface Plan {
  readonly args: readonly string[]
  /** Wall-clock time from one kill to the next: a random one between these (ms). */
  readonly everyMs: readonly [least: number, most: number]
  /** Kills for one campaign; after them it is left in peace to its end. */
  readonly kills: number
}

/** What a campaign is to come to: results by the name of the trial's folder, without what the wall clock says. */
type Results = ReadonlyMap<string, string>

const LAUNCHER = fileURLToPath(new URL('../bin/delver.js', import.meta.url))
const TEXT_TASKS = 76
/** Exit code of a campaign whose folder another one holds. */
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

/** Whom an attack kills: it gives the numbers of the processes. */
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
const inPeace = new Map([
  [TEXT, await resultsInPeace(TEXT)],
  [PRACTICE, await resultsInPeace(PRACTICE)],
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
 * Kills again and again, starts the campaign again each time, and leaves it in peace in the end.
 * @param node Program that the launcher runs on; null leaves the attack out.
 */
function killing(name: string, plan: Plan, node: string | null, victims: Victims): Attack {
  return {
    name: node ? name : `${name} (no old Node here)`,
    async run(signal) {
      const outcome: Outcome = { tries: 0, trials: 0, lost: 0, twice: 0, changed: 0 }
      if (!node) return outcome
      const expected = inPeace.get(plan) ?? new Map()
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
        // What was cut off last is played now.
        await finish(plan, folder)
        note(stamps, folder, outcome)
        compare(expected, folder, outcome)
        rmSync(dirname(folder), { recursive: true })
      }
      return outcome
    },
  }
}

/** Starts two campaigns on the folder of one that was killed: one of them has to give way. */
async function twoAtOnce(signal: AbortSignal): Promise<Outcome> {
  const outcome: Outcome = { tries: 0, trials: 0, lost: 0, twice: 0, changed: 0 }
  const expected = inPeace.get(TEXT) ?? new Map()
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
    // Unless the other was so late that the first was over, one of them is refused.
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

/** Plays what is missing, once whoever still holds the folder has given it back. */
async function finish(plan: Plan, folder: string): Promise<void> {
  for (let code: number | null = IN_USE; code === IN_USE; )
    [code] = await once(start(process.execPath, plan, folder), 'exit')
}

async function resultsInPeace(plan: Plan): Promise<Results> {
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

/** Counts results that were there before and were written again, and keeps when each was written. */
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

/** Settles when the process that holds the folder has given it back or is gone. */
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

/** A Node on which the launcher has to start another one; null where there is none. */
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
