import { InvalidArgumentError } from 'commander'

/** A whole number from 0 on, below 2^53. */
export function wholeNumber(text: string): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value))
    throw new InvalidArgumentError('It must be a whole number.')
  return value
}

/** A whole number from 1 on. */
export function count(text: string): number {
  const value = wholeNumber(text)
  if (value < 1) throw new InvalidArgumentError('It must be at least 1.')
  return value
}
