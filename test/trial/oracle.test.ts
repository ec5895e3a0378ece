import { describe, expect, it } from 'vitest'
import type { EventBody } from '#events/events'
import type { Settings } from '#events/settings'
import { FEATURE_VERSION, FEATURES } from '#selector/features/features'
import { type Finished, searchOracle } from '#trial/oracle'
import { goalOf } from '../support/language.ts'
import { sampleLog, sampleSettings } from '../support/sample-events.ts'

const GOALS = ['sand', 'log', 'dirt'] as const
type Item = (typeof GOALS)[number]

const BASE: Settings = { ...sampleSettings, world: 'practice', selector: 'nearest', maxTicks: 500 }

/** What each thing takes after another, or at first: sand lies beside the dirt, logs beside neither. */
function ticksOf(item: Item, before: Item | undefined): number {
  if (item === 'log') return 40
  return before === 'sand' || before === 'dirt' ? 10 : 100
}

/** A world that repeats: its selector takes the goals in the order above, but for what is forced. */
class Repeating {
  readonly played: Settings[] = []
  readonly #finished = new Map<string, Finished>()

  readonly find = (settings: Settings) => this.#finished.get(JSON.stringify(settings)) ?? null

  play(settings: Settings): void {
    this.played.push(settings)
    const left: Item[] = [...GOALS]
    const events: [number, EventBody][] = []
    let [t, before]: [number, Item | undefined] = [0, undefined]
    for (let decision = 1; left.length > 0; decision++) {
      const forced =
        settings.overrideChoice.find((one) => one.decision === decision)?.candidate ?? 1
      // The first goal has two candidates.
      const [item = 'log'] = left.splice(Math.max(0, Number(forced) - 2), 1)
      const goals = [item, ...left].map((one) => goalOf(`mine({${one}:1}, null)`))
      const [goal = goalOf('mine({log:1}, null)')] = goals
      events.push([t, chosen(goals)])
      const ticks = ticksOf(item, before)
      t += ticks
      before = item
      events.push([
        t,
        { type: 'skill-end', skill: 'mine', goal, ticks, failure: null, changes: {} },
      ])
    }
    const isInTime = t <= settings.maxTicks
    events.push([t, { type: 'trial-end', end: isInTime ? 'success' : 'limit', detail: '' }])
    this.#finished.set(JSON.stringify(settings), {
      settings,
      events: sampleLog(settings, events),
      ticks: isInTime ? t : Number.POSITIVE_INFINITY,
    })
  }
}

function chosen(goals: readonly ReturnType<typeof goalOf>[]): EventBody {
  const features = FEATURES.map(() => 0)
  const candidates = goals.map((goal) => {
    return { goal, features, predictedTicks: 1, interval: null, source: null, search: null }
  })
  const [first] = candidates
  return {
    type: 'goal-chosen',
    goal: first?.goal ?? goalOf('mine({log:1}, null)'),
    featureVersion: FEATURE_VERSION,
    candidates: first ? [first, ...candidates] : [],
  }
}

function searched(base: Settings) {
  const world = new Repeating()
  for (;;) {
    const search = searchOracle(base, world.find)
    if (search.kind === 'found') return { ...search, played: world.played }
    expect(search.missing.length).toBeGreaterThan(0)
    for (const settings of search.missing) world.play(settings)
  }
}

describe('the oracle', () => {
  it('takes the goal with the shortest trial at each decision', () => {
    const { best, decisions } = searched(BASE)
    expect(best.ticks).toBe(40 + 100 + 10)
    expect(best.settings.overrideChoice).toEqual([{ decision: 1, candidate: 3 }])
    const horizons = decisions.map(({ decision, alternatives }) => [
      decision,
      alternatives.map(({ pursuit }) => pursuit.ticks),
    ])
    expect(horizons).toEqual([
      [1, [240, 150, 150]],
      [2, [110, 110]],
    ])
  })

  it('plays each goal of a decision once, however many candidates it has', () => {
    const { played } = searched(BASE)
    expect(played.map(({ overrideChoice }) => overrideChoice.length)).toEqual([0, 1, 1, 2])
  })

  it('succeeds where its selector alone takes too long', () => {
    const { best, played } = searched({ ...BASE, maxTicks: 160 })
    expect(best.ticks).toBe(150)
    expect(played[0]?.overrideChoice).toEqual([])
  })

  it('equals its selector if no other choice is better', () => {
    const { best } = searched({ ...BASE, maxTicks: 140 })
    expect(best).toMatchObject({
      ticks: Number.POSITIVE_INFINITY,
      settings: { overrideChoice: [] },
    })
  })
})
