import { describe, expect, it } from 'vitest'
import { NearestSelector } from '#selector/selectors/nearest'
import type { Trace } from '#strategies/adapt/trace'
import { runBenchmark } from '#textcraft/benchmark'
import { Game } from '#textcraft/game'
import type { SymbolicMethod } from '#textcraft/methods'
import { Rulebook } from '#textcraft/rulebook'
import { summariesByDepth, summaryOf } from '#textcraft/summary'
import { SymbolicSolver } from '#textcraft/symbolic-solver'
import { TEST_TASKS } from '#textcraft/tasks'

const book = new Rulebook()
const NEVER = new AbortController().signal

async function played(method: SymbolicMethod, maxDepth: number, signal = NEVER) {
  const selector = new NearestSelector()
  const solver = new SymbolicSolver({ method, book, selector, maxDepth, maxRuns: 300 })
  return runBenchmark(TEST_TASKS, solver, book, () => {}, signal)
}

/** The actions of a game, from its trace. */
function actionsIn(trace: Trace): string[] {
  if (trace.kind !== 'task') return trace.branches.flatMap(actionsIn)
  const own = trace.log.filter((line) => line.startsWith('> '))
  return [...own, ...(trace.plan ? actionsIn(trace.plan) : [])]
}

describe('rules in place of a model', () => {
  it('solve all 200 tasks by the recursion', async () => {
    const { tasks, ended } = await played('adapt', 4)
    expect(ended).toBeNull()
    expect(tasks.filter(({ solved }) => !solved).map(({ goal }) => goal)).toEqual([])
    expect(tasks).toHaveLength(200)
    for (const { recipeDepth, depth } of summariesByDepth(tasks))
      expect(Math.round(depth ?? 0)).toBe(recipeDepth)
  })

  it('solve them in games that replay identically', async () => {
    const { tasks } = await played('adapt', 4)
    for (const { goal, games } of tasks) {
      const game = new Game(book, goal)
      const observations = games
        .flatMap((one) => ('plans' in one ? actionsIn(one.trace) : []))
        .map((one) => game.act(one))
      expect(observations.filter((text) => /^(Could not|Wrong)/.test(text))).toEqual([])
      expect(game.isWon).toBe(true)
    }
  })

  it.each([
    [1, [0, 0, 0]],
    [2, [77, 0, 0]],
    [3, [77, 112, 0]],
    [4, [77, 112, 11]],
  ])('solve with a depth of %i what is no deeper', async (maxDepth, solved) => {
    const { tasks } = await played('adapt', maxDepth)
    expect(summariesByDepth(tasks).map((row) => row.solved)).toEqual(solved)
  })

  it('solve nothing without a plan, and every task by a detailed plan', async () => {
    expect(summaryOf((await played('react', 4)).tasks)).toMatchObject({ solved: 0, success: 0 })
    expect(summaryOf((await played('plan-and-execute', 4)).tasks)).toMatchObject({ solved: 200 })
  })

  it('stop when the signal fires', async () => {
    const stopped = await played('adapt', 4, AbortSignal.abort())
    expect(stopped).toEqual({ tasks: [], ended: 'interrupted' })
    expect(summaryOf(stopped.tasks)).toMatchObject({ tasks: 0, success: null, depth: null })
  })
})
