import type { ReportedTrial } from '../trial-set.ts'
import { frame } from './frame.ts'
import type { Plot } from './plot.ts'
import { legendOf, seriesScales } from './series.ts'
import { SHARE_ROOM, SHARE_SCALE, shareAxis } from './share-axis.ts'

const HEIGHT = 240

interface LabelledTrials {
  readonly label: string
  readonly trials: readonly ReportedTrial[]
}

/** Share of all trials that had obtained their target by each tick (an empirical distribution function). */
export function obtainedPlot(sets: readonly LabelledTrials[]): Plot {
  const labels = sets.map(({ label }) => label)
  const end = Math.max(
    ...sets.flatMap(({ trials }) => trials.map(({ result }) => longestOf(result.ticks))),
  )
  const values = sets.flatMap(({ label, trials }) => steps(label, trials, end))
  const scales = seriesScales(labels)
  return {
    title: 'Share of trials that had obtained their target, by tick',
    caption:
      'The share of all trials, including those that never obtained their target. If a line still rises at its end, a higher tick limit would have helped.',
    legend: legendOf(labels),
    spec: (width) => ({
      ...frame(width, SHARE_ROOM),
      height: HEIGHT,
      data: { values },
      mark: { type: 'line', interpolate: 'step-after', strokeWidth: 2 },
      encoding: {
        x: {
          field: 'tick',
          type: 'quantitative',
          scale: { domain: [0, end], nice: false },
          axis: {
            title: 'game ticks (20 per second)',
            tickCount: width / 90,
            grid: false,
          },
        },
        y: {
          field: 'share',
          type: 'quantitative',
          scale: SHARE_SCALE,
          axis: shareAxis(),
        },
        color: { field: 'label', type: 'nominal', scale: scales.colour, legend: null },
      },
    }),
  }
}

/** The axis needs a positive length, even if a trial ended at once. */
function longestOf(ticks: number): number {
  return Math.max(1, ticks)
}

function steps(label: string, trials: readonly ReportedTrial[], end: number) {
  const ticks = trials
    .flatMap(({ result }) => (result.success ? [result.ticks] : []))
    .sort((a, b) => a - b)
  const rises = ticks.map((tick, index) => ({ label, tick, share: (index + 1) / trials.length }))
  return [
    { label, tick: 0, share: 0 },
    ...rises,
    { label, tick: end, share: ticks.length / trials.length },
  ]
}
