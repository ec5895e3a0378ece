import { END_TITLES, taskTitle } from '#events/titles'
import { plainText } from '#wire/plain-text'
import { whole } from '../numbers.ts'
import { wordsOf } from '../plots/milestone-curve.ts'
import type { Section } from '../section.ts'
import { setupsOf } from '../setups.ts'
import { NOTHING, type Row } from '../table.ts'
import type { ReportedTrial, TrialSet } from '../trial-set.ts'

/** A table of all trials. */
export function trialsSection(sets: readonly TrialSet[]): Section {
  return {
    id: 'trials',
    title: 'Trials',
    text: [],
    plots: [],
    tables: [
      {
        caption: 'All trials',
        folded: true,
        columns: [
          { heading: 'set', kind: 'text' },
          { heading: 'task', kind: 'text' },
          { heading: 'seed', kind: 'number' },
          { heading: 'obtained', kind: 'text' },
          { heading: 'end', kind: 'text' },
          { heading: 'ticks', kind: 'number' },
          { heading: 'limit', kind: 'number' },
          { heading: 'deaths', kind: 'number' },
          { heading: 'last milestone', kind: 'text' },
          { heading: 'detail', kind: 'text' },
        ],
        rows: sets.flatMap((set) =>
          setupsOf(set).flatMap(({ label, trials }) => trials.map((trial) => row(label, trial))),
        ),
      },
    ],
  }
}

function row(label: string, { result }: ReportedTrial): Row {
  const last = result.milestones.at(-1)
  return {
    cells: [
      label,
      plainText(taskTitle(result.task)),
      String(result.seed),
      result.success ? 'yes' : 'no',
      END_TITLES[result.end],
      whole(result.ticks),
      whole(result.settings.maxTicks),
      whole(result.deaths),
      last ? plainText(wordsOf(last.name)) : NOTHING,
      plainText(result.detail) || NOTHING,
    ],
  }
}
