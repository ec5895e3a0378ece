import { PAPER_SETTING } from '#report/published'
import { type Proportion, pairedDifferenceInterval } from '#trial/statistics'
import { NO_MODEL, type TrialsRow, type TrialsTable } from '../paper-table.ts'
import type { PlayedRow } from '../row-result.ts'
import { byLength, lengthName } from '../tallies.ts'

/**
 * Goals without preconditions, by their number: animals, with materials when there are more than two, and materials alone.
 * The agent hardly ever finds three kinds of animals in time, in whichever order.
 */
const PARALLEL: readonly (readonly [goals: number, tasks: readonly string[]])[] = [
  [2, ['obtain:mutton+beef', 'obtain:log+sand']],
  [3, ['obtain:mutton+beef+log', 'obtain:log+sand+dirt']],
  [4, ['obtain:mutton+beef+log+sand', 'obtain:log+sand+dirt+wheat_seeds']],
]

const SELECTORS = [
  ['fixed', 'fixed sequence'],
  ['random', 'random sequence'],
  ['nearest', 'nearest'],
  ['horizon', 'horizon-predictive'],
  ['plan-horizon', 'horizon of the whole plan'],
] as const

/** The selector whose trials the oracle replays. */
const ORACLE_OVER = 'nearest'

/** Episode lengths (ticks); the paper's text states only the first. */
const LENGTHS = [1000, 2000, 3000]

/** DEPS, Figure 4: selectors on parallel goals. */
export const FIGURE_4: TrialsTable = {
  kind: 'trials',
  name: 'figure4',
  title: 'DEPS, Figure 4: selectors on 2, 3 and 4 parallel goals, by episode length',
  asksModel: false,
  isOverAllTasks: false,
  world: null,
  seeds: 100,
  tally: byLength(LENGTHS),
  elsewhere: { ...PAPER_SETTING, episodes: 'not stated' },
  rows: PARALLEL.flatMap(([goals, tasks]) => [
    ...SELECTORS.map(([selector, label]) => row(goals, tasks, selector, label)),
    {
      ...row(goals, tasks, ORACLE_OVER, 'oracle: the best of all choices of nearest'),
      folder: `oracle-${goals}`,
      oracleOver: `${ORACLE_OVER}-${goals}`,
    },
  ]),
  leftOut: [
    { label: 'CLIP', why: 'a model of images, which the agent does not have' },
    { label: 'MineCLIP', why: 'a model of images, which the agent does not have' },
  ],
  comparison: (rows) =>
    PARALLEL.flatMap(([goals]) =>
      LENGTHS.flatMap((length) => comparison(rows, goals, lengthName(length))),
    ),
  notes: [
    'played in the practice world with given goals, `player` perception, the input limits of a vanilla client and the symbolic planner; no language model is called',
    `goals without preconditions: ${PARALLEL.flatMap(([, tasks]) => tasks).join(', ')}; the paper does not list its goals`,
    "nearest ranks by the skills' own estimates; nearest, horizon and plan-horizon choose again when a source of another goal becomes visible",
    'without a selector (`none`) the agent follows the fixed sequence: with parallel goals the histories are the same',
    'all lengths come from one trial of the longest, which does not depend on its length',
    'the oracle is not an agent: it replays each trial of nearest with each of the other goals at each decision, and continues from the shortest',
    'published: a plot without figures; the text has the gain of the horizon-predictive selector over the fixed sequence: +22.3, +29.2 and +32.6 points for 2, 3 and 4 goals',
  ],
}

function row(
  goals: number,
  tasks: readonly string[],
  selector: (typeof SELECTORS)[number][0],
  label: string,
): TrialsRow {
  return {
    folder: `${selector}-${goals}`,
    label: `${goals} goals, ${label}`,
    world: 'practice',
    tasks,
    options: {
      perception: 'player',
      planner: 'symbolic',
      strategy: 'deps',
      replan: 'on-failure',
      selector,
      maxTicks: Math.max(...LENGTHS),
    },
    perTrial: NO_MODEL,
  }
}

/** The gains of selectors over each other, in a line; none without trials. */
function comparison(
  rows: ReadonlyMap<string, PlayedRow>,
  goals: number,
  column: string,
): readonly string[] {
  const of = (selector: string) => rows.get(`${selector}-${goals}`)?.outcomes?.get(column)
  const texts = [
    ['horizon', 'fixed'],
    ['nearest', 'fixed'],
    ['horizon', 'nearest'],
    ['plan-horizon', 'nearest'],
    ['oracle', 'nearest'],
  ].flatMap(([one = '', other = '']) => {
    const gain = gainText(of(one), of(other))
    return gain ? `${one} over ${other} ${gain}` : []
  })
  const rate = (selector: string) => rateOf(rows.get(`${selector}-${goals}`)?.rates.get(column))
  const [nearest, oracle] = [rate('nearest'), rate('oracle')]
  for (const selector of ['horizon', 'plan-horizon']) {
    const own = rate(selector)
    if (nearest === undefined || own === undefined || oracle === undefined || oracle <= nearest)
      continue
    const covered = (100 * (own - nearest)) / (oracle - nearest)
    texts.push(`${selector} covers ${covered.toFixed(0)} % of the way from nearest to the oracle`)
  }
  return texts.length > 0 ? [`${goals} goals, ${column}: ${texts.join('; ')}`] : []
}

function rateOf(rate: Proportion | undefined): number | undefined {
  return rate && rate.successes / rate.trials
}

/** `+12.5 points (3 to 21, 200 trials)`, on the trials that both have; null without any. */
function gainText(
  one: ReadonlyMap<string, boolean> = new Map(),
  other: ReadonlyMap<string, boolean> = new Map(),
): string | null {
  const both = [...one].flatMap(([name, success]) => {
    const instead = other.get(name)
    return instead === undefined ? [] : [{ success, instead }]
  })
  if (both.length === 0) return null
  const counts = {
    trials: both.length,
    firstOnly: both.filter(({ success, instead }) => instead && !success).length,
    secondOnly: both.filter(({ success, instead }) => success && !instead).length,
  }
  const points = (100 * (counts.secondOnly - counts.firstOnly)) / counts.trials
  const [low, high] = pairedDifferenceInterval(counts).map((bound) => (100 * bound).toFixed(0))
  return `${points < 0 ? '' : '+'}${points.toFixed(1)} points (${low} to ${high}, ${counts.trials} trials)`
}
