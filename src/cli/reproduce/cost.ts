import { dollarsOf } from '#llm/price'
import type { ModelSettings } from '#llm/settings'
import { counted } from '#wire/wording'
import type { ModelNeed, PaperTable } from './paper-table.ts'
import type { RowPlan } from './row-plan.ts'

/**
 * The trials of a table and an estimate of their cost.
 * @param model Null where no language model is needed.
 */
export function costReport(
  table: PaperTable,
  plans: readonly RowPlan[],
  model: ModelSettings | null,
): string[] {
  const total = plans.reduce((sum, plan) => sum + plan.total, 0)
  const missing = plans.reduce((sum, plan) => sum + plan.missing, 0)
  const before = missing < total ? ` (${total - missing} of ${total} are finished)` : ''
  return [
    table.title,
    ...plans.map(({ row, total, missing }) => {
      const calls = model ? `, ${counted(row.perTrial.calls, 'call')} each` : ''
      return `  ${row.label}: ${counted(total, 'trial')}${missing < total ? `, ${missing} to play` : ''}${calls}`
    }),
    ...(table.leftOut ?? []).map(({ label, why }) => `  ${label}: not played (${why})`),
    `to play: ${counted(missing, 'trial')}${before}`,
    ...(missing === 0 ? [] : model ? estimate(plans, missing, model) : [FREE]),
  ]
}

const FREE = 'cost: 0 calls, $0; no language model is needed'

function estimate(
  plans: readonly RowPlan[],
  missing: number,
  { server, price, roles }: ModelSettings,
): string[] {
  const sum = (what: keyof ModelNeed) =>
    plans.reduce((all, { row, missing }) => all + missing * row.perTrial[what], 0)
  const usage = { inputTokens: sum('inputTokens'), outputTokens: sum('outputTokens') }
  const dollars = dollarsOf({ ...usage, estimated: true }, price)
  const isForAll = Object.keys(roles).length > 0 ? `, if ${server.model} played every role` : ''
  const mean = sum('calls') / missing
  return [
    `estimate: about ${counted(Math.round(sum('calls')), 'call')} (${mean.toFixed(1)} per trial), ${usage.inputTokens.toFixed(0)} input tokens and ${usage.outputTokens.toFixed(0)} output tokens, measured with a scripted model in the text world; a real model may need several times as many`,
    dollars === null
      ? `cost: the price of ${server.model} is unknown; set it with --price`
      : `cost: about $${dollars.toFixed(2)}${isForAll} (${price?.source})`,
  ]
}
