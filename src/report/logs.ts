import { counted } from '#wire/wording'
import type { Counted } from './tally.ts'
import type { TrialRecord } from './trial-record.ts'
import type { TrialSet } from './trial-set.ts'

/** The readable logs of a set. */
export function logsOf({ trials }: TrialSet): TrialRecord[] {
  return trials.flatMap(({ record }) => record ?? [])
}

/** Lists things found in the logs of each set, for counting. */
export function countInLogs(
  sets: readonly TrialSet[],
  thingsIn: (log: TrialRecord) => readonly string[],
): Counted[] {
  return sets.map((set) => {
    const logs = logsOf(set)
    return { label: set.label, trials: logs.length, things: logs.flatMap(thingsIn) }
  })
}

/** A sentence for each set with missing logs. */
export function missingLogs(sets: readonly TrialSet[]): string[] {
  return sets.flatMap((set) => {
    const missing = set.trials.length - logsOf(set).length
    return missing > 0
      ? [
          `${set.label}: the logs of ${missing} of ${counted(set.trials.length, 'trial')} cannot be read. This section leaves them out.`,
        ]
      : []
  })
}
