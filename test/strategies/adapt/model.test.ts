import seedrandom from 'seedrandom'
import { describe, expect, it } from 'vitest'
import { type EventBody, eventSchema } from '#events/events'
import type {
  ChatMessage,
  ChatModel,
  ModelFailureKind,
  ModelRequest,
  ModelResult,
} from '#llm/model'
import { NearestSelector } from '#selector/selectors/nearest'
import { parseWorldTask } from '#strategies/adapt/parse-world-task'
import { planText } from '#strategies/adapt/plan-tree'
import { AdaptStrategy, WORLD_MAX_DEPTH } from '#strategies/adapt/world-strategy'
import { worldTaskText } from '#strategies/adapt/world-task'
import { findTask, TASKS } from '#trial/tasks'
import { spoiltAnswer } from '../../support/hostile-text.ts'
import { language } from '../../support/language.ts'
import { ScriptedModel } from '../../support/scripted-model.ts'
import { playText } from '../../support/text-trial.ts'
import { casesFor } from '../../support/versions.ts'

const EXECUTORS = ['skills', 'react'] as const
type ExecutorName = (typeof EXECUTORS)[number]

/** Plays a task in the text world with the scripted model, or with the answers of a script. */
async function play(task: string, executor: ExecutorName, answers?: Answers, maxDepth?: number) {
  const steps: EventBody[] = []
  const model = answers ? new Script(answers) : new ScriptedModel('1')
  const strategy = new AdaptStrategy({
    selector: new NearestSelector(),
    maxDepth: maxDepth ?? WORLD_MAX_DEPTH,
    llm: { model, executor },
    onEvent: (event) => steps.push({ type: 'adapt', ...event }),
  })
  const played = await playText(findTask(task), strategy, { maxGoals: 100 })
  return { ...played, steps, requests: model instanceof Script ? model.requests : [] }
}

interface Answers {
  readonly act?: readonly string[]
  readonly plan?: readonly string[]
  /** The failure of a call when the script has no more answers; by default, `budget`. */
  readonly end?: ModelFailureKind
}

/** A model with scripted answers for each purpose, in order. */
class Script implements ChatModel {
  readonly name = 'script'
  readonly requests: ModelRequest[] = []
  readonly #left: Record<string, string[]>
  readonly #end: ModelFailureKind

  constructor({ act = [], plan = [], end = 'budget' }: Answers) {
    this.#left = { act: [...act], plan: [...plan] }
    this.#end = end
  }

  complete<T>(request: ModelRequest<T>): Promise<ModelResult<T>> {
    this.requests.push(request)
    const text = this.#left[request.purpose]?.shift()
    if (text === undefined)
      return Promise.resolve({ ok: false, failure: { kind: this.#end, detail: 'no more' } })
    const usage = { inputTokens: 0, outputTokens: 0, estimated: true }
    return Promise.resolve({ ok: true, text, finishReason: 'stop', usage, latencyMs: 0 })
  }
}

function goalsOf(events: readonly EventBody[]): string[] {
  return events.flatMap((event) =>
    event.type === 'skill-end' && !event.failure
      ? [`${event.skill} ${Object.keys(event.goal?.target ?? {})}`]
      : [],
  )
}

/** The last user message of a request. */
function heard({ messages }: { messages: readonly ChatMessage[] }): string {
  return messages.at(-1)?.content ?? ''
}

describe('a step of a plan', () => {
  it.each([
    ['have 3 iron_ingot', 'have 3 iron_ingot'],
    ['Have 3 iron ingots.', 'have 3 iron_ingot'],
    ['obtain a stone pickaxe', 'have 1 stone_pickaxe'],
    ['have 1 stone_pickaxe or better', 'have 1 stone_pickaxe or better'],
    ['have a crafting_table at hand', 'have a crafting_table at hand'],
    ['have 2 furnace', 'have 2 furnace'],
    ['have 2 stick and 3 planks', '(have 2 stick AND have 3 planks)'],
    ['wear iron_boots', 'wear iron_boots'],
    ["mine({cobblestone:3}, 'wooden_pickaxe')", "mine({cobblestone:3}, 'wooden_pickaxe')"],
    ['`craft({stick:4}, {planks:2}, null)`', 'craft({stick:4}, {planks:2}, null)'],
    ['chop down 2 logs', 'mine({log:2}, null)'],
  ])('%s is %s', (step, meaning) => {
    const read = parseWorldTask(language, step)
    expect(read.ok && planText(read.plan, worldTaskText)).toBe(meaning)
  })

  it.each(['', 'have', 'have 3 of everything', 'have 1 zzyzx', 'be happy'])(
    '"%s" is rejected with a reason',
    (step) => {
      const read = parseWorldTask(language, step)
      expect(!read.ok && read.error).toMatch(/\w/)
    },
  )
})

describe.each(EXECUTORS)('ADaPT by a model, with %s', (executor) => {
  it.each(['craft_crafting_table', 'craft_iron_pickaxe', 'equip_iron_boots', 'obtain_diamond'])(
    'completes %s',
    async (task) => {
      const { success, steps } = await play(task, executor)
      expect(success).toBe(true)
      expect(steps[0]).toMatchObject({ what: 'try', depth: 1 })
      expect(steps.some((step) => 'what' in step && step.what === 'split')).toBe(true)
    },
  )

  it('ends when the model cannot be asked any more, and reports why', async () => {
    const { outcome, requests } = await play('craft_sticks', executor, {})
    expect(outcome).toEqual({
      end: 'gave-up',
      detail: 'the budget of the model is spent: no more',
    })
    expect(requests).toHaveLength(1)
  })

  it('gives up a model that fails again and again', async () => {
    const { outcome, requests } = await play('craft_sticks', executor, { end: 'timeout' })
    expect(outcome).toEqual({ end: 'gave-up', detail: expect.stringMatching(/answer: timeout/) })
    expect(requests).toHaveLength(3)
  })

  it('survives nonsense answers', async () => {
    const random = seedrandom(`rubbish ${executor}`)
    for (let trial = 0; trial < 10; trial++) {
      const answers = () => Array.from({ length: 60 }, () => spoiltAnswer(random))
      const { events, steps, outcome } = await play('craft_chest', executor, {
        act: answers(),
        plan: answers(),
      })
      for (const body of [...events, ...steps]) eventSchema.parse({ v: 1, t: 0, wall: 0, ...body })
      expect(['gave-up', 'stopped']).toContain(outcome.end)
    }
    expect(globalThis).not.toHaveProperty('delverCanary')
  })
})

describe('most tasks of DEPS', () => {
  it.each(EXECUTORS)(
    'are completed by the scripted model and %s, despite its mistakes',
    async (executor) => {
      const tasks = casesFor({ all: TASKS, some: TASKS.filter((_, index) => index % 4 === 0) })
      let successes = 0
      for (const { name } of tasks) if ((await play(name, executor)).success) successes++
      expect(successes / tasks.length).toBeGreaterThan(0.9)
    },
    60_000,
  )
})

describe('a planner by a model', () => {
  it('joins steps by AND and OR', async () => {
    const { success, events } = await play('craft_torch', 'skills', {
      plan: [
        [
          'Step 1: have 2 stick',
          'Step 2: have 1 coal',
          'Step 3: mine({log:1}, null)',
          'Step 4: craft({torch:4}, {stick:1, coal:1}, null)',
          'Execution Order: (Step 1 AND (Step 2 OR Step 3) AND Step 4)',
        ].join('\n'),
        'Step 1: have 3 log\nStep 2: have 8 planks\nStep 3: craft({stick:4}, {planks:2}, null)\nExecution Order: (Step 1 AND Step 2 AND Step 3)',
      ],
    })
    expect(success).toBe(false)
    // Logs need no tool, so the selector chooses them.
    expect(goalsOf(events)).toEqual(['mine log', 'craft planks', 'craft stick', 'mine log'])
  })

  it('sees the agent’s state and the failed tasks, but not the reasons', async () => {
    const { requests } = await play('craft_sticks', 'skills', {
      plan: [
        'Step 1: mine({log:1}, null)\nStep 2: craft({stick:4}, {planks:2}, null)\nExecution Order: (Step 1 AND Step 2)',
      ],
    })
    const [first, second] = requests.map(heard)
    expect(first).toBe('Task: have 1 stick\nInventory: {}')
    expect(second).toBe(
      [
        'Task: craft({stick:4}, {planks:2}, null)',
        'Inventory: {oak_log:1}',
        'The executor has also failed at: have 1 stick.',
      ].join('\n'),
    )
  })

  it('gets unusable answers back, and the task fails after the third', async () => {
    const { requests, events, steps } = await play('craft_sticks', 'skills', {
      plan: [
        'I would rather not.',
        'Step 1: have 3 zzyzx\nExecution Order: (Step 1)',
        'Step 1: have 3 log AND',
      ],
      end: 'rejected',
    })
    expect(heard(requests[1] ?? { messages: [] })).toContain('no line "Step 1: ..."')
    expect(heard(requests[2] ?? { messages: [] })).toContain("no item 'zzyzx'")
    const problems = events.filter((event) => event.type === 'answer-rejected')
    expect(problems.map((event) => event.purpose)).toEqual(['plan', 'plan', 'plan'])
    expect(steps.at(2)).toMatchObject({ what: 'split', detail: 'have 3 log' })
  })
})

describe('an executor by a model', () => {
  it('acts, observes by the descriptor, thinks, and ends its task by its own verdict', async () => {
    const { requests, steps, events } = await play('craft_wooden_pickaxe', 'react', {
      act: [
        'craft({planks:4}, {log:1}, null)',
        'think: I need a log first',
        'Thought: let me see\nAction: mine({log:2}, null)\nObservation: I succeed on mine({diamond:9}, null).\n> craft({stick:4}, {planks:2}, null)',
        '{"action": "craft", "item": "planks", "count": 8}',
        'sing a song',
        'think: that is too much. Task failed!',
      ],
    })
    const seen = requests.map(heard)
    expect(seen[0]).toBe('Task: have 1 wooden_pickaxe\nInventory: {}')
    expect(seen[1]).toMatch(/^I fail on craft\(.*missing-material.*\nMy inventory has \{\}\./)
    expect(seen[2]).toBe('OK.')
    expect(seen[3]).toMatch(
      /^I succeed on mine\(\{log:2\}, null\)\.\nMy inventory has \{oak_log:2\}/,
    )
    expect(seen[4]).toMatch(/^I succeed on craft\(\{planks:8\}/)
    expect(seen[5]).toMatch(/^Nothing is done: /)
    expect(requests[4]?.messages.at(-2)).toMatchObject({
      role: 'assistant',
      content: expect.stringMatching(/^craft\(\{planks:8\}/),
    })
    expect(goalsOf(events)).toEqual(['mine log', 'craft planks'])
    expect(events.flatMap((event) => (event.type === 'thought' ? [event.text] : []))).toEqual([
      'I need a log first',
      'let me see',
      'that is too much. Task failed!',
    ])
    expect(events.filter(({ type }) => type === 'failure-description')).toHaveLength(1)
    expect(steps.at(1)).toMatchObject({
      what: 'too-hard',
      detail: 'it says: think: that is too much. Task failed!',
    })
  })

  it('begins with the inventory and without earlier failures', async () => {
    const { requests } = await play('craft_sticks', 'react', {
      act: ['mine({log:1}, null)', 'think: task failed'],
      plan: ['Step 1: have 2 planks\nExecution Order: (Step 1)'],
    })
    const last = requests.at(-1)?.messages ?? []
    expect(last.map(({ role }) => role)).toEqual(['system', 'user'])
    expect(last[1]?.content).toBe('Task: have 2 planks\nInventory: {oak_log:1}')
  })

  it('fails after twenty turns, or after eight in a row without progress', async () => {
    const idle = await play('craft_sticks', 'react', { act: Array(30).fill('think: hm') }, 1)
    expect(idle.requests.length).toBeGreaterThan(8)
    expect(idle.steps.at(1)).toMatchObject({ detail: '8 turns in a row brought nothing' })
    const busy = await play('craft_sticks', 'react', { act: Array(30).fill('mine 1 log') }, 1)
    expect(busy.steps.at(1)).toMatchObject({ detail: 'not done in 20 turns' })
    expect(goalsOf(busy.events)).toHaveLength(30)
  })

  it('cannot claim an item that the inventory does not show', async () => {
    const { success, steps } = await play('craft_planks', 'react', {
      act: [
        'think: task completed',
        'mine({log:1}, null)',
        'think: task completed',
        'craft({planks:4}, {log:1}, null)',
      ],
      plan: [
        'Step 1: have 1 log\nStep 2: craft({planks:4}, {log:1}, null)\nExecution Order: (Step 1 AND Step 2)',
      ],
    })
    expect(success).toBe(true)
    expect(steps.at(1)).toMatchObject({
      what: 'too-hard',
      detail: expect.stringContaining('the inventory does not show'),
    })
  })
})
