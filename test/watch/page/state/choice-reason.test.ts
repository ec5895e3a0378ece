import { describe, expect, it } from 'vitest'
import { canWait, choiceReason, wayTo } from '#watch/page/state/choice-reason'

describe('the reason for a choice', () => {
  const goal = (item: string) =>
    ({ skill: 'mine', target: { [item]: 1 }, using: {}, tool: null }) as const
  const candidate = (item: string, predictedTicks: number | null) => ({
    goal: goal(item),
    predictedTicks,
    interval: null,
    source: null,
    search: null,
    features: null,
  })
  const settings = { selector: 'nearest', choose: null, overrideChoice: [] } as const
  const choiceOf = (...candidates: ReturnType<typeof candidate>[]) => ({
    tick: 1,
    goal: candidates[0]?.goal ?? goal('log'),
    candidates,
  })

  it('a cheaper candidate below a costlier one can wait', () => {
    const choice = choiceOf(
      candidate('iron_ore', 1260),
      candidate('coal', 3060),
      candidate('stone', 450),
    )
    expect([...canWait(choice)].map((one) => one.goal.target)).toEqual([{ stone: 1 }])
    expect(choiceReason(choice, settings)).toMatch(/cannot wait/)
  })

  it('without any, the lowest prediction is chosen', () => {
    const choice = choiceOf(candidate('log', 10), candidate('stone', 20), candidate('sand', null))
    expect(canWait(choice).size).toBe(0)
    expect(choiceReason(choice, settings)).toBe('The lowest prediction.')
    expect(choiceReason(choiceOf(candidate('log', 10)), settings)).toMatch(/only/)
    expect(choiceReason(choice, { ...settings, choose: 'softmax' })).toMatch(/softmax/)
  })

  it.each([
    [{ x: 3, y: 64, z: -4 }, '5 blocks north-east'],
    [{ x: -10, y: 64, z: 0 }, '10 blocks west'],
    [{ x: 0, y: 59, z: 7 }, '7 blocks south, 5 below'],
    [{ x: 0, y: 67, z: 0 }, '3 above'],
    [{ x: 1, y: 64, z: 0 }, '1 block east'],
  ])('the way to %o is %s', (to, text) => {
    expect(wayTo({ x: 0.5, y: 64, z: 0.5 }, to)).toBe(text)
  })
})
