import type { Counted } from './tally.ts'
import type { TrialRecord } from './trial-record.ts'
import type { TrialSet } from './trial-set.ts'

/** The logs of a set that could be read. */
export function logsOf({ trials }: TrialSet): TrialRecord[] {
  return trials.flatMap(({ record }) => record ?? [])
}

/** Counts something in the logs of each set. */
export function countInLogs(
  sets: readonly TrialSet[],
  thingsIn: (log: TrialRecord) => readonly string[],
): Counted[] {
  return sets.map((set) => {
    const logs = logsOf(set)
    return { label: set.label, trials: logs.length, things: logs.flatMap(thingsIn) }
  })
}

/** What to say of trials whose log is missing. */
export function missingLogs(sets: readonly TrialSet[]): string[] {
  return sets.flatMap((set) => {
    const missing = set.trials.length - logsOf(set).length
    return missing > 0
      ? [`${set.label}: ${missing} of ${set.trials.length} trials have no log to count in.`]
      : []
  })
}
