import type { ChatMessage } from './model.ts'

type Turn = Pick<ChatMessage, 'role' | 'content'>

/**
 * Merges neighbouring messages of one role into alternating turns, as many chat templates require.
 * @param foldsSystem whether system messages become part of the user's next turn, for templates without a system role.
 */
export function turnsOf(messages: readonly ChatMessage[], foldsSystem: boolean): Turn[] {
  const turns: Turn[] = []
  for (const { role: given, content } of messages) {
    const role = foldsSystem && given === 'system' ? 'user' : given
    const last = turns.at(-1)
    if (last?.role === role)
      turns[turns.length - 1] = { role, content: `${last.content}\n\n${content}` }
    else turns.push({ role, content })
  }
  return turns
}
