import type { ChatMessage } from './model.ts'

export interface Fitted {
  readonly messages: readonly ChatMessage[]
  readonly dropped: number
  /** Tokens of the messages. */
  readonly total: number
}

/**
 * Fits a prompt into a number of tokens by dropping its oldest exchanges, each an answer of the model with the user's reply
 * to it. Pinned messages, system messages, all messages up to the first user message, and the last message stay; calls of
 * tools stay or go together with their results.
 * @returns more than `maxTokens` when the messages that must stay are too long.
 */
export function fitPrompt(
  messages: readonly ChatMessage[],
  maxTokens: number,
  tokensOf: (message: ChatMessage) => number,
): Fitted {
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
  return {
    messages: messages.filter((_, index) => !dropped.has(index)),
    dropped: dropped.size,
    total,
  }
}

/** The exchanges in order, each as the indices of its messages that may be dropped. */
function looseExchanges(messages: readonly ChatMessage[]): number[][] {
  const task = messages.findIndex(({ role }) => role === 'user')
  const exchanges: number[][] = []
  for (const [index, { role }] of messages.entries()) {
    if (index <= task || role === 'system') continue
    // Each answer begins an exchange.
    if (role === 'assistant' || exchanges.length === 0) exchanges.push([])
    if (!staysAt(messages, index)) exchanges.at(-1)?.push(index)
  }
  return exchanges
}

/** Whether a message, or with calls of tools one of the group of calls and results, must stay. */
function staysAt(messages: readonly ChatMessage[], index: number): boolean {
  let start = index
  while (messages[start]?.role === 'tool') start--
  let end = messages[start]?.role === 'assistant' ? start + 1 : index + 1
  while (messages[end]?.role === 'tool') end++
  return end === messages.length || messages.slice(start, end).some(({ pinned }) => pinned)
}
