import type { ChatModel } from '../../llm/model.ts'
import { fill, type Prompt } from './prompts.ts'
import type { StrategyContext, StrategyTask } from './strategy.ts'
import { taskText } from './task-text.ts'

export type Asked =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string }

/** Puts a task to the model by the two messages of a prompt. @throws the signal's reason. */
export async function askOnce(
  model: ChatModel,
  prompt: Prompt,
  purpose: string,
  task: StrategyTask,
  { world, signal }: StrategyContext,
): Promise<Asked> {
  const version = world.kinds.data.version.minecraftVersion ?? ''
  const messages = [
    { role: 'system', content: fill(prompt, 'system', { version }) },
    { role: 'user', content: fill(prompt, 'task', { task: taskText(task) }) },
  ] as const
  const result = await model.complete({ purpose, messages }, signal)
  signal.throwIfAborted()
  if (result.ok) return result
  const { kind, detail } = result.failure
  return { ok: false, reason: `the model gave no answer: ${kind}, ${detail}` }
}
