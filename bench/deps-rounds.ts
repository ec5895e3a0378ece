/**
 * Prints success in the 76 tasks of DEPS by rounds of replanning, in ablations, and for the strategies that the paper
 * compares it with. Goals are strict and descriptions are the paper's. It plays in the text world with the scripted model
 * of the tests. It shows that the loops work, not how good a model is: do not compare it with the papers' figures.
 *
 *     npx node bench/deps-rounds.ts [seeds]
 */

import { TASKS } from '#trial/tasks'
import { counted } from '#wire/wording'
import { percent, successRates, type Variant } from '../test/support/deps-rounds.ts'

const COLUMNS = ['MT1', 'MT2', 'MT3', 'MT4', 'MT5', 'MT6', 'MT7', 'MT8', 'all']
const FAIR: Variant = { goals: 'strict', descriptor: 'paper' }
/** Rounds at which settings differ: a scripted model that is asked often enough succeeds in any case. */
const FEW = 3
const WITHOUT: readonly (readonly [string, Variant])[] = [
  ['no selector (DEP)', { selector: 'none' }],
  ['no explainer', { explainer: false }],
  ['no descriptor', { descriptor: 'none' }],
]
const ROWS: readonly (readonly [string, Variant])[] = [
  ...[0, 1, FEW, 5].map(
    (rounds) => [`DEPS, ${counted(rounds, 'round')}`, { ...FAIR, rounds }] as const,
  ),
  ['DEPS, no limit', FAIR],
  ...WITHOUT.map(
    ([name, part]) => [`${name}, ${FEW} rounds`, { ...FAIR, ...part, rounds: FEW }] as const,
  ),
  ...WITHOUT.map(([name, part]) => [`${name}, no limit`, { ...FAIR, ...part }] as const),
  [`typed descriptor, ${FEW} rounds`, { ...FAIR, descriptor: 'typed', rounds: FEW }],
  [`lenient goals, ${FEW} rounds`, { ...FAIR, goals: 'lenient', rounds: FEW }],
  ['zero-shot (gpt)', { ...FAIR, strategy: 'gpt' }],
  ['chain of thought', { ...FAIR, strategy: 'cot' }],
  ['ProgPrompt', { ...FAIR, strategy: 'prog-prompt' }],
  ['Code as Policies', { ...FAIR, strategy: 'code-as-policies' }],
  ['Inner Monologue', { ...FAIR, strategy: 'inner-monologue' }],
  ['ADaPT', { ...FAIR, strategy: 'adapt' }],
  ['  executor ReAct', { ...FAIR, strategy: 'adapt', executor: 'react' }],
  ['THREAD', { ...FAIR, strategy: 'thread' }],
  ['AdaPlanner', { ...FAIR, strategy: 'adaplanner' }],
]

const [count = '3'] = process.argv.slice(2)
const seeds = Array.from({ length: Number(count) }, (_, index) => String(index + 1))

function line(name: string, cells: readonly string[]): void {
  console.log(name.padEnd(30) + cells.map((cell) => cell.padStart(7)).join(''))
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
