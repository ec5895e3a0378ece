import type { Usage } from './model.ts'
import table from './prices.json' with { type: 'json' }

/** Dollars for a million tokens. */
export interface Price {
  readonly input: number
  readonly output: number
  /** Where the figures come from, and of when they are. */
  readonly source: string
}

/** A dated name of a model, such as gpt-4.1-2025-04-14, costs what its plain name does. */
const DATE = /-\d{4}-\d{2}-\d{2}$/

/** The list price of a model; null when we do not know it. */
export function listPrice(model: string): Price | null {
  const prices = new Map(Object.entries(table.dollarsPerMillionTokens))
  const price = prices.get(model.replace(DATE, ''))
  return price ? { ...price, source: `${table.source}, ${table.asOf}` } : null
}

/** What the tokens cost in dollars; null when the price is not known. */
export function dollarsOf(usage: Usage, price: Price | null): number | null {
  if (!price) return null
  return (usage.inputTokens * price.input + usage.outputTokens * price.output) / 1e6
}
