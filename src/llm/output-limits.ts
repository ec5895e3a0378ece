/**
 * Longest answers by the purpose of a call (tokens), without thoughts. A plan for a diamond has 25 lines of 45 tokens. A
 * model that loops costs no more than this.
 */
const OUTPUT_TOKENS: ReadonlyMap<string, number> = new Map([
  ['plan', 2048],
  ['program', 2048],
  ['refine', 2048],
  ['thread', 1024],
  ['act', 512],
  ['explain', 512],
  ['reflect', 512],
  ['ask', 512],
  ['start-from', 256],
])
/** JSON takes more tokens than the goal language. */
const STRUCTURED_FACTOR = 2

/** The limit of an answer for a purpose; Infinity for an unknown purpose. */
export function outputLimit(purpose: string, isStructured: boolean): number {
  const limit = OUTPUT_TOKENS.get(purpose) ?? Number.POSITIVE_INFINITY
  return isStructured ? limit * STRUCTURED_FACTOR : limit
}
