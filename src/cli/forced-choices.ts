import { InvalidArgumentError } from 'commander'
import type { ChoiceOverride } from '#selector/selectors/override'

const FORM = 'Choices look like 3=2 or 3=mine({log:1}, null), separated by commas.'

/** Parses choices such as `3=2,5=1` and adds them to those of earlier options. */
export function forcedChoices(
  text: string,
  before: readonly ChoiceOverride[] = [],
): ChoiceOverride[] {
  // A goal may contain commas.
  const choices = [...before, ...text.split(/,\s*(?=\d+=)/).map(forcedChoice)]
  const decisions = choices.map(({ decision }) => decision)
  if (new Set(decisions).size < decisions.length)
    throw new InvalidArgumentError('A decision can be overridden once.')
  return choices
}

function forcedChoice(text: string): ChoiceOverride {
  const [, decision = '', wanted = ''] = /^\s*([1-9]\d{0,8})=(.+)$/s.exec(text) ?? []
  const candidate = wanted.trim()
  const isPlace = /^\d+$/.test(candidate)
  if (decision === '' || candidate === '' || (isPlace && !/^[1-9]\d{0,8}$/.test(candidate)))
    throw new InvalidArgumentError(FORM)
  return { decision: Number(decision), candidate: isPlace ? Number(candidate) : candidate }
}
