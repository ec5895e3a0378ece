import { InvalidArgumentError } from 'commander'

const MAX_SEEDS = 100_000

/** Parses seeds such as `1-30,40`: in the given order, each once. */
export function parseSeeds(text: string): number[] {
  const seeds = new Set<number>()
  for (const part of text.split(',')) {
    const [, first, last = first] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(part.trim()) ?? []
    if (first === undefined || Number(last) < Number(first))
      throw new InvalidArgumentError('Seeds look like 1-30 or 1-5,40.')
    if (Number(last) - Number(first) >= MAX_SEEDS)
      throw new InvalidArgumentError(`At most ${MAX_SEEDS} seeds are allowed.`)
    for (let seed = Number(first); seed <= Number(last); seed++) seeds.add(seed)
  }
  return [...seeds]
}
