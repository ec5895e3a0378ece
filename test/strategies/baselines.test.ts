import { describe, expect, it } from 'vitest'
import { MAX_ANSWERS } from '#llm/ask-until-read'
import type { ChatModel } from '#llm/model'
import { findTask } from '#trial/tasks'
import { ScriptedModel } from '../support/scripted-model.ts'
import { modelStrategy } from '../support/strategies.ts'
import { playText } from '../support/text-trial.ts'

const BASELINES = ['gpt', 'cot', 'inner-monologue', 'prog-prompt', 'code-as-policies'] as const
type Baseline = (typeof BASELINES)[number]

const PAPER = { goals: 'strict', descriptor: 'paper' } as const

/** Plays a task with a list of answers, of which the last repeats, and keeps the messages to the model. */
async function play(strategy: Baseline | 'deps', task: string, answers: readonly string[]) {
  const systems: string[] = []
  const questions: string[] = []
  const model = new ScriptedModel((messages) => {
    systems.push(messages[0]?.content ?? '')
    questions.push(messages.at(-1)?.content ?? '')
    return answers[Math.min(questions.length, answers.length) - 1] ?? ''
  })
  const trial = await playText(findTask(task), modelStrategy(model, { strategy }), PAPER)
  const unusable = trial.events.filter(({ type }) => type === 'answer-rejected').length
  return { ...trial, system: systems[0] ?? '', questions, unusable }
}

const systemOf = async (strategy: Baseline | 'deps') =>
  (await play(strategy, 'obtain:log', ['?'])).system

/** The example tasks of a prompt, each with its answers. */
function demonstrations(system: string): [task: string, answers: string][] {
  const [, ...parts] = system.split(/^(?:Task:|#) (obtain [^\n.]+)\.?$/m)
  return parts.flatMap((part, i) => (i % 2 === 0 ? [[part, (parts[i + 1] ?? '').trim()]] : []))
}

/** The model's answers in an example; Inner Monologue has one for each action. */
function answersIn(strategy: Baseline, text: string): string[] {
  if (strategy === 'inner-monologue')
    return text.match(/^Thought: .*\nAction: .*$/gm)?.map(String) ?? []
  return [text.replace(/^The plan:\n/, '')]
}

describe.each(BASELINES)('%s', (strategy) => {
  it('has the same example tasks as DEPS', async () => {
    const tasks = demonstrations(await systemOf(strategy)).map(([task]) => task)
    expect(tasks).toEqual(['obtain 3 ladder', 'obtain 1 glass'])
    const deps = demonstrations(await systemOf('deps')).map(([task]) => task)
    // DEPS repeats the task after each failure of its example.
    expect(tasks).toEqual([...new Set(deps)])
  })

  it('reaches the example tasks by their example answers, with strict goals', async () => {
    for (const [task, text] of demonstrations(await systemOf(strategy))) {
      const [, count, item] = /(\d+) (\w+)/.exec(task) ?? []
      const { success, unusable, outcome } = await play(
        strategy,
        `obtain:${item}:${count}`,
        answersIn(strategy, text),
      )
      expect(outcome.detail).toBe('stopped')
      expect(success).toBe(true)
      expect(unusable).toBe(0)
    }
  })

  it('knows the equip step and wears the target', async () => {
    expect(await systemOf(strategy)).toMatch(/equip.* puts? on armour or a shield/s)
    expect((await play(strategy, 'equip_leather_boots', ANSWERS[strategy].boots)).success).toBe(
      true,
    )
  })

  it('has as many answers as DEPS before it gives up', async () => {
    const { success, unusable, questions } = await play(strategy, 'obtain:log', [
      ...Array<string>(MAX_ANSWERS - 1).fill('I cannot tell.'),
      ...ANSWERS[strategy].log,
    ])
    expect(questions).toHaveLength(MAX_ANSWERS)
    expect(unusable).toBe(MAX_ANSWERS - 1)
    expect(questions[1]).toMatch(/^The answer could not be used: .*\n.* again/)
    expect(success).toBe(true)
  })
})

describe.each(BASELINES)('%s', (strategy) => {
  it('is asked again after a failed call, but not after a final failure', async () => {
    const playAfter = async (kind: 'timeout' | 'auth') => {
      const answering = new ScriptedModel(() => ANSWERS[strategy].log[0] ?? '')
      let calls = 0
      const model: ChatModel = {
        name: 'failing',
        complete: (...request) =>
          calls++ === 0
            ? Promise.resolve({ ok: false, failure: { kind, detail: 'no answer' }, latencyMs: 0 })
            : answering.complete(...request),
      }
      const { success } = await playText(
        findTask('obtain:log'),
        modelStrategy(model, { strategy }),
        PAPER,
      )
      return { success, calls }
    }
    expect(await playAfter('timeout')).toEqual({ success: true, calls: 2 })
    expect(await playAfter('auth')).toEqual({ success: false, calls: 1 })
  })
})

describe.each(['gpt', 'cot', 'inner-monologue'] as const)('%s', (strategy) => {
  it('gets a message about an unknown item, as DEPS does', async () => {
    const wrong = strategy === 'inner-monologue' ? 'Action: mine 1 qxgolw' : 'step 1: mine 1 qxgolw'
    const { success, questions } = await play(strategy, 'obtain:log', [
      wrong,
      ...ANSWERS[strategy].log,
    ])
    expect(questions[1]).toMatch(/qxgolw/)
    expect(success).toBe(true)
  })
})

/** Correct answers in each baseline's form. */
const ANSWERS: Readonly<
  Record<Baseline, { readonly log: readonly string[]; readonly boots: readonly string[] }>
> = {
  gpt: {
    log: ['step 1: mine 1 log'],
    boots: [
      'step 1: hunt 4 leather\nstep 2: mine 1 log\nstep 3: craft 4 planks\nstep 4: craft 1 crafting_table\nstep 5: craft 1 leather_boots\nstep 6: equip 1 leather_boots',
    ],
  },
  cot: {
    log: ['step 1: mine 1 log without a tool\nThinking: there is 1 log: the task is done'],
    boots: [
      'step 1: hunt 4 leather\nThinking: there are 4 leather\nstep 2: mine 1 log without a tool\nstep 3: craft 4 planks from 1 log\nstep 4: craft 1 crafting_table from 4 planks\nstep 5: craft 1 leather_boots from 4 leather on the crafting_table\nThinking: there is 1 leather_boots, which is to be worn\nstep 6: equip 1 leather_boots\nThinking: it is worn: the task is done',
    ],
  },
  'inner-monologue': {
    log: ['Thought: wood\nAction: mine 1 log'],
    boots: [
      'hunt 4 leather',
      'mine 1 log',
      'craft 4 planks',
      'craft 1 crafting_table',
      'craft 1 leather_boots',
      'equip 1 leather_boots',
    ].map((action) => `Thought: next\nAction: ${action}`),
  },
  'prog-prompt': {
    log: ['def solve():\n    mine_log(num = 1)'],
    boots: [
      "def solve():\n    hunt_leather(num = 4)\n    mine_log(num = 1)\n    craft_planks(num = 4)\n    craft_crafting_table(num = 1)\n    assert has('leather', 4)\n    else:\n        hunt_leather(num = 4)\n    craft_leather_boots(num = 1)\n    equip_leather_boots(num = 1)",
    ],
  },
  'code-as-policies': {
    log: ["def solve(inventory):\n    mine(obj = 'log', tool = null)"],
    boots: [
      "def solve(inventory):\n    while not inventory.has({'leather': 4}):\n        hunt(obj = 'leather', tool = null)\n    mine(obj = 'log', tool = null)\n    craft(obj = 'planks', tool = null)\n    craft(obj = 'crafting_table', tool = null)\n    craft(obj = 'leather_boots', tool = 'crafting_table')\n    equip(obj = 'leather_boots', tool = null)",
    ],
  },
}
