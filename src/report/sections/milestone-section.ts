import { median } from '#trial/statistics'
import {
  isDiamondOnly,
  type MilestoneFigures,
  milestoneFigures,
  milestoneTrials,
} from '../milestone-figures.ts'
import { rate, whole } from '../numbers.ts'
import { milestoneCurve, wordsOf } from '../plots/milestone-curve.ts'
import { obtainedPlot } from '../plots/obtained-plot.ts'
import { timePlot } from '../plots/time-plot.ts'
import type { Section } from '../section.ts'
import type { Column, Table } from '../table.ts'
import type { TrialSet } from '../trial-set.ts'

/** Which milestones were reached, and when. */
export function milestoneSection(sets: readonly TrialSet[]): Section {
  const diamondOnly = isDiamondOnly(sets)
  const figures = milestoneFigures(sets)
  const counted = sets.map((set) => ({
    label: set.label,
    trials: milestoneTrials(set, diamondOnly),
  }))
  const isMixed = sets.some(
    ({ trials }) => new Set(trials.map(({ result }) => result.task)).size > 1,
  )
  return {
    id: 'milestones',
    title: 'Milestones',
    text: [
      'The agent reaches a milestone when it first holds an item on the way to a diamond.',
      ...(isMixed && diamondOnly ? ['Only trials of ObtainDiamond are counted here.'] : []),
      ...(isMixed && !diamondOnly
        ? ['All tasks are counted together here; most of them do not need the later milestones.']
        : []),
      ...(sets.some(({ trials }) => trials.some(({ result }) => result.world.kind === 'text'))
        ? [
            'In the text world, a tick is one item mined, crafted or smelted, or one failed attempt.',
          ]
        : []),
    ],
    plots: [
      milestoneCurve(
        figures,
        'Share of trials that reached each milestone, with 95 % confidence intervals, as in the DEPS paper’s Figure 9 (which prints no values).',
      ),
      obtainedPlot(counted),
      ...(figures.some(({ milestones }) => milestones.some(({ ticks }) => ticks.length > 0))
        ? [timePlot(figures)]
        : []),
    ],
    tables: [milestoneTable(figures)],
  }
}

function milestoneTable(figures: readonly MilestoneFigures[]): Table {
  const names = figures[0]?.milestones.map(({ name }) => name) ?? []
  return {
    caption: 'Milestones',
    columns: [
      { heading: 'milestone', kind: 'text' },
      ...figures.flatMap(({ label }) =>
        ['reached', 'share (95 %)', 'median tick'].map(
          (heading): Column => ({ heading, over: label, kind: 'number' }),
        ),
      ),
    ],
    rows: names.map((name, index) => ({
      cells: [
        wordsOf(name),
        ...figures.flatMap(({ milestones, trials }) => {
          const { ticks, share, interval } = milestones[index] ?? {
            ticks: [],
            share: 0,
            interval: [0, 1] as const,
          }
          return [
            `${whole(ticks.length)} of ${whole(trials)}`,
            rate(share, interval),
            whole(median(ticks)),
          ]
        }),
      ],
    })),
  }
}
