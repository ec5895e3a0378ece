import type { ChatModel } from '#llm/model'
import type { AdaptResult } from '#strategies/adapt/adapt'
import type { Trace } from '#strategies/adapt/trace'
import { promptText } from './prompt.ts'
import { type TextCraftTask, taskText } from './tasks.ts'

const MAX_LESSON_LENGTH = 1500

/**
 * A model's lesson from a lost game, in a few sentences (Reflexion, as in section 4.2 of ADaPT); undefined without an
 * answer.
 */
export async function reflect(
  model: ChatModel,
  task: TextCraftTask,
  game: AdaptResult | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  const turns = game ? turnsOf(game.trace) : []
  const parts = [taskText(task), 'The lost game:', turns.join('\n')]
  if (game?.failure) parts.push(`It ended because: ${game.failure.reason}`)
  const answer = await model.complete(
    {
      messages: [
        { role: 'system', content: promptText('textcraft-reflexion') },
        { role: 'user', content: parts.join('\n\n') },
      ],
      purpose: 'reflect',
      temperature: 0,
    },
    signal,
  )
  return answer.ok ? answer.text.trim().slice(0, MAX_LESSON_LENGTH) : undefined
}

/** All actions and observations, in order. */
function turnsOf(trace: Trace): string[] {
  if (trace.kind !== 'task') return trace.branches.flatMap(turnsOf)
  return [...trace.log, ...(trace.plan ? turnsOf(trace.plan) : [])]
}
