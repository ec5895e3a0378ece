import { type FoundSamples, samplesIn } from '#trial/sample-folders'
import { UsageError } from '#trial/usage-error'
import { plainText } from '#wire/plain-text'

/** Longest line on what was left out (characters). */
const LINE_LENGTH = 300

/** The samples in folders of trials; says what was left out. @throws UsageError when there are none. */
export function foundSamples(folders: readonly string[]): FoundSamples {
  const found = samplesIn(folders)
  reportLeftOut(found.leftOut)
  if (found.samples.length === 0)
    throw new UsageError(`there is no sample in ${folders.join(', ')}`)
  return found
}

/** Says which trials gave no sample, a line each. */
export function reportLeftOut(leftOut: readonly string[]): void {
  for (const line of leftOut) console.error(`left out: ${plainText(line, LINE_LENGTH)}`)
}

/** How much there is to learn from. */
export function countsOf({ samples, trials, leftOut }: FoundSamples) {
  const censored = samples.filter(({ isCensored }) => isCensored).length
  return { trials, samples: samples.length, censored, leftOut }
}

export function foundText(found: FoundSamples): string {
  const { trials, samples, censored } = countsOf(found)
  return `${samples} samples of ${trials} trials, ${censored} of them of goals that were not reached`
}
