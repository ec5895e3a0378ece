/**
 * Plays trials one after another in practice worlds with random faults, for a number of game hours, and reports what
 * they came to: node bench/soak.ts [hours] [first seed] [Minecraft version]
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import seedrandom from 'seedrandom'
import { readResult } from '#trial/result'
import { FAULT_NAMES } from '#world/faults/faults'

const TICKS_AN_HOUR = 72_000
/** Share of the faults that a world has. */
const SHARE = 0.35
/** A trial that takes longer than this hangs (ms of the wall clock). */
const HANGS_MS = 600_000
const LAUNCHER = fileURLToPath(new URL('../bin/delver.js', import.meta.url))

const [hours = '2', first = '63101', version = '1.16.5'] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'delver-soak-'))
const ends = new Map<string, number>()
const totals = { ticks: 0, trials: 0, successes: 0, deaths: 0, hangs: 0, lost: 0 }

for (let seed = Number(first); totals.ticks < Number(hours) * TICKS_AN_HOUR; seed++) {
  const random = seedrandom(`soak-${seed}`)
  const faults = FAULT_NAMES.filter(() => random() < SHARE)
  const out = join(folder, String(seed))
  const args = ['trial', 'obtain_diamond', '--seed', String(seed), '--mc-version', version]
  const options = [...(faults.length > 0 ? ['--faults', faults.join(',')] : []), '--no-recording']
  const { error } = spawnSync(process.execPath, [LAUNCHER, ...args, ...options, '--out', out], {
    timeout: HANGS_MS,
    stdio: 'ignore',
  })
  totals.trials++
  if (error) totals.hangs++
  const result = existsSync(out) ? readResult(out) : null
  if (!result) {
    totals.lost++
    // A lost trial must not make the run endless.
    totals.ticks += TICKS_AN_HOUR / 12
    console.log(`${seed} LOST (${error?.message ?? 'no result'}), ${faults.join(',')}`)
    continue
  }
  totals.ticks += result.ticks
  totals.deaths += result.deaths
  if (result.success) totals.successes++
  ends.set(result.end, (ends.get(result.end) ?? 0) + 1)
  console.log(
    `${seed} ${result.end} ${result.ticks} ticks, ${result.deaths} deaths, ${result.corrections} corrections, ${faults.join(',')}`,
  )
}
console.log(JSON.stringify({ ...totals, ends: Object.fromEntries(ends) }))
rmSync(folder, { recursive: true })
