import { median } from '#trial/statistics'
import { decimal, whole } from './numbers.ts'
import { type Column, NOTHING } from './table.ts'

/** Columns for the distribution of a figure over the trials of a set. */
export function spreadColumns(over: string): Column[] {
  return ['mean', 'median', 'maximum'].map((heading) => ({ heading, over, kind: 'number' }))
}

/** The cells of those columns. */
export function spreadOf(values: readonly number[]): string[] {
  if (values.length === 0) return [NOTHING, NOTHING, NOTHING]
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return [decimal(mean), whole(median(values)), whole(Math.max(...values))]
}
