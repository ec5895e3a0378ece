import { InvalidArgumentError } from 'commander'

/** Parses a whole number from 0 to 2^53 - 1. */
export function wholeNumber(text: string): number {
  return numberFrom(0, text)
}

/** Parses a whole number from 1 to 2^53 - 1. */
export function count(text: string): number {
  return numberFrom(1, text)
}

function numberFrom(min: number, text: string): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < min)
    throw new InvalidArgumentError(
      `It must be a whole number from ${min} to ${Number.MAX_SAFE_INTEGER}.`,
    )
  return value
}
