import { countTokens as count } from '#vendor/o200k_base'
import type { ChatMessage } from './model.ts'

/** Long runs without a space take the tokenizer time that grows with their square, so it gets pieces. */
const PIECE_CHARS = 1000

/** What a chat format adds to each message (OpenAI's cookbook gives 3, and 3 for the answer's head). */
const TOKENS_PER_MESSAGE = 4

/** Marks such as <|endoftext|> are ordinary words here: what players and servers say may hold them. */
const NO_SPECIALS = { disallowedSpecial: new Set<string>() }

/** Tokens of a text in OpenAI's present vocabulary, o200k; other models' counts differ by some percent. */
export function countTokens(text: string): number {
  let tokens = 0
  for (let start = 0; start < text.length; start += PIECE_CHARS)
    tokens += count(text.slice(start, start + PIECE_CHARS), NO_SPECIALS)
  return tokens
}

/** Tokens that a message takes up in a prompt. */
export function messageTokens(message: ChatMessage): number {
  return countTokens(message.content) + TOKENS_PER_MESSAGE
}
