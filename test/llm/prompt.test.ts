import { describe, expect, it } from 'vitest'
import type { ChatMessage } from '#llm/model'
import { fitPrompt } from '#llm/prompt-window'
import { countTokens } from '#llm/tokens'

/** A dialogue as letters: s(ystem), u(ser), a(ssistant), and a capital for a pinned message. */
function dialogue(letters: string): ChatMessage[] {
  return [...letters].map((letter, index) => ({
    role:
      letter.toLowerCase() === 's' ? 'system' : letter.toLowerCase() === 'u' ? 'user' : 'assistant',
    content: String(index),
    ...(letter !== letter.toLowerCase() && { pinned: true }),
  }))
}

/** The indices of the messages that stay when `room` messages fit. */
function kept(letters: string, room: number): string | undefined {
  const fitted = fitPrompt(dialogue(letters), room, () => 1)
  if (fitted.total > room) return undefined
  return fitted.messages.map(({ content }) => content).join('')
}

describe('a prompt too long for its window', () => {
  it.each([
    ['suauau', 6, '012345'],
    ['suauau', 5, '0145'],
    ['suauau', 4, '0145'],
    ['suauau', 3, '015'],
    ['suauau', 2, undefined],
    // A pinned message stays, and the rest of its exchange is dropped.
    ['suAuauaUau', 8, '0126789'],
    ['suAuauaUau', 6, '012789'],
    ['suAUau', 4, undefined],
    // Several system messages, one of them within the dialogue.
    ['ssuausau', 6, '012567'],
    ['u', 1, '0'],
    ['u', 0, undefined],
    ['', 0, ''],
  ])('of the form %s in room for %i keeps %s', (letters, room, expected) => {
    expect(kept(letters, room)).toBe(expected)
  })

  it('reports the number of dropped messages', () => {
    expect(fitPrompt(dialogue('suauauau'), 5, () => 1)).toMatchObject({ dropped: 4 })
    expect(fitPrompt(dialogue('suau'), 4, () => 1)).toMatchObject({ dropped: 0 })
  })

  it('is fitted by the size of each message', () => {
    const sizes = [1, 1, 50, 1, 1, 1, 1, 1]
    const fitted = fitPrompt(dialogue('suauauau'), 6, ({ content }) => sizes[Number(content)] ?? 0)
    expect(fitted?.messages.map(({ content }) => content).join('')).toBe('014567')
  })
})

describe('the count of tokens', () => {
  it.each([
    ['', 0],
    ['hello', 1],
    ['hello world', 2],
  ])('of "%s" is %i', (text, tokens) => {
    expect(countTokens(text)).toBe(tokens)
  })

  it('counts special tokens as ordinary text', () => {
    expect(countTokens('<|endoftext|>')).toBeGreaterThan(1)
  })
})
