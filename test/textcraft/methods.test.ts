import { describe, expect, it } from 'vitest'
import type { ChatModel, ModelFailureKind, ModelRequest, ModelResult } from '#llm/model'
import type { Selector } from '#selector/selector'
import { NearestSelector } from '#selector/selectors/nearest'
import { runBenchmark } from '#textcraft/benchmark'
import { kindOf } from '#textcraft/game'
import { METHODS, type Method } from '#textcraft/methods'
import { ModelSolver } from '#textcraft/model-solver'
import { Rulebook } from '#textcraft/rulebook'
import type { Played } from '#textcraft/solver'
import { summaryOf } from '#textcraft/summary'
import { TEST_TASKS } from '#textcraft/tasks'
import { type Mistakes, TextCraftModel } from '../support/textcraft-model.ts'

const book = new Rulebook()
const NEVER = new AbortController().signal
/** Ten tasks of recipe depth 2 and ten of depth 3. */
const SHALLOW = TEST_TASKS.filter(({ goal }) => book.depthOf(kindOf(goal)) === 2).slice(0, 10)
const DEEPER = TEST_TASKS.filter(({ goal }) => book.depthOf(kindOf(goal)) === 3).slice(20, 30)
const CHEST = TEST_TASKS.filter(({ goal }) => goal === 'chest')

function solver(
  method: Method,
  model: ChatModel,
  maxDepth = 4,
  selector: Selector | null = new NearestSelector(),
) {
  return new ModelSolver({ method, book, model, selector, maxDepth, maxRuns: 300 })
}

async function solved(method: Method, mistakes: Mistakes = {}, tasks = SHALLOW, maxDepth = 4) {
  const solvers = solver(method, new TextCraftModel(mistakes), maxDepth)
  return summaryOf((await runBenchmark(tasks, solvers, book, () => {}, NEVER)).tasks).solved
}

/** Plays the task of the chest with a scripted model. */
async function playedWith(
  method: Method,
  answer: (request: ModelRequest, call: number) => string | ModelFailureKind,
  failures: readonly ModelFailureKind[] = [],
): Promise<{ played: Played; requests: ModelRequest[] }> {
  const requests: ModelRequest[] = []
  const model: ChatModel = {
    name: 'scripted',
    complete<T>(request: ModelRequest<T>): Promise<ModelResult<T>> {
      requests.push(request)
      const text = answer(request, requests.length)
      const kind = failures.find((one) => one === text)
      const usage = { inputTokens: 10, outputTokens: 1, estimated: false }
      return Promise.resolve(
        kind
          ? { ok: false, failure: { kind, detail: 'scripted failure' } }
          : { ok: true, text, finishReason: 'stop', usage, latencyMs: 0 },
      )
    },
  }
  const [task] = CHEST
  if (!task) throw new Error('there is no such task')
  return { played: await solver(method, model).play(task, NEVER), requests }
}

describe('a plan with alternatives', () => {
  /** The tasks of an executor that always fails, in order. */
  async function tried(selector: Selector | null): Promise<string[]> {
    const tasks: string[] = []
    const model: ChatModel = {
      name: 'scripted',
      complete<T>({ purpose, messages }: ModelRequest<T>): Promise<ModelResult<T>> {
        const asked = messages.findLast(({ role }) => role === 'user')?.content ?? ''
        if (purpose === 'act') tasks.push(/Goal: (.*)/.exec(asked)?.[1] ?? asked.slice(-60))
        const text =
          purpose === 'plan'
            ? 'Step 1: fetch 1 hopper\nStep 2: fetch 4 oak planks\nExecution Order: (Step 1 OR Step 2)'
            : 'think: task failed!'
        const usage = { inputTokens: 1, outputTokens: 1, estimated: false }
        return Promise.resolve({ ok: true, text, finishReason: 'stop', usage, latencyMs: 0 })
      },
    }
    const [task] = CHEST
    if (!task) throw new Error('there is no such task')
    await solver('adapt', model, 2, selector).play(task, NEVER)
    return tasks
  }

  it('is followed in the model’s order, or in the order of a selector that knows the recipes', async () => {
    const first = (tasks: string[]) => tasks.find((task) => /oak|hopper/.test(task))
    expect(first(await tried(null))).toContain('hopper')
    expect(first(await tried(new NearestSelector()))).toContain('oak planks')
  })
})

describe('a solver that manages one recipe at a time', () => {
  it('solves deeper recipes only by the recursion, and deeper recipes need more depth', async () => {
    expect(await solved('react')).toBe(0)
    expect(await solved('adapt')).toBe(SHALLOW.length)
    expect(await solved('adapt', {}, DEEPER)).toBe(DEEPER.length)
    expect(await solved('adapt', {}, DEEPER, 2)).toBeLessThan(DEEPER.length)
    expect(await solved('adapt', {}, DEEPER, 1)).toBe(0)
  })

  it('also solves them by a detailed plan and by Reflexion, but not by trying again', async () => {
    expect(await solved('plan-and-execute')).toBe(SHALLOW.length)
    expect(await solved('try-again')).toBe(0)
    expect(await solved('reflexion')).toBe(SHALLOW.length)
  })
})

describe('a solver by threads', () => {
  it.each([{}, { halves: true }, { forgets: true }, { rambles: true }, { chats: true }])(
    'solves all tasks despite mistakes that it can correct: %j',
    async (mistakes) => {
      expect(await solved('thread', mistakes, [...SHALLOW, ...DEEPER], 10)).toBe(20)
    },
  )

  it('solves all 200 tasks with the scripted model', async () => {
    const solvers = solver('thread', new TextCraftModel(), 10)
    const { tasks } = await runBenchmark(TEST_TASKS, solvers, book, () => {}, NEVER)
    expect(summaryOf(tasks)).toMatchObject({ tasks: 200, solved: 200, claimed: 200 })
    expect(Math.max(...tasks.map(({ depth }) => depth))).toBe(7)
  })
})

describe('mistakes of a model', () => {
  it('are corrected when the game rejects them', async () => {
    const model = new TextCraftModel({ halves: true })
    const { tasks } = await runBenchmark(SHALLOW, solver('adapt', model), book, () => {}, NEVER)
    expect(summaryOf(tasks).solved).toBe(SHALLOW.length)
    expect(JSON.stringify(tasks)).toContain('Could not find a valid recipe')
  })

  it('in a plan are corrected by splitting the failed steps', async () => {
    expect(await solved('adapt', { forgets: true })).toBe(SHALLOW.length)
    expect(await solved('adapt', { forgets: true }, SHALLOW, 2)).toBeLessThan(SHALLOW.length)
  })

  it('in its own verdict are not corrected, as in the paper (appendix F)', async () => {
    const model = new TextCraftModel({ boasts: true })
    const { tasks } = await runBenchmark(SHALLOW, solver('adapt', model), book, () => {}, NEVER)
    expect(summaryOf(tasks).solved).toBe(0)
    expect(tasks[0]).toMatchObject({ failure: 'the goal is not crafted', games: [{ ok: true }] })
  })

  it.each(METHODS)('are counted as claimed and not as solved, by %s', async (method) => {
    const summary = async (mistakes: Mistakes) => {
      const solvers = solver(method, new TextCraftModel(mistakes))
      return summaryOf((await runBenchmark(SHALLOW, solvers, book, () => {}, NEVER)).tasks)
    }
    const isBoasting = { claimed: 10, claimedSuccess: 100 }
    const boasts = await summary({ boasts: true })
    // A detailed plan gives no occasion for a false claim, and a lesson corrects it.
    const isReal = /plan-and-execute|reflexion|adaplanner/.test(method)
    expect(boasts).toMatchObject({ ...isBoasting, solved: isReal ? 10 : 0 })
    const honest = await summary({})
    expect(honest.claimed).toBe(honest.solved)
  })

  it('in the form of an answer do no harm', async () => {
    expect(await solved('adapt', { rambles: true })).toBe(SHALLOW.length)
    expect(await solved('adapt', { chats: true })).toBe(SHALLOW.length)
  })
})

describe('a method', () => {
  it('counts its model calls', async () => {
    const model = new TextCraftModel()
    const { tasks } = await runBenchmark(CHEST, solver('adapt', model), book, () => {}, NEVER)
    const [task] = tasks
    expect(task?.calls).toBe(model.requests.length)
    const characters = model.requests.flatMap(({ messages }) => messages.map((one) => one.content))
    expect(task?.inputTokens).toBe(characters.join('').length)
    expect(task?.games[0]).toMatchObject({
      plans: model.requests.filter((one) => one.purpose === 'plan').length,
    })
  })

  it('gives the inventory to executor and planner', async () => {
    const model = new TextCraftModel()
    await runBenchmark(CHEST, solver('adapt', model), book, () => {}, NEVER)
    const last = model.requests.findLast(({ messages }) => messages.length === 2)
    expect(last?.messages[1]?.content).toMatch(/^Goal: craft 1 chest using 8 planks$/m)
    expect(last?.messages[1]?.content).toMatch(/^Inventory: .*planks\] \(12\)/m)
  })

  it.each([
    ['react', 60],
    ['try-again', 80],
    ['reflexion', 83],
  ] as const)('%s ends after %i calls without a result', async (method, calls) => {
    const { played } = await playedWith(method, () => 'get 1 stone')
    expect(played).toMatchObject({ solved: false, calls })
    expect(played.games).toHaveLength(method === 'react' ? 1 : 4)
    expect(played.failure).toMatch(/not done in (20|60) turns/)
  })

  it('ends after eight turns in a row without progress', async () => {
    const { played } = await playedWith('react', () => 'think: hm')
    expect(played).toMatchObject({ calls: 8, failure: '8 turns in a row brought nothing' })
  })

  it('starts again with an empty inventory, at a higher temperature', async () => {
    const { requests } = await playedWith('try-again', (_, call) =>
      call % 2 === 1 ? 'get 1 stone' : 'think: task failed',
    )
    expect(requests.map(({ temperature }) => temperature)).toEqual([
      0, 0, 0.7, 0.7, 0.7, 0.7, 0.7, 0.7,
    ])
    for (const { messages } of requests)
      expect(messages[1]?.content).toContain('You are not carrying anything.')
  })

  it('uses its earlier lessons', async () => {
    const { requests } = await playedWith('reflexion', ({ purpose }, call) =>
      purpose === 'reflect' ? `Lesson ${call}.` : 'think: task failed',
    )
    expect(requests.map(({ purpose }) => purpose)).toEqual([
      'act',
      'reflect',
      'act',
      'reflect',
      'act',
      'reflect',
      'act',
    ])
    expect(requests[1]?.messages[1]?.content).toContain('> think: task failed')
    expect(requests.at(-1)?.messages[1]?.content).toContain('Lesson 2.\nLesson 4.\nLesson 6.')
  })

  it('fails without a plan in the answer', async () => {
    for (const method of ['adapt', 'plan-and-execute'] as const) {
      const { played } = await playedWith(method, ({ purpose }) =>
        purpose === 'plan' ? 'No.' : 'think: task failed',
      )
      expect(played).toMatchObject({ solved: false, failure: expect.stringContaining('no plan') })
    }
  })
})

describe('a model that fails', () => {
  it.each(METHODS)('ends %s and the whole benchmark', async (method) => {
    const { played } = await playedWith(method, () => 'auth', ['auth'])
    expect(played).toMatchObject({ solved: false, calls: 1, modelFailure: { kind: 'auth' } })
    const model: ChatModel = {
      name: 'none',
      complete: () =>
        Promise.resolve({ ok: false, failure: { kind: 'budget', detail: '3 calls are made' } }),
    }
    const { tasks, ended } = await runBenchmark(
      SHALLOW,
      solver(method, model),
      book,
      () => {},
      NEVER,
    )
    expect(tasks).toEqual([])
    expect(ended).toMatchObject({ kind: 'budget' })
  })

  it('in a single answer fails that try only', async () => {
    const { played } = await playedWith(
      'try-again',
      (_, call) => (call < 4 ? 'empty' : 'get 1 stone'),
      ['empty'],
    )
    expect(played).toMatchObject({ calls: 3 + 20, modelFailure: null })
    expect(played.games.map(({ failure }) => failure?.kind)).toEqual(Array(4).fill('failed'))
  })
})
