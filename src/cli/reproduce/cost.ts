import { dollarsOf } from '#llm/price'
import type { ModelSettings } from '#llm/settings'
import type { ModelNeed, PaperTable } from './paper-table.ts'
import type { RowPlan } from './row-plan.ts'

/**
 * What is to be played, and what it is likely to cost.
 * @param model null where none is asked.
 */
export function costReport(
  table: PaperTable,
  plans: readonly RowPlan[],
  model: ModelSettings | null,
): string[] {
  const total = plans.reduce((sum, plan) => sum + plan.total, 0)
  const missing = plans.reduce((sum, plan) => sum + plan.missing, 0)
  const before = missing < total ? `, ${total - missing} of them played before` : ''
  return [
    table.title,
    ...plans.map(({ row, total, missing }) => {
      const calls = model ? `, ${row.perTrial.calls} calls each` : ''
      return `  ${row.label}: ${total} trials${missing < total ? `, ${missing} to play` : ''}${calls}`
    }),
    ...(table.leftOut ?? []).map(({ label, why }) => `  ${label}: not played (${why})`),
    `to play: ${missing} trials${before}`,
    ...(missing === 0 ? [] : model ? estimate(plans, missing, model) : [FREE]),
  ]
}

const FREE = 'cost: 0 calls, $0; no language model is asked'

function estimate(
  plans: readonly RowPlan[],
  missing: number,
  { server, price, roles }: ModelSettings,
): string[] {
  const sum = (what: keyof ModelNeed) =>
    plans.reduce((all, { row, missing }) => all + missing * row.perTrial[what], 0)
  const usage = { inputTokens: sum('inputTokens'), outputTokens: sum('outputTokens') }
  const dollars = dollarsOf({ ...usage, estimated: true }, price)
  const isForAll = Object.keys(roles).length > 0 ? `, as if ${server.model} were asked alone` : ''
  const mean = sum('calls') / missing
  return [
    `estimated: about ${sum('calls').toFixed(0)} calls (${mean.toFixed(1)} a trial), ${usage.inputTokens.toFixed(0)} tokens in and ${usage.outputTokens.toFixed(0)} out, by what the scripted stand-in takes over all tasks without a body; a real model may well take several times as many`,
    dollars === null
      ? `cost: the price of ${server.model} is not known; give it by --price`
      : `cost: about $${dollars.toFixed(2)}${isForAll} (${price?.source})`,
  ]
}
