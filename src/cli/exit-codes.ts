import { isInfrastructure, type TrialResult } from '#trial/result'

export const EXIT = {
  success: 0,
  notObtained: 1,
  usage: 2,
  infrastructure: 3,
  inUse: 4,
  choiceMissing: 5,
} as const

/** What each exit code means, for the reference. */
export const EXIT_MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  success: 'success; for trials, every target was obtained',
  notObtained: 'a target was not obtained, or some trials did not finish',
  usage: 'wrong command line; the message says what to change',
  infrastructure: 'a server, a language model, the disk or Delver itself failed',
  inUse: 'another campaign uses the folder',
  choiceMissing: '`--override-choice` names a choice that this history does not have',
}

/** The exit code for the outcome of a trial. */
export function exitCodeOf({ success, end }: TrialResult): number {
  if (end === 'forced-choice-missing') return EXIT.choiceMissing
  if (success) return EXIT.success
  return isInfrastructure(end) ? EXIT.infrastructure : EXIT.notObtained
}
