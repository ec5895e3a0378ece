import { UsageError } from '#trial/errors'
import { summarize } from '#trial/summary'
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

/** Greatest length of a set's name (characters). */
const MAX_LABEL = 40

/** A folder with trials, and its label in the report. */
export interface LabelledFolder {
  readonly label: string
  readonly folder: string
}

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
 * Reads trials and writes a report on them.
 * @param out The report's folder or `.html` file; the first of `folders` by default.
 * @throws UsageError when a folder has no trials, two labels are equal, or the report cannot be written.
 */
export async function makeReport(
  folders: readonly LabelledFolder[],
  out: string | undefined,
): Promise<WrittenReport> {
  const [first] = folders
  if (!first || folders.length > MAX_SETS)
    throw new UsageError(`give 1 to ${MAX_SETS} folders; more could not be distinguished in plots`)
  const named = folders.map(({ label, folder }) => ({
    label: plainText(label, MAX_LABEL) || 'trials',
    folder,
  }))
  const duplicate = named.find(({ label }, index) =>
    named.some((one, i) => i < index && one.label === label),
  )
  if (duplicate)
    throw new UsageError(
      `two folders are labelled "${duplicate.label}"; give each its own label, such as first=${first.folder}`,
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
    published: publishedFor(sets.flatMap(({ trials }) => trials)),
  }
}
