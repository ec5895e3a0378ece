import { skillTitle } from '#events/titles'
import { countInLogs, missingLogs } from '../logs.ts'
import { barPlot } from '../plots/bar-plot.ts'
import type { Section } from '../section.ts'
import { tally, tallyBars, tallyTable } from '../tally.ts'
import type { TrialSet } from '../trial-set.ts'

/** Failures by kind, and by skill and kind; null without failures. */
export function failureSection(sets: readonly TrialSet[]): Section | null {
  const kinds = tally(
    countInLogs(sets, ({ failures }) => failures.map(({ kind }) => skillTitle(kind))),
  )
  if (kinds.names.length === 0) return null
  const bySkill = tally(
    countInLogs(sets, ({ failures }) =>
      failures.map(({ skill, kind }) => `${skillTitle(skill)}: ${skillTitle(kind)}`),
    ),
  )
  return {
    id: 'failures',
    title: 'Failures of skills',
    text: [
      'Every failed skill reports one of these kinds. A failure does not end the trial: the agent can replan or retry. Skills that the end of a trial interrupted are not counted.',
      ...missingLogs(sets),
    ],
    plots: [
      barPlot({
        title: 'Failures by kind',
        caption: 'Mean number of failures per trial.',
        measure: 'per trial',
        rows: kinds.names,
        labels: sets.map(({ label }) => label),
        bars: tallyBars(kinds),
      }),
    ],
    tables: [
      tallyTable(kinds, 'Failures by kind', 'kind'),
      tallyTable(bySkill, 'Failures by skill and kind', 'skill: kind'),
    ],
  }
}
