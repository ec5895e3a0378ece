import { describe, expect, it } from 'vitest'
import { askUntilRead, MAX_ANSWERS, MAX_QUOTE, type Question } from '#llm/ask-until-read'
import type { ChatMessage, ChatModel, ModelFailureKind } from '#llm/model'
import { WatchedModel } from '#llm/watched-model'

const NEVER = new AbortController().signal

/** Asks for a number; a negative number can be used in part. Answers are texts or failures. */
async function ask(
  answers: readonly (string | { readonly failure: ModelFailureKind })[],
  more: Partial<Question<number>> = {},
  signal = NEVER,
) {
  let calls = 0
  const model: ChatModel = {
    name: 'scripted',
    complete() {
      const answer = answers[calls++] ?? { failure: 'empty' }
      if (typeof answer !== 'string')
        return Promise.resolve({ ok: false, failure: { kind: answer.failure, detail: 'scripted' } })
      const usage = { inputTokens: 2, outputTokens: 1, estimated: false }
      return Promise.resolve({ ok: true, text: answer, finishReason: 'stop', usage, latencyMs: 0 })
    },
  }
  const watched = new WatchedModel(model)
  const dialogue: ChatMessage[] = [{ role: 'user', content: 'How many?' }]
  const problems: string[] = []
  const asked = await askUntilRead<number>(
    watched,
    dialogue,
    {
      purpose: 'count',
      read: ({ text }) => {
        const value = Number(text)
        if (Number.isNaN(value)) return { ok: false, error: 'not a number' }
        return { ok: true, value, ...(value < 0 && { problem: 'negative' }) }
      },
      again: (problem) => `Again: ${problem}.`,
      onProblem: (problem) => problems.push(problem),
      ...more,
    },
    signal,
  )
  return { asked, calls, problems, watched, said: dialogue.map(({ content }) => content) }
}

describe('a question to a model', () => {
  it('is answered by the first readable answer', async () => {
    const { asked, said, watched } = await ask(['3'])
    expect(asked).toEqual({ kind: 'read', value: 3 })
    expect(said).toEqual(['How many?', '3'])
    expect(watched).toMatchObject({ calls: 1, inputTokens: 2, outputTokens: 1 })
  })

  it('sends an answer back with its problem', async () => {
    const { asked, said, problems } = await ask(['many', '-1', '2'])
    expect(asked).toEqual({ kind: 'read', value: 2 })
    expect(said).toEqual([
      'How many?',
      'many',
      'Again: not a number.',
      '-1',
      'Again: negative.',
      '2',
    ])
    expect(problems).toEqual(['not a number', 'negative'])
  })

  it('takes the usable part of the last answer, and gives up without one', async () => {
    expect((await ask(['-1', '-2', '-3'])).asked).toEqual({ kind: 'read', value: -3 })
    const { asked, calls } = await ask(['a', 'b', 'c', '4'])
    expect(asked).toEqual({ kind: 'unreadable', problem: 'not a number' })
    expect(calls).toBe(MAX_ANSWERS)
  })

  it('takes the best of several answers, also when the last cannot be read', async () => {
    expect((await ask(['-1', 'b', 'c'])).asked).toEqual({ kind: 'read', value: -1 })
    const read: Question<string>['read'] = ({ text }) => ({
      ok: true,
      value: text,
      problem: text.replaceAll(',', '; '),
    })
    const { asked, said } = await ask(['a,b', 'a', 'a,b,c'], {
      read: read as never,
      quote: (value) => `${value}!`,
    })
    expect(asked).toEqual({ kind: 'read', value: 'a' })
    expect(said.at(-1)).toBe('a!')
    expect((await ask(['-1', { failure: 'empty' }, { failure: 'empty' }])).asked).toEqual({
      kind: 'read',
      value: -1,
    })
  })

  it('counts a failed call as an answer, unless the first failure or a final failure ends it', async () => {
    expect((await ask([{ failure: 'empty' }, '5'])).asked).toEqual({ kind: 'read', value: 5 })
    const failed = { asked: { kind: 'no-answer', failure: { kind: 'empty' } }, calls: 1 }
    expect(await ask([{ failure: 'empty' }, '5'], { endsOnFailedCall: true })).toMatchObject(failed)
    expect(await ask([{ failure: 'auth' }, '5'])).toMatchObject({
      asked: { kind: 'no-answer', failure: { kind: 'auth' } },
      calls: 1,
    })
  })

  it('ends when the signal fires, without reading the answer', async () => {
    const { asked, problems } = await ask(['many'], {}, AbortSignal.abort())
    expect(asked).toMatchObject({ kind: 'no-answer', failure: { kind: 'aborted' } })
    expect(problems).toEqual([])
  })

  it('keeps long answers short in the dialogue, and an accepted answer as it was understood', async () => {
    const { said } = await ask(['x'.repeat(5000), ' 6 '], { quote: (value) => `I say ${value}` })
    expect(said[1]).toHaveLength(MAX_QUOTE)
    expect(said.at(-1)).toBe('I say 6')
  })
})
