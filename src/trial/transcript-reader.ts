import type { Settings } from '#events/settings'
import type { Registry } from '#knowledge/registry'
import type { ReadableAnswer, Reading } from '#llm/reading'
import { goalLanguage } from '#skills/library'
import { strategyNamed } from '#strategies/registry'

/**
 * Reads the answers of a strategy's model as the strategy does.
 * @returns null for answers that no parser reads, such as explanations.
 */
export function transcriptReader(
  registry: Registry,
  { strategy }: Pick<Settings, 'strategy'>,
): (answer: ReadableAnswer) => Reading | null {
  const { readers, toolsets } = strategyNamed(strategy)
  const language = goalLanguage(registry)
  const tools = toolsets?.(language)
  return (answer) => {
    const { purpose, text, calls = [] } = answer
    const said = calls.length > 0 ? (tools?.[purpose]?.textOf(calls, text) ?? text) : text
    return readers?.[purpose]?.(language, { ...answer, text: said }) ?? null
  }
}
