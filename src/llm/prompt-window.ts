import type { ChatMessage } from './model.ts'

export interface Fitted {
  readonly messages: readonly ChatMessage[]
  readonly dropped: number
}

/**
 * Keeps a prompt under a number of tokens by leaving out its oldest exchanges (an answer of the
 * model, with what the user said to it). These stay: pinned messages, system messages, everything
 * up to the first thing the user said, and the last message.
 * @returns undefined when what has to stay is too long by itself.
 */
export function fitPrompt(
  messages: readonly ChatMessage[],
  maxTokens: number,
  tokensOf: (message: ChatMessage) => number,
): Fitted | undefined {
  const sizes = messages.map(tokensOf)
  const dropped = new Set<number>()
  let total = sizes.reduce((sum, size) => sum + size, 0)
  for (const exchange of looseExchanges(messages)) {
    if (total <= maxTokens) break
    for (const index of exchange) {
      dropped.add(index)
      total -= sizes[index] ?? 0
    }
  }
  if (total > maxTokens) return undefined
  return { messages: messages.filter((_, index) => !dropped.has(index)), dropped: dropped.size }
}

/** The exchanges in order, each as the places of those of its messages that may go. */
function looseExchanges(messages: readonly ChatMessage[]): number[][] {
  const task = messages.findIndex(({ role }) => role === 'user')
  const exchanges: number[][] = []
  for (const [index, { role, pinned }] of messages.entries()) {
    if (index <= task || index === messages.length - 1 || role === 'system') continue
    // A user's turn follows each answer, also when the exchanges before are gone.
    if (role === 'assistant' || exchanges.length === 0) exchanges.push([])
    if (!pinned) exchanges.at(-1)?.push(index)
  }
  return exchanges
}
