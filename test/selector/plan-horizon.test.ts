import { Vec3 } from 'vec3'
import { describe, expect, it } from 'vitest'
import { inventoryObservation, type Observation } from '#goal/observation'
import { goalText } from '#goal/print'
import type { EstimatedCandidate } from '#selector/selector'
import { PlanHorizonSelector } from '#selector/selectors/plan-horizon'
import { type Stop, tourTicks } from '#selector/selectors/tour'
import { modelByFeature } from '../support/horizon-model.ts'
import { ALONE } from '../support/known-source.ts'
import { goalOf, registry } from '../support/language.ts'

/** A block takes one tick. */
const travel = (from: Vec3, to: Vec3) => from.distanceTo(to)
const START = { position: new Vec3(0, 64, 0), searched: 0 }
const at = (x: number, ticks = 0): Stop => ({ position: new Vec3(x, 64, 0), ticks })
const searched = (ticks: number): Stop => ({ position: null, ticks })

describe('the shortest tour of the goals', () => {
  it('takes no time without goals', () => {
    expect(tourTicks(START, [], travel)).toBe(0)
  })

  it('visits all goals in the best order, which is not that of the nearest', () => {
    // Nearest first: 4 + 14 (to -10) + 30 (to 20) = 48. Best: 10 + 30 = 40, past the goal at 4.
    expect(tourTicks(START, [[at(4)], [at(-10)], [at(20)]], travel)).toBe(40)
  })

  it('takes the way to a goal that lies best for the others', () => {
    expect(tourTicks(START, [[at(-5), at(9)], [at(10)]], travel)).toBe(10)
  })

  it('adds the work at each goal', () => {
    expect(tourTicks(START, [[at(4, 7)], [at(6, 30)]], travel)).toBe(43)
  })

  it('searches after the known goals, because a search leads away', () => {
    expect(tourTicks(START, [[searched(100)], [at(30)]], travel)).toBe(130)
    expect(tourTicks({ ...START, searched: 80 }, [[at(30)]], travel)).toBe(50)
  })

  it('shares what searches see', () => {
    const hundred = [searched(100)]
    expect(tourTicks(START, [hundred, hundred], travel)).toBe(150)
    expect(tourTicks({ ...START, searched: 100 }, [hundred], travel)).toBe(50)
    // A goal with a known way is not searched for.
    expect(tourTicks(START, [[at(5), searched(100)], [searched(90)]], travel)).toBe(95)
  })

  it('counts more goals than it can order', () => {
    const goals = Array.from({ length: 12 }, (_, i) => [at(i + 1)])
    // The nearest eight in a row, and each of the others from the start.
    expect(tourTicks(START, goals, travel)).toBe(8 + 9 + 10 + 11 + 12)
    expect(tourTicks(START, goals.toReversed(), travel)).toBe(8 + 9 + 10 + 11 + 12)
    // The work counts as well: the tour leads past eight quick goals, and the ninth is at one block.
    const slow = [at(1, 100), ...goals.slice(1, 9).flat()].map((stop) => [stop])
    expect(tourTicks(START, slow, travel)).toBe(9 + 101)
    // A goal is as far as its nearest way.
    const either = goals.map(([stop = at(0)], i) => (i === 0 ? [at(-99), stop] : [stop]))
    expect(tourTicks(START, either, travel)).toBe(8 + 9 + 10 + 11 + 12)
  })
})

/** In a body at the start, with the model's predictions equal to the estimates. */
const observation: Observation = {
  ...inventoryObservation(registry, {}),
  travelTicks: travel,
  body: {
    position: START.position,
    health: 20,
    food: 20,
    held: null,
    isNight: false,
    isHostile: false,
    stonesLeft: 0,
  },
}
const selector = new PlanHorizonSelector(modelByFeature('wanted', 0))

function known(goal: string, x: number, workTicks: number): EstimatedCandidate {
  const position = new Vec3(x, 64, 0)
  const ticks = travel(START.position, position)
  const source = { kind: 'oak_log', position, entity: null, ticks, age: 0, ...ALONE }
  return candidate(goal, { travelTicks: ticks, searchTicks: 0, workTicks }, { source })
}

function candidate(
  text: string,
  estimate: EstimatedCandidate['estimate'],
  approach: Partial<EstimatedCandidate>,
): EstimatedCandidate {
  const goal = goalOf(text)
  return { step: goal, goal, source: null, search: null, estimate, ...approach }
}

const order = (candidates: readonly EstimatedCandidate[], state = observation) =>
  selector.choose(candidates, state).map(({ candidate: { goal } }) => goalText(goal))

describe('the plan-horizon selector', () => {
  const near = known('mine({log:1}, null)', 40, 10)
  const behind = known('mine({sand:1}, null)', -100, 10)
  const far = known('mine({dirt:1}, null)', 200, 10)

  it('begins the shortest tour, even with a goal that is not the nearest', () => {
    // Nearest first leads 40 blocks out, 140 back and 300 out again; the tour back first and then out takes 400.
    expect(order([near, behind, far])[0]).toBe(goalText(behind.goal))
  })

  it('takes the nearest of goals in one direction', () => {
    expect(order([far, near])[0]).toBe(goalText(near.goal))
  })

  it('takes a known goal with much work before a short search, because a search leads away', () => {
    const long = known('mine({log:9}, null)', 40, 300)
    const search = candidate(
      'hunt({beef:1}, null)',
      { travelTicks: 0, searchTicks: 200, workTicks: 20 },
      { search: 'land' },
    )
    expect(order([search, long])[0]).toBe(goalText(long.goal))
  })

  it('crafts what it can before it leaves', () => {
    const craft = candidate(
      'craft({planks:4}, {log:1}, null)',
      { travelTicks: 0, searchTicks: 0, workTicks: 5 },
      {},
    )
    expect(order([near, craft])[0]).toBe(goalText(craft.goal))
  })

  it('takes goals that can wait last', () => {
    const estimate = { travelTicks: 0, searchTicks: 1, workTicks: 1 }
    const search: EstimatedCandidate = { ...near, source: null, search: 'land', estimate }
    expect(selector.choose([search, near], observation)[0]?.candidate).toBe(near)
    expect(selector.choose([near, search], observation)[0]?.candidate).toBe(near)
  })

  it('expects the quickest of several ways to craft', () => {
    const work = (workTicks: number) => ({ travelTicks: 0, searchTicks: 0, workTicks })
    const quick = candidate('craft({planks:4}, {log:1}, null)', work(5), {})
    const slow = { ...quick, estimate: work(500) }
    const scored = selector.choose([near, behind, far, slow, quick], observation)
    const ticks = scored.map(({ predictedTicks }) => predictedTicks)
    // The nearest goal first costs 80 ticks more than the shortest tour, and the slow way 495 more.
    expect(ticks).toEqual([5, 110, 50, 210, 500])
  })

  it('gives each candidate its own horizon', () => {
    const [first] = selector.choose([near, far], observation)
    expect(first?.predictedTicks).toBe(50)
    expect(first?.interval?.low).toBeLessThan(50)
  })

  it('takes the shortest goal without a body', () => {
    expect(order([far, near], { ...observation, body: null })[0]).toBe(goalText(near.goal))
  })
})
