import { UsageError } from '#trial/errors'
import { plainText } from '#wire/plain-text'
import { MAX_SETS } from './plots/series.ts'
import { readTrialSet, type TrialSet } from './trial-set.ts'

/** Greatest length of a set's name (characters). */
const MAX_LABEL = 40

/** A folder with trials, and its label in the report. */
export interface LabelledFolder {
  readonly label: string
  readonly folder: string
}

/**
 * Reads the trials of a report; at least one folder.
 * @throws UsageError when a folder has no trials, or two labels are equal.
 */
export function readSets(folders: readonly LabelledFolder[]): TrialSet[] {
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
  return named.map(({ label, folder }) => readTrialSet(label, folder))
}
