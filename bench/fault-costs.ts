/**
 * Measures what each fault costs: plays the same seeds with each fault alone and without any, and prints the table of
 * docs/results. It resumes: trials with a result in the folder are not played again.
 *
 *     npx node bench/fault-costs.ts [folder: runs/fault-costs] [seeds: 66001-66020] [task: craft_iron_pickaxe] [faults: all]
 *
 * With `--report` as the last argument, it only prints the table of what the folder has.
 */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findResult, isToRepeat, type TrialResult } from '#trial/result'
import { median, pairedDifferenceInterval, wilsonInterval } from '#trial/statistics'
import { FAULT_NAMES } from '#world/faults/faults'

const PERCEPTION = 'loaded'
const VERSION = '1.16.5'
/** A trial that takes longer than this hangs (ms of the wall clock). */
const HANGS_MS = 600_000
const LAUNCHER = fileURLToPath(new URL('../bin/delver.js', import.meta.url))
const CLEAN = 'none'

const reportsOnly = process.argv.at(-1) === '--report'
const given = process.argv.slice(2).filter((argument) => argument !== '--report')
const [folder = 'runs/fault-costs', range = '66001-66020', task = 'craft_iron_pickaxe', only] =
  given
const [first = 0, last = first] = range.split('-').map(Number)
const seeds = Array.from({ length: last - first + 1 }, (_, i) => first + i)
const chosen = only?.split(',')
const names = [CLEAN, ...FAULT_NAMES.filter((name) => chosen?.includes(name) !== false)]

/** Seeds in the outer loop: when it is stopped, the seeds so far compare all faults. */
if (!reportsOnly) for (const seed of seeds) for (const name of names) play(name, seed)
report()

function folderOf(name: string, seed: number): string {
  return join(folder, name, String(seed))
}

function resultOf(name: string, seed: number): TrialResult | null {
  const found = findResult(folderOf(name, seed))
  return found.kind === 'whole' && !isToRepeat(found.result.end) ? found.result : null
}

function play(name: string, seed: number): void {
  if (resultOf(name, seed)) return
  rmSync(folderOf(name, seed), { recursive: true, force: true })
  const options = [
    ...['--seed', String(seed), '--perception', PERCEPTION, '--mc-version', VERSION],
    ...(name === CLEAN ? [] : ['--faults', name]),
    ...['--no-recording', '--out', folderOf(name, seed)],
  ]
  const { error } = spawnSync(process.execPath, [LAUNCHER, 'trial', task, ...options], {
    timeout: HANGS_MS,
    stdio: 'ignore',
  })
  const result = resultOf(name, seed)
  console.error(
    `${seed} ${name}: ${error?.message ?? (result ? `${result.end} ${result.ticks}` : 'LOST')}`,
  )
}

function report(): void {
  const whole = seeds.filter((seed) => names.every((name) => resultOf(name, seed)))
  console.log(
    `${task}, perception ${PERCEPTION}, ${VERSION}, ${whole.length} seeds from ${first}\n`,
  )
  console.log(
    '| fault | success | 95 % interval | difference to no fault | ticks, median | ratio of ticks, median (quartiles) |',
  )
  console.log('| --- | --- | --- | --- | --- | --- |')
  for (const name of names) console.log(row(name, whole))
}

function row(name: string, whole: readonly number[]): string {
  const pairs = whole.flatMap((seed) => {
    const [clean, faulty] = [resultOf(CLEAN, seed), resultOf(name, seed)]
    return clean && faulty ? [{ clean, faulty }] : []
  })
  const won = pairs.filter(({ faulty }) => faulty.success)
  const interval = wilsonInterval(won.length, pairs.length).map(percent).join(' to ')
  const difference = pairedDifferenceInterval({
    trials: pairs.length,
    firstOnly: pairs.filter(({ clean, faulty }) => clean.success && !faulty.success).length,
    secondOnly: pairs.filter(({ clean, faulty }) => !clean.success && faulty.success).length,
  })
  const both = won.filter(({ clean }) => clean.success)
  const ratios = both.map(({ clean, faulty }) => faulty.ticks / clean.ticks).sort((a, b) => a - b)
  const at = (share: number) => (ratios[Math.round(share * (ratios.length - 1))] ?? 0).toFixed(2)
  const cells =
    name === CLEAN
      ? ['-', '-']
      : [`${difference.map(percent).join(' to ')}`, `${at(0.5)} (${at(0.25)} to ${at(0.75)})`]
  const ticks = Math.round(median(won.map(({ faulty }) => faulty.ticks)) ?? 0)
  return `| \`${name}\` | ${won.length} of ${pairs.length} | ${interval} | ${cells[0]} | ${ticks} | ${cells[1]} |`
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
