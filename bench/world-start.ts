/**
 * Time from `createPracticeWorld` to the spawn of a bot, each in a new process:
 * `npx node bench/world-start.ts [--starts 5] [--versions 1.16.5,26.1]`.
 */
import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { createPracticeWorld } from '#api/practice-world'
import { tableLines } from '#cli/table'

const { values } = parseArgs({
  options: {
    starts: { type: 'string', default: '5' },
    versions: { type: 'string', default: '1.12.2,1.16.5,1.20.6,1.21.4,1.21.11,26.1' },
    once: { type: 'string' },
  },
})
interface Start {
  readonly wall: number
  readonly processor: number
}

if (values.once) {
  const before = performance.now()
  const busy = process.cpuUsage()
  const world = await createPracticeWorld({ version: values.once, seed: 7 })
  await world.join('Tester')
  const { user, system } = process.cpuUsage(busy)
  console.log(
    JSON.stringify({ wall: performance.now() - before, processor: (user + system) / 1e3 }),
  )
  process.exit()
}

const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
const rows = [['version', 'wall, median (ms)', 'wall, least (ms)', 'processor, median (ms)']]
for (const version of values.versions.split(',')) {
  const starts = Array.from({ length: Number(values.starts) }, (): Start => {
    const node = ['--disable-warning=ExperimentalWarning', import.meta.filename, '--once', version]
    return JSON.parse(execFileSync(process.execPath, node, { encoding: 'utf8' }))
  })
  const walls = starts.map(({ wall }) => wall)
  const figures = [median(walls), Math.min(...walls), median(starts.map((s) => s.processor))]
  rows.push([version, ...figures.map((ms) => ms.toFixed(0))])
}
console.log(tableLines(rows).join('\n'))
