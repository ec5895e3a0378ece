import type { Usage } from './model.ts'
import tables from './prices.json' with { type: 'json' }

/** Price in dollars per million tokens. */
export interface Price {
  readonly input: number
  /** Of input tokens that the server reads from its cache; by default, that of other input. */
  readonly cached?: number | undefined
  /** Of input tokens that the server writes to its cache; by default, that of other input. */
  readonly cacheWrite?: number | undefined
  readonly output: number
  /** Source and date of the figures. */
  readonly source: string
}

/** A dated model such as gpt-4.1-2025-04-14 or claude-sonnet-4-5-20250929 has the price of its plain name. */
const DATE = /-(?:\d{4}-\d{2}-\d{2}|\d{8})$/

/**
 * The list price of a model; null when it is unknown. A price without one for cached input counts that as other input.
 * @param baseUrl the server's address: several services sell models of the same name, each at its own price.
 */
export function listPrice(model: string, baseUrl = ''): Price | null {
  const server = URL.parse(baseUrl)?.hostname
  for (const { source, asOf, host, dollarsPerMillionTokens } of tables) {
    if (host !== undefined && host !== server) continue
    const prices = new Map<string, Omit<Price, 'source'>>(Object.entries(dollarsPerMillionTokens))
    const price = prices.get(model.replace(DATE, ''))
    if (price) return { ...price, source: `${source}, ${asOf}` }
  }
  return null
}

/** The cost of tokens in dollars; null when the price is unknown. */
export function dollarsOf(usage: Usage, price: Price | null): number | null {
  if (!price) return null
  const { inputTokens, cachedTokens = 0, cacheWriteTokens = 0, outputTokens } = usage
  const cached = Math.min(cachedTokens, inputTokens)
  const written = Math.min(cacheWriteTokens, inputTokens - cached)
  const input =
    (inputTokens - cached - written) * price.input +
    cached * (price.cached ?? price.input) +
    written * (price.cacheWrite ?? price.input)
  return (input + outputTokens * price.output) / 1e6
}
