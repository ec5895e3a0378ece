import { countTokens as count } from '#vendor/o200k_base'
import type { ChatMessage } from './model.ts'
import type { TransportRequest } from './transport.ts'

/** The tokenizer's time grows with the square of a run without spaces, so it gets short pieces. */
const PIECE_CHARS = 1000

/** Tokens that a chat format adds to each message (OpenAI's cookbook: 3, and 3 before the answer). */
const TOKENS_PER_MESSAGE = 4

/** Untrusted text may contain special tokens such as <|endoftext|>; they count as ordinary text. */
const NO_SPECIALS = { disallowedSpecial: new Set<string>() }

/** Tokens of a text in OpenAI's o200k vocabulary; other models' counts differ by a few percent. */
export function countTokens(text: string): number {
  let tokens = 0
  for (let start = 0; start < text.length; start += PIECE_CHARS)
    tokens += count(text.slice(start, start + PIECE_CHARS), NO_SPECIALS)
  return tokens
}

/** Tokens of a message in a prompt. */
export function messageTokens({ content, calls = [] }: ChatMessage): number {
  const called = calls.map(({ name, arguments: given }) => `${name} ${given}`)
  return [content, ...called].reduce((sum, text) => sum + countTokens(text), TOKENS_PER_MESSAGE)
}

/** Tokens of the tools that a prompt offers, about as a chat template writes them. */
export function toolTokens(tools: TransportRequest['tools']): number {
  return tools.length === 0 ? 0 : countTokens(JSON.stringify(tools))
}

/** Tokens of a prompt. */
export function promptTokens({ messages, tools }: TransportRequest): number {
  return messages.reduce((sum, message) => sum + messageTokens(message), toolTokens(tools))
}
