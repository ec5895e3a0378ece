/** What a server says of the size that it takes (tokens); null for what it does not say. */
export interface SizeLimits {
  /** Of prompt and answer together. */
  readonly window: number | null
  /** Of an answer that may be asked for. */
  readonly output: number | null
}

/** What servers say when prompt and answer pass the window, or the answer asked for passes what the model gives. */
const TOO_LARGE =
  /context.{0,12}(?:length|window|size|limit)|(?:prompt|input|request|message)s? (?:is |are )?too (?:long|large)|max(?:_completion)?_tokens.{0,60}too (?:large|high)|too large for model|reduce the length|input token count|max_tokens: \d+ > \d+|when context the overflows/i

const OUTPUT = [/at most (\d+) (?:completion|output) tokens/i, /max_tokens: \d+ > (\d+)/i]
const WINDOW = [
  /context[ _](?:length|window|size|limit)[^.\d>]{0,40}?(\d+)(?![\d ]*\+)/i,
  /(\d+) maximum context/i,
  /context limit: [\d+ ]+ > (\d+)/i,
  /> (\d+) maximum/i,
  /tokens allowed \((\d+)\)/i,
]

/** What a refusal says of size limits; null when it is about something else. */
export function sizeLimitsIn(message: string, code: string | null): SizeLimits | null {
  if (!TOO_LARGE.test(`${code ?? ''} ${message}`.replaceAll('context_length', 'context length')))
    return null
  return { window: firstNumber(WINDOW, message), output: firstNumber(OUTPUT, message) }
}

function firstNumber(patterns: readonly RegExp[], text: string): number | null {
  for (const pattern of patterns) {
    const number = Number(pattern.exec(text)?.[1] ?? 0)
    if (number > 0) return number
  }
  return null
}
