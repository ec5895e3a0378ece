import { countInLogs, missingLogs } from '../logs.ts'
import { barPlot } from '../plots/bar-plot.ts'
import type { Section } from '../section.ts'
import { tally, tallyBars, tallyTable } from '../tally.ts'
import type { TrialSet } from '../trial-set.ts'

/** Number of causes with their own row. */
const MAX_CAUSES = 15

/** Deaths by cause; null without deaths. */
export function deathSection(sets: readonly TrialSet[]): Section | null {
  if (sets.every(({ trials }) => trials.every(({ result }) => result.deaths === 0))) return null
  const causes = tally(
    countInLogs(sets, ({ deaths }) => deaths),
    MAX_CAUSES,
  )
  const deadly = sets.map(({ label, trials }) => {
    const died = trials.filter(({ result }) => result.deaths > 0)
    const obtained = died.filter(({ result }) => result.success).length
    return `${label}: the agent died in ${died.length} of ${trials.length} trials, and still obtained the target in ${obtained} of those.`
  })
  return {
    id: 'deaths',
    title: 'Deaths',
    text: [
      ...deadly,
      'The cause comes from the server’s death message. Without a message, it is the last danger that the agent noticed.',
      ...missingLogs(sets),
    ],
    plots: [
      barPlot({
        title: 'Deaths by cause',
        caption: 'Mean number of deaths per trial.',
        measure: 'per trial',
        rows: causes.names,
        labels: sets.map(({ label }) => label),
        bars: tallyBars(causes),
      }),
    ],
    tables: [tallyTable(causes, 'Deaths by cause', 'cause')],
  }
}
