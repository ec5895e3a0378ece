import { describe, expect, it } from 'vitest'
import { plainError, plainJson, plainText } from '#wire/plain-text'

/** Terminal control sequences, and the harmless text to show instead. */
const HOSTILE: readonly (readonly [string, string])[] = [
  ['\u001b[2J\u001b[31mred', '[2J [31mred'],
  ['\u001b]0;a title\u0007x', ']0;a title x'],
  ['\u001b]52;c;aGVsbG8=\u001b\\x', ']52;c;aGVsbG8= \\x'],
  ['\u009b31mred\u009c\u0085next', '31mred next'],
  ['good\u202edab\u202c \u2066x\u2069', 'good dab x'],
  ['one\r\ntwo\u2028three\u0000', 'one two three'],
  ['\ud800lonely', 'lonely'],
  ['\u{e0041}tag', 'tag'],
]

describe('plain text of untrusted input', () => {
  it.each(HOSTILE)('turns %j into one harmless line', (text, plain) => {
    expect(plainText(text)).toBe(plain)
  })

  it('is short for any length', () => {
    expect(plainText('x'.repeat(1_000_000))).toHaveLength(160)
    expect(plainText('\u001b'.repeat(1_000_000))).toBe('')
  })
})

describe('an error that quotes untrusted text', () => {
  it('shows its stack line by line, without control characters', () => {
    const shown = plainError(new Error(`no JSON: \u001b[2J${'x'.repeat(100_000)}`))
    expect(shown).toMatch(/^Error: no JSON: \[2Jx+…\n {4}at /)
    expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })
})

describe('plain JSON', () => {
  it.each(HOSTILE)('of %j keeps its meaning, and is harmless', (text) => {
    const json = plainJson({ text })
    expect(json).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
    expect(JSON.parse(json)).toEqual({ text })
  })
})
