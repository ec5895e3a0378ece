/** The size limits that a server reports (tokens); null for an unreported limit. */
export interface SizeLimits {
  /** Limit of prompt and answer together. */
  readonly window: number | null
  /** Limit of the answer. */
  readonly output: number | null
}

/** Error messages of servers when the prompt or the requested answer is too large. */
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

/**
 * The size limits in a refusal; null when the refusal is about something else.
 * @param code the server's name for the error; null for none.
 * @param window the window, if the server names it in a separate field.
 */
export function sizeLimitsIn(
  message: string,
  code: string | null,
  window: number | null = null,
): SizeLimits | null {
  const text = `${code ?? ''} ${message}`.replace(/context_(length|size)/g, 'context $1')
  if (!TOO_LARGE.test(text)) return null
  return { window: window ?? firstNumber(WINDOW, message), output: firstNumber(OUTPUT, message) }
}

function firstNumber(patterns: readonly RegExp[], text: string): number | null {
  for (const pattern of patterns) {
    const number = Number(pattern.exec(text)?.[1] ?? 0)
    if (number > 0) return number
  }
  return null
}
