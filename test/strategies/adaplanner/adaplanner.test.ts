import { describe, expect, it } from 'vitest'
import { loadPrompt } from '#agent/prompts'
import type { ModelFailureKind, ModelRequest } from '#llm/model'
import { WatchedModel } from '#llm/watched-model'
import { type AdaPlannerStep, adaPlan } from '#strategies/adaplanner/ada-planner'
import { plannedGoals } from '#strategies/adaplanner/planned-goals'
import { runSolution } from '#strategies/adaplanner/run-solution'
import { readSolution } from '#strategies/adaplanner/solution'
import { language } from '../../support/language.ts'
import { FIRST, get, Shelf, solution } from '../../support/shelf.ts'

const NEVER = new AbortController().signal

type Answer = string | { readonly failure: ModelFailureKind }

/** Plays a dialogue with a list of answers, of which the last repeats. */
async function play(answers: readonly Answer[], { maxPlans = 6, examples = '' } = {}) {
  const world = new Shelf()
  const requests: Pick<ModelRequest, 'purpose' | 'messages'>[] = []
  const steps: AdaPlannerStep[] = []
  const problems: string[] = []
  const model = new WatchedModel({
    name: 'scripted',
    complete({ purpose, messages }) {
      requests.push({ purpose, messages: [...messages] })
      const text = answers[Math.min(requests.length, answers.length) - 1] ?? ''
      if (typeof text !== 'string')
        return Promise.resolve({
          ok: false,
          failure: { kind: text.failure, detail: 'scripted failure' },
        })
      const usage = { inputTokens: 1, outputTokens: 1, estimated: true }
      return Promise.resolve({ ok: true, text, finishReason: 'stop', usage, latencyMs: 0 })
    },
  })
  const result = await adaPlan({
    model,
    world,
    prompt: loadPrompt('adaplanner-textcraft'),
    values: {},
    task: 'have a key',
    examples,
    context: {
      signal: NEVER,
      record: (event) => event.type === 'answer-rejected' && problems.push(event.problem),
    },
    maxPlans,
    maxFruitless: 3,
    onStep: (step) => steps.push(step),
  })
  const asked = requests.map(({ messages }) => messages.at(-1)?.content ?? '')
  return { result, world, requests, asked, steps, problems }
}

describe('out-of-plan refinement', () => {
  it('resumes at the step that the new plan names, and keeps items and variables', async () => {
    const revised = solution(', start_from=2', get('map', 1), get('coal', 2), get('key', 3))
    const { world, result, asked, steps } = await play([FIRST, revised])
    expect(world.acted).toEqual(['get map', 'get gold', 'get coal', 'get key'])
    expect(result).toMatchObject({ isDone: true, isFinished: true, plans: 2 })
    expect(steps.map(({ what }) => what)).toEqual(['plan', 'halt', 'resume'])
    expect(steps[2]).toMatchObject({ startFrom: 2, haltedIn: 2 })
    // The model sees its plan, the assertion with the observation, and the agent's state.
    expect(asked[1]).toContain(FIRST)
    expect(asked[1]).toContain('Error in [Step 2]: There is no gold here.')
    expect(asked[1]).toContain('I have map.')
    expect(asked[1]).toContain('Act: get(map)\nObs: I have the map of room 7.')
  })

  it('keeps variables between plans, unless a plan starts at the first step', async () => {
    const uses = get('coal', 2).replace('"coal"', 'place')
    const { world } = await play([FIRST, solution(', start_from=2', get('map', 1), uses)])
    expect(world.acted[2]).toBe('get I have the map of room 7.')
    const again = await play([FIRST, solution(', start_from=1', uses)])
    expect(again.world.acted[2]).not.toContain('room 7')
  })

  it.each([
    ['names no step, and the model answers one', '', ['2'], 'get coal'],
    ['names no step, and the answer is a sentence', '', ['They differ from step 3 on.'], 'get key'],
    ['names no step, and the answer has no number', '', ['I cannot tell.'], 'get map'],
    ['names no step, and the answer is too large', '', ['999'], 'get key'],
    ['names no step, and the call fails', '', [{ failure: 'timeout' } as const], 'get map'],
  ])('where the new plan %s', async (_, start, answers, next) => {
    const revised = solution(`, start_from${start}`, get('map', 1), get('coal', 2), get('key', 3))
    const { world, requests } = await play([FIRST, revised, ...answers])
    expect(requests.map(({ purpose }) => purpose)).toEqual(['plan', 'refine', 'start-from'])
    expect(requests[2]?.messages[1]?.content).toContain(revised)
    expect(world.acted[2]).toBe(next)
  })

  it.each([
    [
      'by a call after it',
      solution(', start_from=1', get('map', 1), get('key', 2)),
      '\nsolution(agent, start_from=2)',
    ],
    [
      'by a call without a keyword',
      solution(', start_from=1', get('map', 1), get('key', 2)),
      '\nsolution(agent, 2)',
    ],
    [
      'by an assignment before it',
      `start_from = 2\n${solution(', start_from', get('map', 1), get('key', 2))}`,
      '',
    ],
  ])('is named %s', async (_, revised, call) => {
    const { world, result } = await play([FIRST, revised + call])
    expect(world.acted).toEqual(['get map', 'get gold', 'get key'])
    expect(result.isDone).toBe(true)
  })

  it('sends back a plan that resumes at a step that it does not have', async () => {
    const wrong = solution(', start_from=7', get('map', 1), get('key', 2))
    const right = solution(', start_from=2', get('map', 1), get('key', 2))
    const { problems, world, result } = await play([FIRST, wrong, right])
    expect(problems).toEqual(['start_from is 7, and there is no such step'])
    expect(world.acted.slice(2)).toEqual(['get key'])
    expect(result.isDone).toBe(true)
  })

  it('reports a plan that ended too soon, and earlier errors', async () => {
    const { asked, result } = await play([
      FIRST,
      solution(', start_from=1', get('coal', 1)),
      solution(', start_from=1', get('gold', 1)),
      solution(', start_from=1', get('key', 1)),
    ])
    expect(asked[2]).toContain('came to its end, and the task is not done')
    expect(asked[2]).toMatch(/A version before it was halted as well, at last by: .*gold/)
    expect(asked[3]).toMatch(/2 before it were halted as well, at last by: .*its end/)
    expect(result).toMatchObject({ isDone: true, plans: 4 })
  })

  it('reports errors other than assertions', async () => {
    const raised = 'def solution(agent, start_from=1):\n    x = 1 + "a b".split()[0] * 2'
    const circling = solution(', start_from=1', 'while True:\n    agent.get("gold")')
    const { asked } = await play([raised, circling, circling])
    expect(asked[1]).toContain("'a' is not a number")
    expect(asked[2]).toContain('5 actions in a row failed')
  })

  it('gives up after plans without an action, and at the limit of plans', async () => {
    const idle = await play([solution(', start_from=1', 'pass')])
    expect(idle.result).toMatchObject({
      isDone: false,
      reason: 'too many plans in a row gained nothing',
    })
    const busy = await play([solution(', start_from=1', get('map', 1))])
    expect(busy.result.reason).toBe('the limit of 6 plans is reached')
    const silent = await play([{ failure: 'auth' }])
    expect(silent.result.reason).toMatch(/no answer: auth/)
    expect(silent.requests).toHaveLength(1)
    const rubbish = await play(['I cannot do this, sorry!'])
    expect(rubbish.result).toMatchObject({
      plans: 0,
      reason: 'too many plans in a row gained nothing',
    })
  })
})

describe('in-plan refinement', () => {
  it('extracts a value from an observation', async () => {
    const asks = solution(
      ', start_from=1',
      'seen = agent.get("map")\nroom = ask(f"Which room? {seen}")\nagent.get(room)',
      'for thing in literal_eval(ask("Which things?")):\n    agent.get(thing)',
    )
    const { world, requests, steps, result } = await play([
      asks,
      'Answer: room 7\n',
      "```python\n['coal', 'key']\n```",
    ])
    expect(world.acted).toEqual(['get map', 'get room 7', 'get coal', 'get key'])
    expect(requests.map(({ purpose }) => purpose)).toEqual(['plan', 'ask', 'ask'])
    expect(requests[1]?.messages[1]?.content).toBe('Which room? I have the map of room 7.')
    expect(steps).toContainEqual({
      what: 'ask',
      question: 'Which things?',
      answer: "['coal', 'key']",
    })
    expect(result.isDone).toBe(true)
  })

  it('sees the whole of a long observation', async () => {
    class FullShelf extends Shelf {
      override act() {
        return Promise.resolve({ text: `${'a cup, '.repeat(100)}a key`, isDone: true })
      }
    }
    const read = readSolution('def solution(agent):\n    ask(agent.get("all"))')
    if (!read.ok) throw new Error(read.error)
    const asked: string[] = []
    const ask = (question: string) => Promise.resolve(String(asked.push(question)))
    const run = { solution: read.solution, startFrom: 1, variables: new Map(), ask }
    const { report } = await runSolution({ ...run, world: new FullShelf() }, NEVER)
    expect(asked[0]).toMatch(/a cup, a key$/)
    expect(report.length).toBeLessThan(500)
  })

  it('has a limit of questions, and reports an answer that is not a list', async () => {
    const { requests, asked } = await play(
      [solution(', start_from=1', 'while True:\n    ask("again")'), '7'],
      { maxPlans: 1 },
    )
    expect(requests.filter(({ purpose }) => purpose === 'ask')).toHaveLength(20)
    expect(asked.length).toBeLessThan(25)
    const program = solution(', start_from=1', 'literal_eval(ask("list?"))')
    const wrong = await play([program, "__import__('os')", program], { maxPlans: 2 })
    expect(wrong.asked[2]).toContain('is not a literal')
  })
})

it('shows examples of other tasks', async () => {
  const { requests } = await play([FIRST], { examples: '# have a coin\ndef solution(agent): pass' })
  expect(requests[0]?.messages[0]?.content).toMatch(/# have a coin\ndef solution/)
})

describe('a solution', () => {
  it('is read with any text around it', () => {
    const program = solution(', start_from=3', get('map', 1), get('coal', 2), get('key', 3))
    for (const text of [
      program,
      `Sure!\n\`\`\`python\n${program}\n\`\`\`\nGood luck.`,
      `from x import y\nclass_name = 'Agent'\nagent = Agent()\n${program}`,
    ]) {
      const read = readSolution(text)
      expect(read).toMatchObject({ ok: true, solution: { steps: [1, 2, 3], startFrom: 3 } })
    }
    expect(readSolution('agent.get("key")')).toMatchObject({ ok: true, solution: { steps: [] } })
    expect(readSolution('No.').ok).toBe(false)
  })

  it('shows its goals from a step on', () => {
    const read = readSolution(
      solution(
        ', start_from=1',
        "agent.mine({'log': 3}, None)",
        "x = agent.craft({'planks': 12}, {'log': 3}, None)\nagent.inventory.has({'planks': 12})",
        "for i in range(2):\n    agent.craft({'stick': n}, {'planks': 2}, None)\n    agent.craft({'chest': 1}, {'planks': 8}, 'crafting_table')",
      ),
    )
    if (!read.ok) throw new Error(read.error)
    const items = (from: number) =>
      plannedGoals(language, read.solution, from).flatMap(({ target }) => Object.keys(target))
    expect(items(1)).toEqual(['log', 'planks', 'chest'])
    expect(items(3)).toEqual(['chest'])
  })
})
