import type { Settings } from '../episode/settings.ts'
import paper from './deps-paper-results.json' with { type: 'json' }
import type { ReportedTrial } from './trial-set.ts'

/** Success rates that the DEPS paper prints for the groups of its table. */
export interface PublishedRates {
  /** The method, as a heading. */
  readonly method: string
  /** Where the figures stand, and what they were measured in and with. */
  readonly source: string
  /** Percent, by group. */
  readonly rates: Readonly<Record<string, number>>
}

/** A figure for ObtainDiamond by others. */
export type PublishedDiamond = (typeof paper.obtainDiamond)[number]

export const PUBLISHED_DIAMONDS: readonly PublishedDiamond[] = paper.obtainDiamond

const MINEDOJO =
  'MineDojo, Minecraft 1.11.2, a learned controller that sees pixels, every task 30 times'

/** Our strategies that the paper's Table 2 has under other names, with the model it asked. */
const METHODS: Partial<
  Record<Settings['strategy'], { row: keyof typeof paper.table2; name: string; model: string }>
> = {
  gpt: { row: 'GPT', name: 'Zero-shot planner (GPT)', model: 'text-davinci-03' },
  cot: { row: 'CoT', name: 'Chain of thought', model: 'text-davinci-03' },
  'inner-monologue': { row: 'InnerMonologue', name: 'Inner Monologue', model: 'text-davinci-03' },
  'prog-prompt': { row: 'ProgPrompt', name: 'ProgPrompt', model: 'code-davinci-02' },
  'code-as-policies': {
    row: 'CodeAsPolicies',
    name: 'Code as Policies',
    model: 'code-davinci-02',
  },
}

const DEPS: PublishedRates = {
  method: 'DEPS',
  source: `DEPS paper, Table 2: ${MINEDOJO}, code-davinci-02`,
  rates: paper.table2.DEPS,
}

const TEXT_WORLD: PublishedRates = {
  method: 'DEPS, text world',
  source: 'DEPS paper, Table 3: MC-TextWorld, Minecraft 1.19.2, rules without a controller',
  rates: paper.table3TextWorld,
}

/** The paper's figures that stand nearest to what was played: DEPS, and what else is of its kind. */
export function publishedFor(trials: readonly ReportedTrial[]): PublishedRates[] {
  const settings = trials.map(({ result }) => result.settings)
  const strategies = new Set(settings.map(({ strategy }) => strategy))
  const rounds = new Set(
    settings.flatMap((one) => (one.strategy === 'deps' ? (one.rounds ?? []) : [])),
  )
  return [
    DEPS,
    ...[...strategies].flatMap(methodRates),
    ...(settings.some(({ world }) => world === 'text') ? [TEXT_WORLD] : []),
    ...[...rounds].sort((a, b) => a - b).flatMap(roundsRates),
  ]
}

/** The one that stands nearest: in the text world that of the text world, else DEPS in Minecraft. */
export function nearestRates(trials: readonly ReportedTrial[]): PublishedRates {
  return trials.every(({ result }) => result.world.kind === 'text') ? TEXT_WORLD : DEPS
}

function methodRates(strategy: Settings['strategy']): PublishedRates[] {
  const method = METHODS[strategy]
  if (!method) return []
  const source = `DEPS paper, Table 2: ${MINEDOJO}, ${method.model}`
  return [{ method: method.name, source, rates: paper.table2[method.row] }]
}

/** The row of Table 4 for a number of rounds; none for numbers that the paper did not try. */
function roundsRates(rounds: number): PublishedRates[] {
  const { rounds: tried, ...groups } = paper.table4
  const index = tried.indexOf(rounds)
  if (index < 0) return []
  const rates = Object.entries(groups).flatMap(([group, row]) => {
    const rate = row[index]
    return rate === undefined ? [] : [[group, rate] as const]
  })
  return [
    {
      method: `DEPS, ${rounds} ${rounds === 1 ? 'round' : 'rounds'}`,
      source: `DEPS paper, Table 4: ${MINEDOJO}, code-davinci-02, new plans at most: ${rounds}`,
      rates: Object.fromEntries(rates),
    },
  ]
}
