import { missingFailure } from '#goal/missing'
import { parsePlan } from '#goal/parse'
import { languageOf } from './language.ts'
import { countsIn, type PromptMessage, targetIn, versionIn } from './scripted-prompt.ts'

/** Explains a failure by its description in the prompt alone. */
export function scriptedExplanation(messages: readonly PromptMessage[]): string {
  const text = messages.at(-1)?.content ?? ''
  const step = /^Failed step: (.*)$/m.exec(text)?.[1] ?? ''
  const [, said = '', why = ''] = /I fail on .*?: ([a-z-]+), (.*)/.exec(text) ?? []
  const found = said === '' ? reasonFor(step, text, versionIn(messages)) : null
  const kind = found?.kind ?? said
  const detail = found?.detail ?? why
  const [item = 'it'] = Object.keys(countsIn(step))
  const tool = /needs an? ([a-z_]+)/.exec(detail)?.[1]
  switch (kind) {
    case 'missing-tool':
    case 'missing-station':
      return `Explanation: Getting ${item} takes a ${tool ?? 'better tool'}, and I have none. I need to make a ${tool ?? 'tool'} first.`
    case 'no-table':
      return `Crafting ${item} takes a crafting_table, and I do not have one.\nI need to craft a crafting_table first.`
    case 'no-furnace':
      return `Smelting ${item} takes a furnace, and I do not have one. I need to craft a furnace first.`
    case 'missing-material':
    case 'no-fuel':
      return `There is not enough for ${item}: I am short of ${lacking(detail, text).join(' and ')}. I need to get more first.`
    default:
      return `It did not work out this time (${kind}). It may do so elsewhere, or later.`
  }
}

/** The missing materials, from `needs planks: 2 more` or from the recipe and the inventory. */
function lacking(detail: string, text: string): string[] {
  const more = [...detail.matchAll(/([a-z_]+): (\d+) more/g)]
  if (more.length > 0) return more.map(([, item, count]) => `${count} ${item}`)
  const held = countsIn(/My inventory has (\{.*?\})/.exec(text)?.[1] ?? '')
  return [...detail.matchAll(/(\d+) ([a-z_]+)/g)]
    .filter(([, count, item = '']) => (held[item] ?? 0) < Number(count))
    .map(([, count, item]) => `${count} ${item}`)
}

/** The reason for a failure that the description omits, as in the paper: from the step's needs and the inventory. */
function reasonFor(step: string, text: string, version: string) {
  const language = languageOf(version)
  const parsed = parsePlan(language, step)
  const [goal] = parsed.ok ? parsed.goals : []
  const held = targetIn(/My inventory now has (.*)/.exec(text)?.[1] ?? '')
  const [missing] = goal ? language.missing(goal, held) : []
  return goal && missing ? missingFailure(goal, missing) : null
}
