import { countInLogs, missingLogs } from '../logs.ts'
import { barPlot } from '../plots/bar-plot.ts'
import type { Section } from '../section.ts'
import { tally, tallyBars, tallyTable } from '../tally.ts'
import type { TrialSet } from '../trial-set.ts'

/** Failures of skills by kind, and by skill and kind; null when there were none. */
export function failureSection(sets: readonly TrialSet[]): Section | null {
  const kinds = tally(countInLogs(sets, ({ failures }) => failures.map(({ kind }) => kind)))
  if (kinds.names.length === 0) return null
  const bySkill = tally(
    countInLogs(sets, ({ failures }) => failures.map(({ skill, kind }) => `${skill}: ${kind}`)),
  )
  return {
    id: 'failures',
    title: 'Failures of skills',
    text: [
      'A skill that fails says why, in one of these kinds. That is no lost trial: a new plan, or another try, may make it good. What the end of a trial cut off is no failure.',
      ...missingLogs(sets),
    ],
    plots: [
      barPlot({
        title: 'Failures by kind',
        caption: 'Mean number in a trial.',
        measure: 'a trial',
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
