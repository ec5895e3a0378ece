import type { ChatModel, ModelResult } from '#llm/model'
import { scriptedAdaPlanner } from './scripted-adaplanner.ts'
import { scriptedAdapt } from './scripted-adapt.ts'
import { scriptedBaseline } from './scripted-baselines.ts'
import { scriptedExplanation } from './scripted-explainer.ts'
import { scriptedPlan } from './scripted-planner.ts'
import { type PromptMessage, readPlanPrompt } from './scripted-prompt.ts'
import { scriptedThread } from './scripted-thread.ts'

/**
 * A stand-in for a language model. It sees only the prompt, knows Minecraft as the symbolic planner does, and makes seeded
 * mistakes of the kinds in the paper, drawn again for each call. Once the prompt describes and explains a failure, its mistake is avoided with a probability of 0.8.
 * Tests with it show that the loop works, not how good a model is.
 */
export function scriptedAnswer(messages: readonly PromptMessage[], seed: string): string {
  const system = messages.find(({ role }) => role === 'system')?.content ?? ''
  if (system.startsWith('You are the explainer')) return scriptedExplanation(messages)
  return (
    scriptedThread(messages, seed) ??
    scriptedAdapt(messages, seed) ??
    scriptedAdaPlanner(messages, seed) ??
    scriptedBaseline(messages, seed) ??
    scriptedPlan(readPlanPrompt(messages), seed)
  )
}

/** The scripted model without a server. */
export class ScriptedModel implements ChatModel {
  readonly name = 'scripted'
  /** Number of calls by purpose. */
  readonly calls = new Map<string, number>()
  readonly #answer: (messages: readonly PromptMessage[]) => string

  constructor(answer: string | ((messages: readonly PromptMessage[]) => string)) {
    this.#answer =
      typeof answer === 'string' ? (messages) => scriptedAnswer(messages, answer) : answer
  }

  complete<T>(
    ...[{ messages, purpose, stop }]: Parameters<ChatModel['complete']>
  ): Promise<ModelResult<T>> {
    this.calls.set(purpose, (this.calls.get(purpose) ?? 0) + 1)
    const text = cutAt(stop, this.#answer(messages))
    const usage = { inputTokens: 0, outputTokens: 0, estimated: true }
    return Promise.resolve({ ok: true, text, finishReason: 'stop', usage, latencyMs: 0 })
  }
}

/** An answer up to its first stop sequence, as a client returns it. */
export function cutAt(stop: readonly string[] = [], answer: string): string {
  return stop.reduce((text, sequence) => text.split(sequence, 1)[0] ?? '', answer)
}
