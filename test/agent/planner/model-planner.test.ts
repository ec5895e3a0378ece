import { describe, expect, it } from 'vitest'
import { ModelExplainer } from '#agent/explainer/model-explainer'
import { ModelPlanner, type ModelPlannerOptions } from '#agent/planner/model-planner'
import type { PlanFeedback, PlanRequest } from '#agent/planner/planner'
import type { EventBody } from '#events/events'
import { inventoryObservation } from '#goal/observation'
import { goalText } from '#goal/print'
import type { ChatMessage, ChatModel, ModelFailureKind, ModelRequest } from '#llm/model'
import { WatchedModel } from '#llm/watched-model'
import { goalOf, language, registry } from '../../support/language.ts'

const PLAN = 'mine({log:3}, null);'

/** A model that gives answers from a list, in order, and keeps the requests. */
class Puppet implements ChatModel {
  readonly name = 'puppet'
  readonly asked: ModelRequest[] = []
  readonly #answers: (string | ModelFailureKind | { cut: string })[]

  constructor(...answers: (string | ModelFailureKind | { cut: string })[]) {
    this.#answers = answers
  }

  complete<T>(request: ModelRequest<T>) {
    this.asked.push(request)
    const answer = this.#answers.shift() ?? PLAN
    if (typeof answer === 'string' && /^[a-z-]+$/.test(answer)) {
      const failure = { kind: answer as ModelFailureKind, detail: 'on purpose' }
      return Promise.resolve({ ok: false as const, failure })
    }
    const [text, finishReason] =
      typeof answer === 'string' ? [answer, 'stop'] : [answer.cut, 'length']
    const usage = { inputTokens: 1, outputTokens: 1, estimated: true }
    return Promise.resolve({ ok: true as const, text, finishReason, usage, latencyMs: 0 })
  }

  prompt(call: number): readonly ChatMessage[] {
    return this.asked[call]?.messages ?? []
  }

  last(call: number): string {
    return this.prompt(call).at(-1)?.content ?? ''
  }
}

function explainer(model: ChatModel) {
  const events: EventBody[] = []
  const record = (event: EventBody) => events.push(event)
  return { made: new ModelExplainer({ model: new WatchedModel(model), language, record }), events }
}

function planner(model: ChatModel, options: Partial<ModelPlannerOptions> = {}) {
  const events: EventBody[] = []
  const record = (event: EventBody) => events.push(event)
  const made = new ModelPlanner({ model: new WatchedModel(model), language, record, ...options })
  return { planner: made, events }
}

const { signal } = new AbortController()

const request: PlanRequest = {
  task: { target: { stone_pickaxe: 1 }, wear: null },
  observation: inventoryObservation(registry, {}),
  unavailable: new Set(),
  feedback: null,
}
const withSticks = { ...request, observation: inventoryObservation(registry, { stick: 1 }) }
const COBBLESTONE = goalOf('mine({cobblestone:3}, null)')

function feedback(description: string | null, explanation: string | null = null): PlanFeedback {
  const failure = { kind: 'missing-tool', detail: 'a pickaxe' } as const
  return { description, explanation, failed: { goal: COBBLESTONE, failure } }
}

describe('the planner with a model', () => {
  it('asks for the task with the inventory, in the words of the version', async () => {
    const model = new Puppet()
    const near = new Set(['crafting_table'])
    const result = await planner(model).planner.plan(
      {
        task: { target: { iron_boots: 1 }, wear: 'iron_boots' },
        observation: inventoryObservation(registry, { stick: 2 }, { near }),
        unavailable: new Set(['coal_ore']),
        feedback: null,
      },
      signal,
    )
    expect(result.ok && result.plan.map(goalText)).toEqual(['mine({log:3}, null)'])
    expect(result).toMatchObject({ isExact: false })
    expect(model.prompt(0)[0]).toMatchObject({
      role: 'system',
      content: expect.stringContaining('Minecraft 1.16.5'),
    })
    expect(model.last(0)).toBe(
      'Task: obtain and wear 1 iron_boots.\nInventory: {stick:2}\nNear me stands a crafting_table. I could not find coal_ore.\nPlan:',
    )
  })

  it('adds the description and the explanation of each failure to the dialogue', async () => {
    const model = new Puppet(PLAN, PLAN, PLAN)
    const { planner: made } = planner(model)
    await made.plan(request, signal)
    const first = feedback('It failed.', 'A pickaxe is needed.')
    await made.plan({ ...withSticks, feedback: first }, signal)
    const second = feedback('It failed again.', 'So is a table.')
    await made.plan({ ...request, feedback: second }, signal)
    const [asked, corrected, again] = [0, 1, 2].map((call) => model.prompt(call))
    const contents = (messages: typeof asked) => (messages ?? []).map(({ content }) => content)
    expect(contents(corrected).slice(0, asked?.length)).toEqual(contents(asked))
    expect(contents(again).slice(0, corrected?.length)).toEqual(contents(corrected))
    expect(contents(corrected).slice(asked?.length)).toEqual([
      'mine({log:3}, null) # step 1',
      expect.stringMatching(
        /^Descriptor: It failed\.\nExplainer: A pickaxe is needed\.\n.*\{stick:1\}/,
      ),
    ])
    expect(contents(again).at(-1)).toContain('It failed again.\nExplainer: So is a table.')
    expect(model.asked.map(({ purpose }) => purpose)).toEqual(['plan', 'plan', 'plan'])
  })

  it('pins the current plan and the last failure', async () => {
    const model = new Puppet(PLAN, 'Nonsense!', PLAN)
    const { planner: made } = planner(model)
    await made.plan(request, signal)
    await made.plan({ ...request, feedback: feedback('It failed.', 'Why.') }, signal)
    const pinned = model.prompt(2).filter((message) => message.pinned)
    expect(pinned.map(({ content }) => content)).toEqual([
      'mine({log:3}, null) # step 1',
      expect.stringContaining('It failed.'),
    ])
  })

  it('works without an explanation', async () => {
    const model = new Puppet()
    const { planner: made } = planner(model)
    await made.plan(request, signal)
    await made.plan({ ...request, feedback: feedback('It failed.') }, signal)
    expect(model.asked.map(({ purpose }) => purpose)).toEqual(['plan', 'plan'])
    expect(model.last(1)).toContain('Descriptor: It failed.')
    expect(model.last(1)).not.toContain('Explainer')
  })

  it('works without a description: a bare failure, no state', async () => {
    const model = new Puppet()
    const { planner: made } = planner(model)
    await made.plan(request, signal)
    await made.plan({ ...withSticks, feedback: feedback(null) }, signal)
    expect(model.last(1)).toBe(
      'The plan failed.\nMend it and plan the rest of the task.\nTask: obtain 1 stone_pickaxe.\nPlan:',
    )
  })

  it('begins a new dialogue for a new task', async () => {
    const model = new Puppet()
    const { planner: made } = planner(model)
    await made.plan(request, signal)
    const task = { target: { stick: 1 }, wear: null }
    await made.plan({ ...request, task, feedback: feedback('It failed.') }, signal)
    expect(model.prompt(1)).toHaveLength(2)
  })
})

describe('the explainer with a model', () => {
  it('gives the model the step and the outcome, and uses one line of its answer', async () => {
    const model = new Puppet(`Explanation: One.\n\nTwo. ${'x'.repeat(2000)}`)
    const { made, events } = explainer(model)
    const explanation = await made.explain(COBBLESTONE, 'I fail.', signal)
    const explained = explanation.kind === 'said' ? explanation.text : ''
    expect(model.asked[0]?.purpose).toBe('explain')
    expect(model.last(0)).toBe(
      'Failed step: mine({cobblestone:3}, null)\nWhat happened: I fail.\nExplanation:',
    )
    expect(explained.startsWith('One. Two. x')).toBe(true)
    expect(explained.length).toBe(500)
    expect(events).toEqual([{ type: 'explanation', text: explained }])
  })

  it('gives no explanation without an answer, and records why', async () => {
    const { made, events } = explainer(new Puppet('server'))
    expect(await made.explain(COBBLESTONE, 'I fail.', signal)).toEqual({ kind: 'nothing' })
    expect(events).toEqual([{ type: 'explanation-missing', reason: 'server, on purpose' }])
  })
})

describe('a rejected answer', () => {
  it('is sent back with the error', async () => {
    const model = new Puppet('I would rather not.', `mine({'blorbium':1}, null)`, PLAN)
    const { planner: made, events } = planner(model)
    expect((await made.plan(request, signal)).ok).toBe(true)
    expect(model.last(1)).toMatch(/^The answer could not be used: 'I would rather not.' is no goal/)
    expect(model.last(2)).toContain("no item 'blorbium'")
    expect(events.map(({ type }) => type)).toEqual(['answer-rejected', 'answer-rejected'])
  })

  it('is sent back when it is cut off', async () => {
    const model = new Puppet({ cut: PLAN }, PLAN)
    expect((await planner(model).planner.plan(request, signal)).ok).toBe(true)
    expect(model.last(1)).toContain('it is cut off')
  })

  it('is used as far as it can be read after the last attempt', async () => {
    const half = `${PLAN} craft({'blorbium':1}, {}, null)`
    const result = await planner(new Puppet(half, half, half)).planner.plan(request, signal)
    expect(result.ok && result.plan.map(goalText)).toEqual(['mine({log:3}, null)'])
  })

  it('ends the round after three attempts, and another round may give a plan', async () => {
    const { planner: made } = planner(new Puppet('No.', 'Never.', 'Not at all.', PLAN))
    expect(await made.plan(request, signal)).toMatchObject({ ok: false, isUnreadable: true })
    expect((await made.plan(request, signal)).ok).toBe(true)
  })

  it('is shortened in the dialogue', async () => {
    const model = new Puppet('x '.repeat(5000), PLAN)
    await planner(model).planner.plan(request, signal)
    expect(
      model
        .prompt(1)
        .map(({ content }) => content.length)
        .slice(2)[0],
    ).toBe(1000)
  })
})

describe('a model that does not answer', () => {
  it.each(['auth', 'budget', 'rejected', 'aborted', 'not-recorded'] as const)(
    'ends it at once: %s',
    async (kind) => {
      const result = await planner(new Puppet(kind)).planner.plan(request, signal)
      expect(result).toMatchObject({
        ok: false,
        isUnreadable: false,
        reason: expect.stringContaining(kind),
      })
    },
  )

  it.each([
    'rate-limit',
    'server',
    'connection',
    'timeout',
    'empty',
    'too-long',
    'bad-output',
  ] as const)('may be asked again, but not forever: %s', async (kind) => {
    const { planner: made } = planner(new Puppet(kind, kind, PLAN, kind, kind, kind))
    const ends = []
    for (let i = 0; i < 6; i++) {
      const result = await made.plan(request, signal)
      ends.push(result.ok ? 'plan' : result.isUnreadable)
    }
    expect(ends).toEqual([true, true, 'plan', true, true, false])
  })

  it('gets the same question again', async () => {
    const model = new Puppet(PLAN, 'server', PLAN)
    const { planner: made } = planner(model)
    await made.plan(request, signal)
    const failed = { ...request, feedback: feedback('It failed.', 'Why.') }
    await made.plan(failed, signal)
    await made.plan(failed, signal)
    expect(model.prompt(1).length).toBeGreaterThan(model.prompt(0).length)
    expect(model.prompt(2)).toEqual(model.prompt(1))
  })
})

describe('a plan by a schema', () => {
  const goals = [
    {
      skill: 'craft',
      target: [{ item: 'minecraft:stick', count: 4 }],
      using: [
        { item: 'planks', count: 1 },
        { item: 'planks', count: 1 },
      ],
      tool: null,
      or: [],
    },
    {
      skill: 'mine',
      target: [{ item: 'cobblestone', count: 3 }],
      using: [],
      tool: 'wooden_pickaxe',
      or: [{ skill: 'mine', target: [{ item: 'blackstone', count: 3 }], using: [], tool: null }],
    },
  ]
  const plan = [
    'craft({stick:4}, {planks:2}, null)',
    "mine({cobblestone:3}, 'wooden_pickaxe') or mine({blackstone:3}, null)",
  ]
  const asked = async (model: ChatModel) => {
    const result = await planner(model, { structured: true }).planner.plan(request, signal)
    return result.ok && result.plan.map(goalText)
  }

  /** A model that answers by the schema. */
  const objects = (...answers: (typeof goals)[]): ChatModel & { asked: number } => ({
    name: 'objects',
    asked: 0,
    async complete({ schema }) {
      const object = schema?.parse({ goals: answers[this.asked++] })
      const usage = { inputTokens: 1, outputTokens: 1, estimated: true }
      const text = JSON.stringify(object)
      const answer = { ok: true, text, finishReason: 'stop', usage, latencyMs: 0 } as const
      return object === undefined ? answer : { ...answer, object }
    },
  })

  it('is read as an object', async () => {
    expect(await asked(objects(goals))).toEqual(plan)
  })

  it('is read from the text if it has another form', async () => {
    const model = new Puppet(JSON.stringify({ goals }))
    expect(await asked(model)).toEqual(plan)
    expect(model.asked[0]?.schema?.safeParse({ goals }).success).toBe(true)
    expect(await asked(new Puppet(plan.join('\n')))).toEqual(plan)
  })

  it('is requested again when an item is unknown', async () => {
    const unknown = goals.map((goal) => ({ ...goal, target: [{ item: 'qqqqzzzz', count: 1 }] }))
    const model = objects(unknown, goals)
    expect(await asked(model)).toEqual(plan)
    expect(model.asked).toBe(2)
  })
})

describe('the comments of a plan', () => {
  it('stay in the dialogue when the plan is sent back', async () => {
    const answer = [
      '1. `mine({log:3}, null)` # step 1: three logs, because a table takes one',
      'craft({planks:12}, {log:3}, null)',
      'craft({crafting_table:1}, {planks:4}, null) // the table that stone tools need',
      'mine({log:3}, null) # again, for\u001b[31m fuel',
    ].join('\n')
    const model = new Puppet(answer, PLAN)
    const { planner: made } = planner(model)
    await made.plan(request, signal)
    await made.plan({ ...request, feedback: feedback('It failed.') }, signal)
    const sent = model
      .prompt(1)
      .find(({ role }) => role === 'assistant')
      ?.content.split('\n')
    expect(sent).toEqual([
      'mine({log:3}, null) # step 1: three logs, because a table takes one',
      'craft({planks:12}, {log:3}, null) # step 2',
      'craft({crafting_table:1}, {planks:4}, null) # step 3: the table that stone tools need',
      expect.stringMatching(/^mine\(\{log:3\}, null\) # step 4: again, for.*fuel$/),
    ])
    expect(sent?.at(-1)).not.toContain('\u001b')
  })
})

describe('a planner that explains inline', () => {
  it('asks for the explanation and the plan in one call, and keeps both in the dialogue', async () => {
    const said = 'I lack a pickaxe, see craft({stick:1}, null).'
    const model = new Puppet(PLAN, `Explainer: ${said}\nmine({log:3}, null) # wood`, PLAN)
    const { planner: made, events } = planner(model, { explainsInline: true })
    await made.plan(request, signal)
    expect(model.last(0)).not.toContain('First explain')
    const planned = await made.plan({ ...request, feedback: feedback('It failed.') }, signal)
    expect(model.asked.map(({ purpose }) => purpose)).toEqual(['plan', 'plan'])
    expect(model.last(1)).toContain('Descriptor: It failed.')
    expect(model.last(1)).toContain('First explain the failure in one line that begins with')
    expect(planned.ok && planned.plan.map(goalText)).toEqual(['mine({log:3}, null)'])
    expect(events).toEqual([{ type: 'explanation', text: said }])
    await made.plan({ ...request, feedback: feedback('Again.') }, signal)
    const answers = model.prompt(2).filter(({ role }) => role === 'assistant')
    expect(answers.at(-1)?.content).toBe(`Explainer: ${said}\nmine({log:3}, null) # step 1: wood`)
    expect(model.prompt(0)[0]?.content).toMatch(/Plan:\nExplainer: The wooden_pickaxe has worn out/)
  })
})
