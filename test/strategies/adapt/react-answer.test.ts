import { describe, expect, it } from 'vitest'
import { readReactAnswer } from '#strategies/adapt/react-answer'
import { readTurn } from '#strategies/adapt/world-react'
import { language } from '../../support/language.ts'

describe('an answer as in ReAct', () => {
  it.each([
    ['Action: `mine({log:1}, null)`', ['mine({log:1}, null)']],
    ['**Action:** `mine({log:1}, null)`', ['mine({log:1}, null)']],
    ['Action:\n```\nmine({log:1}, null)\n```', ['mine({log:1}, null)']],
    [
      'mine({log:1}, null)\nI succeed on mine({log:1}, null).\nmine({sand:1}, null)',
      ['mine({log:1}, null)'],
    ],
    ['I succeed on mine({stick:1}, null)', []],
    ['I succeed on mine({stick:1}, null)\nAction: mine({log:1}, null)', ['mine({log:1}, null)']],
  ])('names its action without markup and without invented results: %j', (answer, lines) => {
    expect(readReactAnswer(answer).lines).toEqual(lines)
  })

  it('is not executed when it only invents a result', () => {
    expect(readTurn(language, 'I succeed on mine({stick:1}, null)')).toMatchObject({
      goal: null,
      problem: 'there is no action in it',
    })
  })
})
