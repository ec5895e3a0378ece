import { isInfrastructure, type TrialResult } from '#trial/result'

export const EXIT = {
  obtained: 0,
  notObtained: 1,
  usage: 2,
  infrastructure: 3,
  inUse: 4,
  notForced: 5,
} as const

/** The exit code that says how a trial went. */
export function exitCodeOf({ success, end }: TrialResult): number {
  if (end === 'forced-choice-missing') return EXIT.notForced
  if (success) return EXIT.obtained
  return isInfrastructure(end) ? EXIT.infrastructure : EXIT.notObtained
}
