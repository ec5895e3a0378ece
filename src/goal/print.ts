import { alternativesOf } from './alternatives.ts'
import type { Goal, ItemCounts, Plan, PlannedGoal } from './goal.ts'

/**
 * A goal as DEPS writes it: `mine({log:3}, null)`, `craft({stick:4}, {planks:2}, 'crafting_table')`.
 * Materials appear where there are any, and alternatives are joined by `or`. The parser reads the same goal back.
 */
export function goalText(step: PlannedGoal): string {
  return alternativesOf(step).map(callText).join(' or ')
}

function callText({ skill, target, using, tool }: Goal): string {
  const parts = [countsText(target)]
  if (Object.keys(using).length > 0) parts.push(countsText(using))
  parts.push(tool === null ? 'null' : `'${tool}'`)
  return `${skill}(${parts.join(', ')})`
}

/** One step a line, each ended by a semicolon. */
export function planText(plan: Plan): string {
  return plan.map((goal) => `${goalText(goal)};`).join('\n')
}

/** `{log:3, stick:1}` */
export function countsText(counts: ItemCounts): string {
  const entries = Object.entries(counts).map(([item, count]) => `${item}:${count}`)
  return `{${entries.join(', ')}}`
}
