import type { Settings } from '#events/settings'
import { counted } from '#wire/wording'
import paper from './deps-paper-results.json' with { type: 'json' }
import type { ReportedTrial } from './trial-set.ts'

/** Success rates of the DEPS paper for the task groups of its tables. */
export interface PublishedRates {
  /** The method, as a heading. */
  readonly method: string
  /** The paper's table, with the environment, controller and model of its experiment. */
  readonly source: string
  /** Percent, by group. */
  readonly rates: Readonly<Record<string, number>>
}

/** A published success rate for ObtainDiamond. */
export type PublishedDiamond = (typeof paper.obtainDiamond)[number]

export const PUBLISHED_DIAMONDS: readonly PublishedDiamond[] = paper.obtainDiamond

/** The experiments behind the paper's tables. */
export const PAPER_SETTING = {
  world: 'MineDojo, Minecraft 1.11.2',
  controller: 'a learned controller with pixel observations',
  episodes: '30 episodes per task',
} as const

const MINEDOJO = Object.values(PAPER_SETTING).join(', ')

/** The language models of the rows of Table 2. */
const DAVINCI = 'text-davinci-03'
const CODE_DAVINCI = 'code-davinci-02'

/** One row of a table in the paper: its language model, and the success rates in percent, by group and for `all`. */
export interface PublishedRow {
  readonly model: string
  readonly rates: Readonly<Record<string, number>>
}

/** A row of the paper's Table 2. */
export function tableTwoRow(row: keyof typeof paper.table2): PublishedRow {
  const { AVG: all, ...groups } = paper.table2[row]
  const isProse = row === 'GPT' || row === 'CoT' || row === 'InnerMonologue'
  return { model: isProse ? DAVINCI : CODE_DAVINCI, rates: { ...groups, all } }
}

/** The column of the paper's Table 4 for a number of rounds; undefined if the table lacks it. */
export function tableFourRow(rounds: number | 'inf'): PublishedRow | undefined {
  const { rounds: tried, ...groups } = paper.table4
  const index = tried.indexOf(rounds)
  if (index < 0) return undefined
  const rates = Object.entries(groups).flatMap(([group, row]) => {
    const rate = row[index]
    return rate === undefined ? [] : [[group, rate] as const]
  })
  return { model: CODE_DAVINCI, rates: Object.fromEntries(rates) }
}

/** Delver's strategies that appear in the paper's Table 2. */
const METHODS: Partial<
  Record<Settings['strategy'], { row: keyof typeof paper.table2; name: string }>
> = {
  gpt: { row: 'GPT', name: 'Zero-shot planner (GPT)' },
  cot: { row: 'CoT', name: 'Chain of thought' },
  'inner-monologue': { row: 'InnerMonologue', name: 'Inner Monologue' },
  'prog-prompt': { row: 'ProgPrompt', name: 'ProgPrompt' },
  'code-as-policies': {
    row: 'CodeAsPolicies',
    name: 'Code as Policies',
  },
}

const DEPS: PublishedRates = {
  method: 'DEPS',
  source: `DEPS paper, Table 2: ${MINEDOJO}, code-davinci-02`,
  rates: paper.table2.DEPS,
}

const TEXT_WORLD: PublishedRates = {
  method: 'DEPS, text world',
  source: 'DEPS paper, Table 3: MC-TextWorld, Minecraft 1.19.2, without a controller',
  rates: paper.table3TextWorld,
}

/** The paper's figures that match the played settings best: always DEPS, then others. */
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

/** The best match: for trials of the text world the paper's text world, otherwise DEPS in Minecraft. */
export function nearestRates(trials: readonly ReportedTrial[]): PublishedRates {
  return trials.every(({ result }) => result.world.kind === 'text') ? TEXT_WORLD : DEPS
}

function methodRates(strategy: Settings['strategy']): PublishedRates[] {
  const method = METHODS[strategy]
  if (!method) return []
  const source = `DEPS paper, Table 2: ${MINEDOJO}, ${tableTwoRow(method.row).model}`
  return [{ method: method.name, source, rates: paper.table2[method.row] }]
}

/** The rates of Table 4 for a number of rounds; none if the table lacks it. */
function roundsRates(rounds: number): PublishedRates[] {
  const row = tableFourRow(rounds)
  if (!row) return []
  return [
    {
      method: `DEPS, ${counted(rounds, 'round')}`,
      source: `DEPS paper, Table 4: ${MINEDOJO}, code-davinci-02, at most ${counted(rounds, 'round')} of replanning`,
      rates: row.rates,
    },
  ]
}
