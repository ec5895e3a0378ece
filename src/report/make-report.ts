import { summarize } from '#trial/summary'
import { UsageError } from '#trial/usage-error'
import { plainText } from '#wire/plain-text'
import { tableLines } from './markdown.ts'
import { modelUse } from './model-use.ts'
import { MAX_SETS } from './plots/series.ts'
import { publishedFor } from './published.ts'
import { reportOn } from './report.ts'
import { successTable } from './sections/success-table.ts'
import { setupsOf } from './setups.ts'
import { successRows } from './success.ts'
import { tickFigures } from './tick-figures.ts'
import { readTrialSet, type TrialSet } from './trial-set.ts'
import { type ReportFiles, reportFiles, writeReport } from './write-report.ts'

/** Longest name of a set (characters). */
const MAX_LABEL = 40

/** A folder with trials and what it is to be called. */
export interface LabelledFolder {
  readonly label: string
  readonly folder: string
}

interface MadeReport {
  readonly files: ReportFiles
  /** The table of success, in Markdown. */
  readonly text: readonly string[]
  /** What was skipped, and why, one line each. */
  readonly leftOut: readonly string[]
  /** The figures, for other programs. */
  readonly json: unknown
}

/**
 * Reads trials and writes a report on them.
 * @param out Where to; the first folder when it is not given.
 * @throws UsageError when a folder has no trials, two are called the same, or the report cannot be
 *   written.
 */
export async function makeReport(
  folders: readonly LabelledFolder[],
  out: string | undefined,
): Promise<MadeReport> {
  const [first] = folders
  if (!first || folders.length > MAX_SETS)
    throw new UsageError(`give 1 to ${MAX_SETS} folders; more cannot be told apart`)
  const named = folders.map(({ label, folder }) => ({
    label: plainText(label, MAX_LABEL) || 'trials',
    folder,
  }))
  const twice = named.find(({ label }, index) =>
    named.some((one, i) => i < index && one.label === label),
  )
  if (twice)
    throw new UsageError(
      `two folders are called "${twice.label}"; give each a label of its own, such as first=${first.folder}`,
    )
  const sets = named.map(({ label, folder }) => readTrialSet(label, folder))
  const files = reportFiles(out ?? first.folder)
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
    measuredElsewhere: publishedFor(sets.flatMap(({ trials }) => trials)),
  }
}
