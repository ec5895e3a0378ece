import { summarize } from '#trial/summary'
import { tableLines } from './markdown.ts'
import { modelUse } from './model-use.ts'
import { publishedFor } from './published.ts'
import { reportOn } from './report.ts'
import { successTable } from './sections/success-table.ts'
import { setupsOf } from './setups.ts'
import { successRows } from './success.ts'
import { tickFigures } from './tick-figures.ts'
import type { TrialSet } from './trial-set.ts'
import { type ReportFiles, reportFiles, writeReport } from './write-report.ts'

interface WrittenReport {
  readonly files: ReportFiles
  /** The success table, in Markdown. */
  readonly text: readonly string[]
  /** What is excluded, and why, one line each. */
  readonly leftOut: readonly string[]
  /** The figures, for other programs. */
  readonly json: unknown
}

/**
 * Writes a report on sets of trials.
 * @param out The report's folder or `.html` file; the folder of the first set by default.
 * @throws UsageError when the report cannot be written.
 */
export async function makeReport(
  sets: readonly TrialSet[],
  out: string | undefined,
): Promise<WrittenReport> {
  const files = reportFiles(out ?? sets[0]?.folder ?? '.')
  await writeReport(reportOn(sets), files)
  const leftOut = sets.flatMap(({ label, leftOut }) =>
    leftOut.map(({ name, why }) => `${label}: ${name} ${why}`),
  )
  return { files, text: tableLines(successTable(sets)), leftOut, json: figuresOf(sets, files) }
}

function figuresOf(sets: readonly TrialSet[], files: ReportFiles): unknown {
  const ticks = tickFigures(sets)
  return {
    files,
    sets: sets.map((set) => ({
      label: set.label,
      folder: set.folder,
      settings: setupsOf(set).map(({ facts, trials }) => ({ ...facts, trials: trials.length })),
      summary: summarize(
        'all',
        set.trials.map(({ result }) => result),
      ),
      rows: successRows([set]).map(({ kind, name, group, cells }) => ({
        kind,
        name,
        group,
        ...cells[0],
      })),
      ticks: ticks.find(({ label }) => label === set.label) ?? null,
      model: modelUse(set),
      leftOut: set.leftOut,
    })),
    published: publishedFor(sets.flatMap(({ trials }) => trials)),
  }
}
