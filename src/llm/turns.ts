import type { ChatMessage } from './model.ts'

/** What a chat template lacks. */
export interface TemplateLacks {
  /** Whether system messages become part of the user's next turn. */
  readonly system: boolean
  /** Whether calls of tools and their results become text. */
  readonly tools: boolean
}

/** Merges neighbouring messages of one role into alternating turns, as many chat templates require. */
export function turnsOf(messages: readonly ChatMessage[], lacks: TemplateLacks): ChatMessage[] {
  const turns: ChatMessage[] = []
  for (const message of messages) {
    const turn = foldedInto(message, lacks)
    const last = turns.at(-1)
    if (last && last.role === turn.role && isPlain(last) && isPlain(turn))
      turns[turns.length - 1] = { role: turn.role, content: `${last.content}\n\n${turn.content}` }
    else turns.push(turn)
  }
  return turns
}

function isPlain({ role, calls }: ChatMessage): boolean {
  return role !== 'tool' && !calls?.length
}

function foldedInto(message: ChatMessage, lacks: TemplateLacks): ChatMessage {
  const { role, content, calls = [] } = message
  if (lacks.tools && role === 'tool') return { role: 'user', content }
  if (lacks.tools && calls.length > 0) {
    const called = calls.map(({ name, arguments: given }) => `${name}(${given})`)
    return { role, content: [content, ...called].filter(Boolean).join('\n') }
  }
  if (lacks.system && role === 'system') return { role: 'user', content }
  return message
}
