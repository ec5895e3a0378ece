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
  const { readers } = strategyNamed(strategy)
  const language = goalLanguage(registry)
  return (answer) => readers?.[answer.purpose]?.(language, answer) ?? null
}
