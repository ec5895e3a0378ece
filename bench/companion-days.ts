/**
 * Plays the hours of `bench/companion.ts` in many worlds, one process after the other, with kills on both sides:
 *
 *     npx node bench/companion-days.ts FIRST_SEED [hours: 50] results.jsonl
 *
 * An hour is 72,000 ticks, or three days of the game, in a new world. A run that was ended continues with the hours
 * that the file lacks. The sums of all hours are printed after each one.
 */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'

const [first = '80001', hours = '50', file = ''] = process.argv.slice(2)
if (file === '') throw new Error('name a file for the results')
const hour = fileURLToPath(new URL('./companion.ts', import.meta.url))

type Result = Readonly<Record<string, unknown>> & { readonly seed: number }

function results(): Result[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line) as Result)
}

for (let seed = Number(first); seed < Number(first) + Number(hours); seed++) {
  if (!results().some((one) => one.seed === seed)) {
    const args = ['--expose-gc', hour, String(seed), '1', 'player', file]
    const { exitCode, stdout, stderr } = await execa(process.execPath, args, { reject: false })
    const notable = stdout.split('\n').filter((line) => /LOST|TWICE|TOO MUCH|differs/.test(line))
    if (notable.length > 0) console.log(notable.join('\n'))
    if (exitCode !== 0) console.log(`seed ${seed} ended with ${exitCode}: ${stderr.slice(-400)}`)
  }
  report()
}

/** Prints the sums of all hours, and the greatest of what is a maximum. */
function report(): void {
  const all = results()
  const sums = new Map<string, number>()
  for (const one of all)
    for (const [key, value] of Object.entries(one)) {
      if (typeof value !== 'number' || key === 'seed') continue
      const before = sums.get(key) ?? 0
      sums.set(key, key === 'slowest stop' ? Math.max(before, value) : before + value)
    }
  console.log([...sums].map(([key, value]) => `${key} ${value}`).join(', '))
}
