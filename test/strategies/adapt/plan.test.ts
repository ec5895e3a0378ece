import { describe, expect, it } from 'vitest'
import { parseOrder } from '#strategies/adapt/parse-order'
import { parsePlan } from '#strategies/adapt/parse-plan'
import { joined, leaf, planText } from '#strategies/adapt/plan-tree'

/** A parsed order as text, with every group in parentheses. */
function understood(text: string): string {
  const parsed = parseOrder(text)
  if (!parsed.ok) throw new Error(`${parsed.error} at ${parsed.position}`)
  return planText(parsed.order, String)
}

function steps(answer: string): string {
  const parsed = parsePlan(answer)
  if (!parsed.ok) throw new Error(parsed.error)
  return planText(parsed.plan, (step) => step)
}

describe('an execution order', () => {
  it('has one group for each operator', () => {
    expect(understood('(Step 1 AND (Step 2 OR Step 3))')).toBe('(1 AND (2 OR 3))')
    expect(parseOrder('(Step 1 AND (Step 2 OR Step 3))')).toEqual({
      ok: true,
      order: {
        kind: 'and',
        branches: [leaf(1), { kind: 'or', branches: [leaf(2), leaf(3)] }],
      },
    })
  })

  it('is split into homogeneous levels, as in figure 8 of the paper', () => {
    expect(understood('((Step 1 OR Step 2 OR Step 3) AND Step 4 AND Step 5)')).toBe(
      '((1 OR 2 OR 3) AND 4 AND 5)',
    )
  })

  it.each([
    ['Step 1', '1'],
    ['((Step 1))', '1'],
    ['step 1 and STEP 2', '(1 AND 2)'],
    ['Step1 AND(Step 2)', '(1 AND 2)'],
    ['(Step 1 AND (Step 2 AND Step 3))', '(1 AND 2 AND 3)'],
    ['Step 1 OR Step 2 AND Step 3', '(1 OR (2 AND 3))'],
    ['(Step 1 OR Step 2) AND Step 3', '((1 OR 2) AND 3)'],
    ['Step 2 AND Step 2', '(2 AND 2)'],
  ])('%s is %s', (text, meaning) => {
    expect(understood(text)).toBe(meaning)
  })

  it.each([
    ['', 0],
    ['(', 1],
    ['(Step 1', 7],
    ['Step 1)', 6],
    ['Step 1 AND', 10],
    ['Step 1 Step 2', 7],
    ['Step 1 XOR Step 2', 7],
    ['Step AND Step 2', 0],
    ['AND Step 1', 0],
    ['Step 1 AND ()', 12],
    ['Step 99999999', 0],
  ])('%j is wrong at %i', (text, position) => {
    expect(parseOrder(text)).toMatchObject({ ok: false, position })
  })

  it('is rejected when it is nested too deeply or too long', () => {
    const nested = (depth: number) => `${'('.repeat(depth)}Step 1${')'.repeat(depth)}`
    expect(parseOrder(nested(10))).toMatchObject({ ok: true })
    expect(parseOrder(nested(400))).toMatchObject({ ok: false })
    expect(parseOrder(`Step 1${' AND Step 2'.repeat(1000)}`)).toMatchObject({ ok: false })
  })

  it('is read back after printing', () => {
    const plan = joined('or', [joined('and', [leaf(1), leaf(2)]), leaf(3), joined('or', [leaf(4)])])
    const printed = planText(plan, (step) => `Step ${step}`)
    expect(printed).toBe('((Step 1 AND Step 2) OR Step 3 OR Step 4)')
    expect(parseOrder(printed)).toEqual({ ok: true, order: plan })
  })
})

describe("a planner's answer", () => {
  it('gives its steps in its order', () => {
    const answer = [
      'Ladders take sticks.',
      'Step 1: fetch 7 stick',
      '  Step 2 : fetch 7 bamboo',
      '**Step 3:** craft 3 ladder using 7 stick',
      'Execution Order: ((Step 1 OR Step 2) AND Step 3).',
    ].join('\n')
    expect(steps(answer)).toBe(
      '((fetch 7 stick OR fetch 7 bamboo) AND craft 3 ladder using 7 stick)',
    )
  })

  it('joins the steps by AND without a readable order, with a warning', () => {
    const plan = 'Step 1: a\nStep 2: b\n'
    for (const order of ['', 'Execution Order: Step 1 THEN Step 2', 'Execution Order: Step 3']) {
      const parsed = parsePlan(plan + order)
      expect(parsed).toMatchObject({ ok: true, warning: expect.stringContaining('order') })
      expect(steps(plan + order)).toBe('(a AND b)')
    }
  })

  it('uses the last order and the first text of each step', () => {
    const answer =
      'Step 1: a\nStep 2: b\nStep 1: c\nExecution Order: Step 2\nExecution Order: Step 1'
    expect(steps(answer)).toBe('a')
  })

  it('may number its steps without the word, also in its order', () => {
    expect(steps('Here is the plan:\n1. have 7 sticks\n2. have a table\n')).toBe(
      '(have 7 sticks AND have a table)',
    )
    expect(steps('1. a\n2. b\nExecution Order: (1 OR 2)')).toBe('(a OR b)')
    expect(steps('1. Think.\nStep 1: a\nStep 2: b')).toBe('(a AND b)')
  })

  it('is rejected without steps and with too many', () => {
    expect(parsePlan('I cannot help with that.')).toMatchObject({ ok: false })
    expect(parsePlan('Step 1:')).toMatchObject({ ok: false })
    const many = Array.from({ length: 60 }, (_, i) => `Step ${i}: get ${i}`).join('\n')
    expect(parsePlan(many)).toMatchObject({ ok: false })
    const twice = `Step 1: a\nExecution Order: Step 1${' AND Step 1'.repeat(60)}`
    expect(parsePlan(twice)).toMatchObject({ ok: false })
  })

  it('gives a plan or an error for any text', () => {
    const good =
      'Think.\nStep 1: fetch 7 stick\nStep 2: craft x\nExecution Order: ((Step 1 OR Step 2) AND Step 1)'
    const odd = ['(', ')', 'Step', ' AND ', '\n', '\u0000', '9'.repeat(30), 'Execution Order:', '}']
    let state = 1
    const random = (below: number) => {
      state = (state * 48_271) % 2_147_483_647
      return state % below
    }
    for (let round = 0; round < 2000; round++) {
      let answer = good
      for (let change = random(6); change >= 0; change--) {
        const place = random(answer.length)
        answer = answer.slice(0, place) + odd[random(odd.length)] + answer.slice(place + random(20))
      }
      const parsed = parsePlan(answer)
      if (parsed.ok) expect(steps(answer).length).toBeLessThan(40 * 320)
      else expect(parsed.error).not.toBe('')
    }
  })
})
