/**
 * Prints success in the 76 tasks of DEPS by rounds of replanning, without parts of it, and by the strategies that it is
 * compared with, goals to the letter and failures in the paper's words. In the text world, with the scripted model of the
 * tests: it shows that the loops work, not how good a model is, and is not to be set beside the papers' figures.
 *
 *     node bench/deps-rounds.ts [seeds]
 */

import { TASKS } from '../src/trial/tasks.ts'
import { percent, successRates, type Variant } from '../test/support/deps-rounds.ts'

const COLUMNS = ['MT1', 'MT2', 'MT3', 'MT4', 'MT5', 'MT6', 'MT7', 'MT8', 'all']
const FAIR: Variant = { goals: 'strict', descriptor: 'paper' }
const ROWS: readonly (readonly [string, Variant])[] = [
  ...[0, 1, 3, 5].map((rounds) => [`DEPS, ${rounds} rounds`, { ...FAIR, rounds }] as const),
  ['DEPS, no limit', FAIR],
  ['  typed descriptor', { ...FAIR, descriptor: 'typed' }],
  ['  lenient goals', { ...FAIR, goals: 'lenient' }],
  ['  both', {}],
  ['  no selector (DEP)', { ...FAIR, selector: 'none' }],
  ['  no explainer', { ...FAIR, explainer: false }],
  ['  no descriptor', { ...FAIR, descriptor: 'none' }],
  ['zero-shot (gpt)', { ...FAIR, strategy: 'gpt' }],
  ['chain of thought', { ...FAIR, strategy: 'cot' }],
  ['ProgPrompt', { ...FAIR, strategy: 'prog-prompt' }],
  ['Code as Policies', { ...FAIR, strategy: 'code-as-policies' }],
  ['Inner Monologue', { ...FAIR, strategy: 'inner-monologue' }],
  ['ADaPT', { ...FAIR, strategy: 'adapt' }],
  ['  executor ReAct', { ...FAIR, strategy: 'adapt', executor: 'react' }],
]

const [count = '3'] = process.argv.slice(2)
const seeds = Array.from({ length: Number(count) }, (_, index) => String(index + 1))

function line(name: string, cells: readonly string[]): void {
  console.log(name.padEnd(24) + cells.map((cell) => cell.padStart(7)).join(''))
}

console.log(`scripted model, text world, ${TASKS.length} tasks, ${seeds.length} seeds; percent\n`)
line('', COLUMNS)
for (const [name, variant] of ROWS) {
  const rates = await successRates(TASKS, seeds, variant)
  line(
    name,
    COLUMNS.map((group) => percent(rates, group).toFixed(1)),
  )
}
