import { missingLogs } from '../logs.ts'
import { whole as wholeNumber } from '../numbers.ts'
import { barPlot } from '../plots/bar-plot.ts'
import { wordsOf } from '../plots/milestone-curve.ts'
import type { Plot } from '../plots/plot.ts'
import type { Section } from '../section.ts'
import { type Column, NOTHING, type Row, type Table } from '../table.ts'
import { type TickFigures, tickFigures } from '../tick-figures.ts'
import { type Activity, type Spending, ticksOf } from '../tick-spending.ts'
import type { TrialSet } from '../trial-set.ts'

const ACTIVITY_WORDS: Readonly<Record<Activity, string>> = {
  dig: 'digging',
  'dig-pause': 'pausing',
  walk: 'walking',
  window: 'in windows',
  use: 'using',
  look: 'looking',
  wait: 'waiting',
}

/** Skills, and activities in them, with less of all ticks than this have no row of their own. */
const LEAST_SHARE = 0.002

/** What trials' ticks were spent on, from milestone to milestone; null where no body has played. */
export function tickSection(sets: readonly TrialSet[]): Section | null {
  const figures = tickFigures(sets)
  if (figures.length === 0) return null
  const recorded = figures.filter(({ whole }) =>
    whole.spent.some(({ activity }) => activity !== null),
  )
  return {
    id: 'ticks',
    title: 'Where the ticks went',
    text: [
      'Every tick counts for what the body did in it, and for the skill that was at work: of skills that call each other, the innermost. It pauses until the next dig may begin, uses the right button or waits to press it again, and looks where it only turns its head.',
      'A column is the way to a milestone from the one before, whichever that was, as the mean of the trials that reached it.',
      ...figures
        .filter((one) => !recorded.includes(one))
        .map(({ label }) => `${label}: the logs do not say what the body did.`),
      ...missingLogs(sets),
    ],
    plots: recorded.length > 0 ? [activityPlot(recorded)] : [],
    tables: [...recorded.map(activityTable), ...figures.map(skillTable)],
  }
}

function activityPlot(figures: readonly TickFigures[]): Plot {
  const bars = figures.flatMap(({ label, whole }) =>
    activityKinds.map(({ name, has }) => ({
      row: name,
      label,
      value: ticksOf(whole.spent.filter(has)),
    })),
  )
  return barPlot({
    title: 'Ticks by what the body did',
    caption: 'Mean of whole trials.',
    measure: 'ticks a trial',
    rows: activityKinds
      .map(({ name }) => name)
      .filter((name) => bars.some(({ row, value }) => row === name && value > 0)),
    labels: figures.map(({ label }) => label),
    bars,
  })
}

/** A name for some of the ticks. */
interface Kind {
  readonly name: string
  readonly has: (spending: Spending) => boolean
}

const ALL: Kind = { name: 'all', has: () => true }

const activityKinds: readonly Kind[] = [
  ...Object.entries(ACTIVITY_WORDS).map(([word, name]) => ({
    name,
    has: ({ activity }: Spending) => activity === word,
  })),
  { name: 'not recorded', has: ({ activity }) => activity === null },
]

function activityTable(figures: TickFigures): Table {
  const rows = activityKinds.map((kind) => row(figures, kind))
  return {
    caption: `Ticks by what the body did: ${figures.label}`,
    columns: columnsOf(figures, 'the body was'),
    rows: [
      trialsRow(figures),
      ...rows.filter(({ cells }) => cells.slice(1).some((cell) => cell !== NOTHING)),
      { ...row(figures, ALL), strong: true },
    ],
  }
}

function skillTable(figures: TickFigures): Table {
  const { spent } = figures.whole
  const least = LEAST_SHARE * ticksOf(spent)
  const skills = [...Map.groupBy(spent, ({ skill }) => skill)]
    .map(([skill, its]) => ({ skill, its, ticks: ticksOf(its) }))
    .sort((a, b) => b.ticks - a.ticks)
  const often = skills.filter(({ ticks }) => ticks >= least)
  const shown = new Set(often.map(({ skill }) => skill))
  const others: Kind = { name: 'all others', has: ({ skill }) => !shown.has(skill) }
  return {
    caption: `Ticks by skill: ${figures.label}`,
    folded: true,
    columns: columnsOf(figures, 'skill'),
    rows: [
      trialsRow(figures),
      ...often.flatMap(({ skill, its }) =>
        skillRows(
          figures,
          skill,
          its.filter(({ ticks }) => ticks >= least),
        ),
      ),
      ...(skills.length > often.length ? [row(figures, others)] : []),
      { ...row(figures, ALL), strong: true },
    ],
  }
}

/** A skill, and below it what the body did meanwhile. */
function skillRows(figures: TickFigures, skill: string | null, its: readonly Spending[]): Row[] {
  const name = skill ?? 'between skills'
  return [
    row(figures, { name, has: (one) => one.skill === skill }),
    ...its.flatMap(({ activity }) => {
      if (activity === null) return []
      return row(figures, {
        name: `${name}: ${ACTIVITY_WORDS[activity]}`,
        has: (one) => one.skill === skill && one.activity === activity,
      })
    }),
  ]
}

function columnsOf({ whole, parts }: TickFigures, heading: string): Column[] {
  return [
    { heading, kind: 'text' },
    ...[whole, ...parts].map(({ name }): Column => ({ heading: wordsOf(name), kind: 'number' })),
  ]
}

function trialsRow({ whole, parts }: TickFigures): Row {
  return { cells: ['trials', ...[whole, ...parts].map(({ trials }) => wholeNumber(trials))] }
}

/** Means of some of the ticks, one a part. */
function row({ whole, parts }: TickFigures, { name, has }: Kind): Row {
  const means = [whole, ...parts].map(({ spent }) => ticksOf(spent.filter(has)))
  return { cells: [name, ...means.map((ticks) => (ticks > 0 ? wholeNumber(ticks) : NOTHING))] }
}
