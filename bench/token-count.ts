/**
 * Counts the tokens of long texts and prints the time of each: runs of one letter must not take quadratic time.
 *
 *     npx node bench/token-count.ts
 */
import { tableLines } from '#cli/table'
import { countTokens } from '#llm/tokens'

/** Longest acceptable count (ms). */
const MAX_MS = 5000

const TEXTS: readonly (readonly [name: string, text: string])[] = [
  ['one letter', 'a'.repeat(300_000)],
  ['words', 'mine some more logs '.repeat(15_000)],
]

const rows = TEXTS.map(([name, text]) => {
  const start = performance.now()
  const tokens = countTokens(text)
  const ms = performance.now() - start
  if (ms > MAX_MS) process.exitCode = 1
  return [name, String(tokens), `${ms.toFixed(0)} ms`]
})
for (const line of tableLines([['text', 'tokens', 'time'], ...rows])) console.log(line)
