/**
 * Prints success in the 76 tasks of DEPS by rounds of replanning, and without parts of it, beside
 * the paper's Tables 2 and 4. In the text world, with the scripted model of the tests: it shows that
 * the loop works, not how good a model is.
 *
 *     node bench/deps-rounds.ts [seeds]
 */

import paper from '../src/report/deps-paper-results.json' with { type: 'json' }
import { TASKS } from '../src/trial/tasks.ts'
import { percent, successRates, type Variant } from '../test/support/deps-rounds.ts'

const GROUPS = ['MT1', 'MT2', 'MT3', 'MT4', 'MT5', 'MT6', 'MT7', 'MT8'] as const
type Row = Readonly<Record<(typeof GROUPS)[number], number>>

const [count = '3'] = process.argv.slice(2)
const seeds = Array.from({ length: Number(count) }, (_, index) => String(index + 1))

function line(name: string, cells: readonly string[]): void {
  console.log(name.padEnd(28) + cells.map((cell) => cell.padStart(7)).join(''))
}

async function ours(name: string, variant: Variant): Promise<void> {
  const rates = await successRates(TASKS, seeds, variant)
  line(
    name,
    [...GROUPS, 'all'].map((group) => percent(rates, group).toFixed(1)),
  )
}

function theirs(row: Row): void {
  line(
    '  paper',
    GROUPS.map((group) => row[group].toFixed(1)),
  )
}

console.log(
  `scripted model, text world, ${TASKS.length} tasks, ${seeds.length} seeds; success in %\n`,
)
line('', [...GROUPS, 'all'])
for (const [index, rounds] of paper.table4.rounds.entries()) {
  await ours(`rounds: ${rounds}`, { rounds: rounds === 'inf' ? null : Number(rounds) })
  theirs(Object.fromEntries(GROUPS.map((group) => [group, paper.table4[group][index]])) as Row)
}
console.log('')
await ours('DEP (no selector)', { selector: 'none' })
theirs(paper.table2.DEP)
await ours('no explainer', { explainer: false })
await ours('no descriptor', { descriptor: 'none' })
console.log('')
for (const [name, strategy, row] of [
  ['GPT', 'gpt', paper.table2.GPT],
  ['ProgPrompt', 'prog-prompt', paper.table2.ProgPrompt],
  ['chain of thought', 'cot', paper.table2.CoT],
  ['Inner Monologue', 'inner-monologue', paper.table2.InnerMonologue],
  ['Code as Policies', 'code-as-policies', paper.table2.CodeAsPolicies],
] as const) {
  await ours(name, { strategy })
  theirs(row)
}
