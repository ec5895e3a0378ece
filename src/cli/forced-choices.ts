import { InvalidArgumentError } from 'commander'
import type { ForcedChoice } from '#selector/selectors/override'

const FORM = 'Forced choices look like 3=2 or 3=mine({log:1}, null), with commas between them.'

/** Forced choices as `3=2,5=1`, beside those that were given before. */
export function forcedChoices(text: string, before: readonly ForcedChoice[] = []): ForcedChoice[] {
  // A goal may have commas of its own.
  const choices = [...before, ...text.split(/,\s*(?=\d+=)/).map(forcedChoice)]
  const decisions = choices.map(({ decision }) => decision)
  if (new Set(decisions).size < decisions.length)
    throw new InvalidArgumentError('A decision can be forced once.')
  return choices
}

function forcedChoice(text: string): ForcedChoice {
  const [, decision = '', wanted = ''] = /^\s*([1-9]\d{0,8})=(.+)$/s.exec(text) ?? []
  const candidate = wanted.trim()
  const isPlace = /^\d+$/.test(candidate)
  if (decision === '' || candidate === '' || (isPlace && !/^[1-9]\d{0,8}$/.test(candidate)))
    throw new InvalidArgumentError(FORM)
  return { decision: Number(decision), candidate: isPlace ? Number(candidate) : candidate }
}
