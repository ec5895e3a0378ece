import { countInLogs, missingLogs } from '../logs.ts'
import { barPlot } from '../plots/bar-plot.ts'
import type { Section } from '../section.ts'
import { tally, tallyBars, tallyTable } from '../tally.ts'
import type { TrialSet } from '../trial-set.ts'

/** Causes that have a row of their own. */
const MOST_CAUSES = 15

/** Deaths by cause; null when nobody died, or no world has deaths. */
export function deathSection(sets: readonly TrialSet[]): Section | null {
  if (sets.every(({ trials }) => trials.every(({ result }) => result.deaths === 0))) return null
  const causes = tally(
    countInLogs(sets, ({ deaths }) => deaths),
    MOST_CAUSES,
  )
  const deadly = sets.map(({ label, trials }) => {
    const died = trials.filter(({ result }) => result.deaths > 0)
    const obtained = died.filter(({ result }) => result.success).length
    return `${label}: the agent died in ${died.length} of ${trials.length} trials, and obtained the target all the same in ${obtained} of them.`
  })
  return {
    id: 'deaths',
    title: 'Deaths',
    text: [
      ...deadly,
      'The cause is what the server said or, where it says nothing, what the agent noticed last.',
      ...missingLogs(sets),
    ],
    plots: [
      barPlot({
        title: 'Deaths by cause',
        caption: 'Mean number in a trial.',
        measure: 'a trial',
        rows: causes.names,
        labels: sets.map(({ label }) => label),
        bars: tallyBars(causes),
      }),
    ],
    tables: [tallyTable(causes, 'Deaths by cause', 'cause')],
  }
}
