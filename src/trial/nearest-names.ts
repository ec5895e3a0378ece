const SUGGESTIONS = 3

/** The known names that share most pairs of letters with a mistyped one, best first. */
export function nearestNames(name: string, known: readonly string[]): string[] {
  return [...known].sort((a, b) => likeness(name, b) - likeness(name, a)).slice(0, SUGGESTIONS)
}

/** Dice's coefficient of two names' pairs of letters: 0 for nothing in common, 1 for the same. */
function likeness(a: string, b: string): number {
  const inA = pairs(a)
  const inB = pairs(b)
  const shared = [...inA].filter((pair) => inB.has(pair))
  return (2 * shared.length) / (inA.size + inB.size || 1)
}

function pairs(name: string): Set<string> {
  return new Set(Array.from({ length: name.length - 1 }, (_, i) => name.slice(i, i + 2)))
}
