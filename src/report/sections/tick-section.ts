import { skillTitle } from '#events/titles'
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
  'dig-pause': 'pausing between digs',
  walk: 'walking',
  window: 'using a window',
  use: 'using items',
  look: 'looking',
  wait: 'waiting',
}

/** Skills and activities with a smaller share of all ticks share one row. */
const MIN_SHARE = 0.002

/** How trials spent their ticks, from milestone to milestone; null for the text world. */
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
      'Every tick counts for one activity of the agent, and for the innermost skill that was running. “Pausing between digs” is the cooldown of the vanilla client after a dig. “Using items” includes the cooldown of the right mouse button. “Looking” means that the agent only turned its head.',
      'Each column covers the ticks up to a milestone from the preceding one, as the mean over the trials that reached it.',
      ...figures
        .filter((one) => !recorded.includes(one))
        .map(({ label }) => `${label}: the logs do not record activities.`),
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
    title: 'Ticks by activity',
    caption: 'Mean over whole trials.',
    measure: 'ticks per trial',
    rows: activityKinds
      .map(({ name }) => name)
      .filter((name) => bars.some(({ row, value }) => row === name && value > 0)),
    labels: figures.map(({ label }) => label),
    bars,
  })
}

/** A named class of ticks. */
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
    caption: `Ticks by activity: ${figures.label}`,
    columns: columnsOf(figures, 'activity'),
    rows: [
      trialsRow(figures),
      ...rows.filter(({ cells }) => cells.slice(1).some((cell) => cell !== NOTHING)),
      { ...row(figures, ALL), strong: true },
    ],
  }
}

function skillTable(figures: TickFigures): Table {
  const { spent } = figures.whole
  const least = MIN_SHARE * ticksOf(spent)
  const skills = [...Map.groupBy(spent, ({ skill }) => skill)]
    .map(([skill, its]) => ({ skill, its, ticks: ticksOf(its) }))
    .sort((a, b) => b.ticks - a.ticks)
  const frequent = skills.filter(({ ticks }) => ticks >= least)
  const shown = new Set(frequent.map(({ skill }) => skill))
  const others: Kind = { name: 'all others', has: ({ skill }) => !shown.has(skill) }
  return {
    caption: `Ticks by skill: ${figures.label}`,
    folded: true,
    columns: columnsOf(figures, 'skill'),
    rows: [
      trialsRow(figures),
      ...frequent.flatMap(({ skill, its }) =>
        skillRows(
          figures,
          skill,
          its.filter(({ ticks }) => ticks >= least),
        ),
      ),
      ...(skills.length > frequent.length ? [row(figures, others)] : []),
      { ...row(figures, ALL), strong: true },
    ],
  }
}

/** A skill, followed by its activities. */
function skillRows(figures: TickFigures, skill: string | null, its: readonly Spending[]): Row[] {
  const name = skill === null ? 'between skills' : skillTitle(skill)
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

/** The mean ticks of a class, one cell per part. */
function row({ whole, parts }: TickFigures, { name, has }: Kind): Row {
  const means = [whole, ...parts].map(({ spent }) => ticksOf(spent.filter(has)))
  return { cells: [name, ...means.map((ticks) => (ticks > 0 ? wholeNumber(ticks) : NOTHING))] }
}
