import type { PlannedGoal } from '#goal/goal'
import type { GoalLanguage } from '#goal/goal-language'
import { goalText } from '#goal/print'
import { noAnswer, type WatchedModel } from '#llm/watched-model'
import type { AgentEvent } from '../agent-event.ts'
import type { Descriptor } from '../descriptor/descriptor.ts'
import { TypedDescriptor } from '../descriptor/typed-descriptor.ts'
import { withResults } from '../example-results.ts'
import { fill, languageValues, loadPrompt } from '../prompts.ts'
import type { Explainer, Explanation } from './explainer.ts'

const PROMPT = loadPrompt('deps-explainer')
/** Maximum length of an explanation (characters). */
const MAX_TEXT = 500

export interface ModelExplainerOptions {
  /** Shared with the planner unless the explainer has its own model, so that failed calls of both count together. */
  readonly model: WatchedModel
  readonly language: GoalLanguage
  /** Describes the failures of the examples, as those of the task; by default, typed. */
  readonly descriptor?: Descriptor
  record(event: AgentEvent): void
}

/** The explainer of DEPS by a language model (section 3.2, appendix C.3), with its own prompt. */
export class ModelExplainer implements Explainer {
  readonly #options: ModelExplainerOptions

  constructor(options: ModelExplainerOptions) {
    this.#options = options
  }

  async explain(
    failed: PlannedGoal,
    description: string,
    signal: AbortSignal,
  ): Promise<Explanation> {
    const { model, language, descriptor = new TypedDescriptor(), record } = this.#options
    const system = fill(PROMPT, 'system', languageValues(language))
    const failure = { step: goalText(failed), description }
    const result = await model.complete(
      {
        purpose: 'explain',
        messages: [
          { role: 'system', content: withResults(system, language, descriptor) },
          { role: 'user', content: fill(PROMPT, 'failure', failure) },
        ],
      },
      signal,
    )
    if (!result.ok) {
      const { kind, detail } = result.failure
      // A trial that is over needs no explanation.
      if (kind !== 'aborted') record({ type: 'explanation-missing', reason: `${kind}, ${detail}` })
      return model.isGone ? { kind: 'gone', reason: noAnswer(result.failure) } : { kind: 'nothing' }
    }
    const text = result.text
      .replace(/\s+/g, ' ')
      .replace(/^ ?Explanation: ?/i, '')
      .trim()
      .slice(0, MAX_TEXT)
    record({ type: 'explanation', text })
    return { kind: 'said', text }
  }
}
