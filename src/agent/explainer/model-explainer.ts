import { goalText } from '../../goal/print.ts'
import type { Registry } from '../../knowledge/registry.ts'
import type { ChatModel } from '../../llm/model.ts'
import { fill, loadPrompt } from '../model/prompts.ts'
import type { PlanFeedback } from '../planner/planner.ts'

const PROMPT = loadPrompt('deps-explainer')
/** Longest explanation that goes into the dialogue (characters). */
const MAX_TEXT = 500
const MAX_TOKENS = 200

/**
 * The explainer of DEPS (section 3.2, appendix C.3): why a step failed, by a prompt of its own.
 * @returns undefined when the model gave no answer.
 */
export async function explain(
  model: ChatModel,
  registry: Registry,
  { description, failed }: PlanFeedback,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (!failed) return undefined
  const version = registry.data.version.minecraftVersion ?? ''
  const result = await model.complete(
    {
      purpose: 'explain',
      maxOutputTokens: MAX_TOKENS,
      messages: [
        { role: 'system', content: fill(PROMPT, 'system', { version }) },
        {
          role: 'user',
          content: fill(PROMPT, 'failure', { step: goalText(failed.goal), description }),
        },
      ],
    },
    signal,
  )
  if (!result.ok) return undefined
  return result.text
    .replace(/\s+/g, ' ')
    .replace(/^ ?Explanation: ?/i, '')
    .trim()
    .slice(0, MAX_TEXT)
}
