import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WordStream } from '#llm/word-stream'

const KEY = 'hunter2-and-more'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the words of an answer that arrives', () => {
  it('are reported at once, then not too often, the last ones too', () => {
    const said: string[] = []
    const words = new WordStream(KEY, (text) => said.push(text))
    for (const text of ['a', 'a b', 'a b c', 'a b c']) words.add(text)
    expect(said).toEqual(['a'])
    vi.advanceTimersByTime(100)
    expect(said).toEqual(['a', 'a b c'])
    words.add('a b c d')
    words.end()
    vi.advanceTimersByTime(1000)
    expect(said).toHaveLength(2)
  })

  it('never have the key or its begin, however it arrives', () => {
    const said: string[] = []
    const words = new WordStream(KEY, (text) => said.push(text))
    const answer = `craft ${KEY} sk-proj-abcdef0123 end`
    for (let length = 1; length <= answer.length; length++) {
      words.add(answer.slice(0, length))
      vi.advanceTimersByTime(100)
    }
    expect(said.at(-1)).toBe('craft [secret] [secret] end')
    for (const text of said) expect(text).not.toMatch(/hunte/)
  })

  it('are the end of a long answer', () => {
    const said: string[] = []
    new WordStream('', (text) => said.push(text)).add(`${'x'.repeat(1e6)}end`)
    expect(said[0]).toMatch(/^x{1997}end$/)
  })
})
