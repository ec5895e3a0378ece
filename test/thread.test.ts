import seedrandom, { type PRNG } from 'seedrandom'
import { describe, expect, it } from 'vitest'
import { WatchedModel } from '../src/agent/model/watched-model.ts'
import { runThreads, type ThreadOptions } from '../src/agent/thread/run-threads.ts'
import { readSegment } from '../src/agent/thread/segment.ts'
import type { ThreadEvent, ThreadTrace } from '../src/agent/thread/trace.ts'
import { Variables } from '../src/agent/thread/variables.ts'
import { eventSchema } from '../src/episode/events.ts'
import type { ChatMessage, ChatModel, ModelFailureKind } from '../src/llm/model.ts'
import { Game } from '../src/textcraft/game.ts'
import { Meter } from '../src/textcraft/meter.ts'
import { promptText } from '../src/textcraft/prompt.ts'
import { Rulebook } from '../src/textcraft/rulebook.ts'
import { TEST_TASKS } from '../src/textcraft/tasks.ts'
import { playByThreads } from '../src/textcraft/thread-player.ts'
import { findTask } from '../src/trial/tasks.ts'
import { spoiltAnswer } from './support/hostile-text.ts'
import { cutAt, ScriptedModel } from './support/scripted-model.ts'
import { modelStrategy } from './support/strategies.ts'
import { playText } from './support/text-trial.ts'
import { threadSegment } from './support/textcraft-thread.ts'

const NEVER = new AbortController().signal
const book = new Rulebook()

describe('a segment', () => {
  it.each([
    [
      "obj = 'plate'\nFirst, I need to find the {obj}. ",
      { kind: 'spawn', line: 'First, I need to find the {obj}.' },
    ],
    ['> go to {loc_i} ', { kind: 'act', action: 'go to {loc_i}' }],
    ["print('You have found the {obj}.')\nEND", { kind: 'end' }],
    ["print('You have found the {obj}.')\n#END#\nI need to find the apple.", { kind: 'end' }],
    // Servers leave the end out when it is a stop sequence of theirs.
    ["print('You have found the {obj}.')", { kind: 'end' }],
    ['```\n> get 1 stick\n```\nThis gets me a stick.', { kind: 'act', action: 'get 1 stick' }],
    ['> get 1 stick\nGot 1 stick<=\n> get 2 diamond', { kind: 'act', action: 'get 1 stick' }],
    ["loc_i = likely_locations[0]\nobj = 'plate'", { kind: 'open' }],
    ['', { kind: 'open' }],
    ['>', { kind: 'spawn', line: '>' }],
  ] as const)('closes with what it waits for: %j', (answer, closing) => {
    expect(readSegment(answer).closing).toEqual(closing)
  })

  it('sets variables in the order of its lines, and takes no thought for one', () => {
    const text =
      "Since 1 is needed and 3 are made, once does.\ntimes = 1\nobj = 'a = b'\na == b is a thought\nI go on."
    expect(readSegment(text).statements.map((one) => one.kind === 'assign' && one.name)).toEqual([
      'times',
      'obj',
    ])
  })

  it('that is cut off asks for nothing', () => {
    expect(readSegment('times = 2\nI need to fi', true)).toMatchObject({
      closing: { kind: 'open' },
      text: 'times = 2',
    })
  })
})

describe('variables', () => {
  const set = async (...lines: string[]) => {
    const variables = new Variables(
      new Map([['commands', ['craft 4 stick using 2 planks', 'craft 1 bow']]]),
    )
    const problems = []
    for (const line of lines) problems.push(await variables.assign(line.split(' ')[0] ?? '', line))
    return { variables, problems }
  }

  it('stand for texts, numbers and lists in later lines', async () => {
    const { variables } = await set(
      "item = 'stick'",
      'times = 3',
      'count = 2 * times',
      "found = ['fridge 1', 'shelf 2']",
      'first = found[0]',
      "command = [c for c in commands if item + ' using' in c][0]",
    )
    const text = '{count} {item} in {first} of {found}: {command}, {ladder}, mine({log:1})'
    expect(variables.fill(text)).toEqual({
      text: "6 stick in fridge 1 of ['fridge 1', 'shelf 2']: craft 4 stick using 2 planks, {ladder}, mine({log:1})",
      unknown: ['ladder'],
    })
  })

  it('are not set by what cannot be computed, and say so', async () => {
    const { variables, problems } = await set(
      "x = [c for c in commands if 'boat' in c][0]",
      "y = 'a' * 3",
      'z = ((',
      "w = open('/etc/passwd')",
    )
    for (const problem of problems.slice(0, 3)) expect(problem).toMatch(/^[xyz] is not set: /)
    expect(variables.fill('{x}{y}{z}').unknown).toEqual(['x', 'y', 'z'])
    expect(variables.fill('{w}').text).toBe('false')
  })

  it('of a child are its own', async () => {
    const { variables } = await set("item = 'bow'", 'list = [1]')
    const child = variables.forChild()
    await child.assign('item', "item = 'stick'")
    await child.assign('list', 'list = [2]')
    expect(child.fill('{item} {list} {commands}').text).toMatch(/^stick \[2\] \['craft 4/)
    expect(variables.fill('{item} {list}').text).toBe('bow [1]')
  })

  it('stay small, however they are put together', async () => {
    const double = Array.from({ length: 60 }, () => ['x = [x, x]', 's = s + s', 'n = n * n']).flat()
    const { variables } = await set("x = 'ab'", "s = 'ab'", 'n = 10', ...double)
    expect(variables.fill('{x} {s}').text.length).toBeLessThan(2100)
  })
})

/** Answers by what a thread was told first, one after the other; the last of them again and again. */
type Script = Readonly<Record<string, readonly string[]>>

async function threads(
  script: Script,
  options: Partial<ThreadOptions> = {},
  context = 'Find a plate.',
) {
  const dialogues: (readonly ChatMessage[])[] = []
  const events: ThreadEvent[] = []
  const model: ChatModel = {
    name: 'told',
    complete({ messages, stop }) {
      dialogues.push(messages)
      const answers = script[messages[1]?.content ?? ''] ?? ['FAIL:empty']
      const answer = answers[Math.min(messages.length / 2 - 1, answers.length - 1)] ?? ''
      const usage = { inputTokens: 1, outputTokens: 1, estimated: false }
      const [, kind] = /^FAIL:(.*)$/.exec(answer) ?? []
      if (kind)
        return Promise.resolve({
          ok: false,
          failure: { kind: kind as ModelFailureKind, detail: 'told so' },
        })
      const text = cutAt(stop, answer)
      return Promise.resolve({ ok: true, text, finishReason: 'stop', usage, latencyMs: 0 })
    },
  }
  const acts: string[] = []
  const result = await runThreads(
    'find a plate',
    context,
    {
      model: new WatchedModel(model),
      environment: {
        isOver: false,
        act(action) {
          acts.push(action)
          return action.startsWith('open') ? 'You see a cup 1, a plate 1.' : 'It is closed.'
        },
        contextOf: (line) => line,
      },
      prompt: 'q',
      temperature: 0,
      maxDepth: 5,
      maxCalls: 50,
      record: (event) => events.push(event),
      ...options,
    },
    NEVER,
  )
  for (const event of events) eventSchema.parse({ v: 1, t: 0, wall: 0, type: 'thread', ...event })
  return { result, dialogues, events, acts }
}

/** The dialogue of the paper's Figure 7, in which a parent puts its task in other words after a child has failed. */
const FIGURE_7: Script = {
  'Find a plate.': [
    "obj = 'plate'\nlocations = ['cabinet 1', 'countertop 1']\nFirst, I need to find the {obj}. =>",
    "print('The task is done.')\nEND",
  ],
  'First, I need to find the plate.': [
    'My sub-task is to find the {obj}.\nloc = locations[0]\nI need to check if there is the {obj} in the {loc}. =>',
    'I need to open the {loc} and check if there is the {obj} in the {loc}. =>',
    "obj_ID = 'plate 1'\nprint('You have found the {obj_ID}')\nEND",
  ],
  'I need to check if there is the plate in the cabinet 1.': [
    '> go to {loc} =>',
    "print('The {loc} is closed.')\nEND",
  ],
  'I need to open the cabinet 1 and check if there is the plate in the cabinet 1.': [
    '> open {loc} =>You see a duck.<=\nEND',
    "print('You have opened the {loc}.')\nEND",
  ],
}

describe('threads', () => {
  it('hand a line down with its values, and what is printed back up (Figure 7)', async () => {
    const { result, acts, dialogues } = await threads(FIGURE_7)
    expect(result).toMatchObject({ ok: true, depth: 3, calls: 9 })
    expect(acts).toEqual(['go to cabinet 1', 'open cabinet 1'])
    const second = dialogues.findLast(([, context]) => context?.content.startsWith('First'))
    expect(second?.map(({ role, content }) => `${role}: ${content}`)).toEqual([
      'system: q',
      'user: First, I need to find the plate.',
      'assistant: My sub-task is to find the {obj}.\nloc = locations[0]\nI need to check if there is the {obj} in the {loc}. =>',
      'user: The cabinet 1 is closed.<=',
      'assistant: I need to open the {loc} and check if there is the {obj} in the {loc}. =>',
      'user: You have opened the cabinet 1.<=',
    ])
    // A child begins with its line alone, and all threads with the same prompt.
    for (const [system] of dialogues) expect(system?.content).toBe('q')
    expect(dialogues[2]).toHaveLength(2)
  })

  it('are told of as they go, each with its parent and depth', async () => {
    const { events, result } = await threads(FIGURE_7)
    const spawned = events.filter(({ what }) => what === 'spawn')
    expect(spawned.map(({ thread, parent, depth, text }) => [thread, parent, depth, text])).toEqual(
      [
        [1, null, 1, 'find a plate'],
        [2, 1, 2, 'First, I need to find the plate.'],
        [3, 2, 3, 'I need to check if there is the plate in the cabinet 1.'],
        [4, 2, 3, 'I need to open the cabinet 1 and check if there is the plate in the cabinet 1.'],
      ],
    )
    expect(events.at(-1)).toMatchObject({ what: 'end', thread: 1, text: 'The task is done.' })
    const tasksOf = ({ task, children }: ThreadTrace): unknown[] => [task, ...children.map(tasksOf)]
    expect(JSON.stringify(tasksOf(result.trace))).toContain('cabinet 1')
  })

  it('that say that they have failed, have', async () => {
    const { result } = await threads({ 'Find a plate.': ["print('There is no plate.')\nEND", ''] })
    expect(result.ok).toBe(true)
    const said = await threads({ 'Find a plate.': ["print('I cannot find a plate.')\nEND"] })
    expect(said.result).toMatchObject({
      ok: false,
      failure: { kind: 'failed', reason: 'it says: I cannot find a plate.' },
    })
  })

  it('do not go in circles', async () => {
    const { result, dialogues } = await threads({
      'Find a plate.': ['I look for it. =>', "print('done')\nEND"],
      'I look for it.': ['I look for it. =>'],
    })
    expect(dialogues.at(-2)?.at(-1)?.content).toMatch(
      /^\(That is what this thread is there for.*<=$/,
    )
    expect(dialogues.at(-1)?.at(-1)?.content).toBe('It came to no result: it got nowhere.<=')
    expect(result).toMatchObject({ ok: true, depth: 2, calls: 5 })
  })

  it('are told what stands for nothing, and what was not set', async () => {
    const { dialogues, acts } = await threads({
      'Find a plate.': [
        'where = places[3]\nI look in {where}. =>',
        '> open {where} =>',
        "print('x')\nEND",
      ],
    })
    expect(dialogues[1]?.at(-1)?.content).toBe(
      '(where is not set: there is no such value) (Nothing is done: where stands for nothing here.)<=',
    )
    expect(dialogues[2]?.at(-1)?.content).toBe(
      '(Nothing is done: where stands for nothing here.)<=',
    )
    expect(acts).toEqual([])
  })

  it('go no deeper and ask no more often than they may', async () => {
    let task = 0
    const model = new ScriptedModel(() => `I do task ${++task}. =>`)
    const asked = await threads({}, { model: new WatchedModel(model), maxDepth: 4, maxCalls: 30 })
    expect(asked.result).toMatchObject({ ok: false, depth: 4, calls: 30 })
    expect(asked.result.failure).toMatchObject({
      kind: 'stopped',
      reason: 'gave up after 30 calls',
    })
  })

  it('lose an answer and no more than that, unless the model is gone', async () => {
    const script = { ...FIGURE_7, 'First, I need to find the plate.': ['FAIL:empty'] }
    const lost = await threads(script)
    expect(lost.result).toMatchObject({ ok: true, calls: 3 })
    const gone = await threads({ ...FIGURE_7, 'First, I need to find the plate.': ['FAIL:auth'] })
    expect(gone.result).toMatchObject({ ok: false, failure: { kind: 'stopped' }, calls: 2 })
  })

  it('end when they are stopped', async () => {
    const stop = new AbortController()
    const model = new ScriptedModel(() => '> look =>')
    const environment = {
      isOver: false,
      contextOf: (line: string) => line,
      act() {
        stop.abort()
        return 'ok'
      },
    }
    const result = await runThreads(
      'x',
      'x',
      {
        model: new WatchedModel(model),
        environment,
        prompt: 'q',
        temperature: 0,
        maxDepth: 3,
        maxCalls: 9,
      },
      stop.signal,
    )
    expect(result).toMatchObject({ ok: false, calls: 1, failure: { reason: 'interrupted' } })
  })
})

/** The examples of a prompt: what a thread is told first, with what it writes and the answers that it hears. */
function examplesIn(prompt: string): { context: string; segments: string[]; heard: string[] }[] {
  const [, ...parts] = prompt.replace(/\nNow your thread begins[\s\S]*/, '').split('##### Thread\n')
  return parts.map((part) => {
    const head = part.includes('Goal:') ? /^[\s\S]*?Goal: .*/ : /^[\s\S]*?\n\n/
    const context = head.exec(part.trim())?.[0].trim() ?? ''
    const body = part.trim().slice(context.length).trim()
    const heard = [...body.matchAll(/=>(.*)<=/g)].map(([, text = '']) => text)
    return { context, segments: body.split(/(?<==>).*<=\n/), heard }
  })
}

describe('the examples of the prompts', () => {
  const examples = examplesIn(promptText('thread-textcraft'))

  it.each(['wooden shovel', 'lever'])('make a %s in the game as they are written', async (goal) => {
    expect(TEST_TASKS.some((task) => task.goal === goal)).toBe(false)
    const shown = new Map(examples.map((one) => [one.context, one]))
    const heard = new Map<string, string[]>()
    // Threads that are left out of the examples are those of the scripted model.
    const model = new ScriptedModel((messages) => {
      const [, context = '', ...turns] = messages.map(({ content }) => content)
      heard.set(
        context,
        turns.filter((_, index) => index % 2 === 1),
      )
      const segment = shown.get(context)?.segments[turns.length / 2]
      return segment ?? threadSegment(messages, {})
    })
    const main = [...shown.keys()].find((context) => context.endsWith(`Goal: craft ${goal}.`))
    const commands = main?.match(/^craft .*$/gm) ?? []
    const game = new Game(book, goal)
    await playByThreads({ id: 0, goal, commands }, game, new Meter(model), 10, NEVER)
    expect(game.isWon).toBe(true)
    const played = [...heard].filter(([context]) => shown.has(context))
    expect(played.length).toBeGreaterThan(1)
    // The main thread and the one that crafts the goal hear no more once the game is won.
    for (const [context, texts] of played)
      expect(texts, context).toEqual(
        shown
          .get(context)
          ?.heard.slice(0, texts.length)
          .map((text) => `${text}<=`),
      )
  })

  it('obtain ladders in the text world as they are written, goals to the letter', async () => {
    const model = new ScriptedModel((messages) => {
      const context = messages[1]?.content.split('\n')[0] ?? ''
      const shown = examplesIn(messages[0]?.content ?? '')
      const example = shown.find((one) => one.context.split('\n')[0] === context)
      return example?.segments[messages.length / 2 - 1] ?? ''
    })
    const strategy = modelStrategy(model, { strategy: 'thread' })
    const { success, events } = await playText(findTask('obtain:ladder:3'), strategy, {
      goals: 'strict',
    })
    expect(success).toBe(true)
    expect(events.filter((event) => event.type === 'skill-end' && event.failure)).toEqual([])
  })
})

const LINES = [
  'x = [x, x]',
  'x = x + x',
  "x = 'a'",
  'n = 9 * n',
  'I do {x}. =>',
  '> {x} =>',
  '> inventory =>',
  '> get 1 stick =>',
  'END',
  "print('{x}')",
  'print(x)',
  'print(__import__)',
  '=> =>',
  '<=',
  '>',
  "command = [c for c in commands if 'a' in c][0]",
  '> mine({log:1}, null) =>',
  "x = __import__('os').system('touch /tmp/delver-canary')",
  'globalThis.delverCanary = 1',
  'x = (() => { globalThis.delverCanary = 1 })()',
  'constructor = __proto__',
  '{constructor} {__proto__} =>',
  'while True: pass',
  'x = [a for a in range(1000) for b in range(1000)]',
  `x = ${'['.repeat(900)}`,
  `${'{x}'.repeat(300)} =>`,
]

/** An answer of a model gone wrong, as a thread or as anything else. */
function hostileSegment(random: PRNG): string {
  if (random() < 0.4) return spoiltAnswer(random)
  const count = 1 + Math.floor(random() * 6)
  return Array.from({ length: count }, () => LINES[Math.floor(random() * LINES.length)]).join('\n')
}

describe('10,000 hostile answers', () => {
  it('break no game, run no code and end in time', async () => {
    const random = seedrandom('hostile threads')
    let answers = 0
    while (answers < 5000) {
      const [task] = TEST_TASKS.slice(Math.floor(random() * 200))
      if (!task) throw new Error('there is no task')
      const model = new ScriptedModel(() => hostileSegment(random))
      const meter = new Meter(model)
      const result = await playByThreads(task, new Game(book, task.goal), meter, 10, NEVER)
      expect(result.depth).toBeLessThanOrEqual(10)
      expect(meter.calls).toBeLessThanOrEqual(300)
      answers += meter.calls
    }
    expect(globalThis).not.toHaveProperty('delverCanary')
  }, 60_000)

  it('break no trial', async () => {
    const random = seedrandom('hostile threads in a world')
    let answers = 0
    while (answers < 5000) {
      const model = new ScriptedModel(() => {
        answers++
        return hostileSegment(random)
      })
      const strategy = modelStrategy(model, { strategy: 'thread' })
      const { outcome } = await playText(findTask('craft_chest'), strategy, { maxGoals: 60 })
      expect(['gave-up', 'stopped']).toContain(outcome.end)
    }
    expect(globalThis).not.toHaveProperty('delverCanary')
  }, 60_000)
})
