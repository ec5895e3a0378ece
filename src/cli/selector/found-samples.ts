import { UsageError } from '#trial/errors'
import { type FoundSamples, samplesIn } from '#trial/sample-folders'
import { plainText } from '#wire/plain-text'
import { counted } from '#wire/wording'

/** Longest note on a skipped trial (characters). */
const LINE_LENGTH = 300

/** The samples in folders of trials; prints a note on each skipped trial. @throws UsageError when there are none. */
export function foundSamples(folders: readonly string[]): FoundSamples {
  const found = samplesIn(folders)
  reportLeftOut(found.leftOut)
  if (found.samples.length === 0) throw new UsageError(`no samples in ${folders.join(', ')}`)
  return found
}

/** Prints the trials without samples, a line each. */
export function reportLeftOut(leftOut: readonly string[]): void {
  for (const line of leftOut) console.error(`skipped: ${plainText(line, LINE_LENGTH)}`)
}

/** Numbers of trials and samples. */
export function countsOf({ samples, trials, leftOut }: FoundSamples) {
  const censored = samples.filter(({ isCensored }) => isCensored).length
  return { trials, samples: samples.length, censored, leftOut }
}

export function foundText(found: FoundSamples): string {
  const { trials, samples, censored } = countsOf(found)
  return `${counted(samples, 'sample')} from ${counted(trials, 'trial')}, ${censored} of them censored (goal not reached)`
}
