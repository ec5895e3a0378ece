import * as models from 'gpt-tokenizer/models'

/** Of a model that we know nothing of: small enough for most local servers' own settings (tokens). */
const UNKNOWN_WINDOW = 16_384

/** Tokens of prompt and answer together that a model can take, from gpt-tokenizer's table of models. */
export function contextWindow(model: string): number {
  const known = Object.entries(models).find(([name]) => name === model)?.[1]
  return known && 'context_window' in known ? known.context_window : UNKNOWN_WINDOW
}
