import { describe, expect, it } from 'vitest'
import { eventSchema } from '#events/events'
import type { ChatMessage, ChatModel, ModelFailureKind } from '#llm/model'
import { WatchedModel } from '#llm/watched-model'
import { runThreads, type ThreadOptions } from '#strategies/thread/run-threads'
import type { ThreadEvent, ThreadTrace } from '#strategies/thread/trace'
import { cutAt, ScriptedModel } from '../../support/scripted-model.ts'

const NEVER = new AbortController().signal

/** A model whose answers depend on the first message of a thread, in order; the last answer repeats. */
type Script = Readonly<Record<string, readonly string[]>>

async function threads(
  script: Script,
  options: Partial<ThreadOptions> = {},
  context = 'Find a plate.',
) {
  const dialogues: (readonly ChatMessage[])[] = []
  const events: ThreadEvent[] = []
  const model: ChatModel = {
    name: 'scripted',
    complete({ messages, stop }) {
      dialogues.push(messages)
      const answers = script[messages[1]?.content ?? ''] ?? ['FAIL:empty']
      const answer = answers[Math.min(messages.length / 2 - 1, answers.length - 1)] ?? ''
      const usage = { inputTokens: 1, outputTokens: 1, estimated: false }
      const [, kind] = /^FAIL:(.*)$/.exec(answer) ?? []
      if (kind)
        return Promise.resolve({
          ok: false,
          failure: { kind: kind as ModelFailureKind, detail: 'scripted failure' },
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

/** The dialogue of the paper's Figure 7, in which a parent rewords its task after a child has failed. */
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
  it('pass a line with its values to a child, and the result back to the parent (Figure 7)', async () => {
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
    // A child begins with its line, and all threads have the same prompt.
    for (const [system] of dialogues) expect(system?.content).toBe('q')
    expect(dialogues[2]).toHaveLength(2)
  })

  it('are recorded as they run, each with its parent and depth', async () => {
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

  it('fail when they report a failure', async () => {
    const { result } = await threads({ 'Find a plate.': ["print('There is no plate.')\nEND", ''] })
    expect(result.ok).toBe(true)
    const said = await threads({ 'Find a plate.': ["print('I cannot find a plate.')\nEND"] })
    expect(said.result).toMatchObject({
      ok: false,
      failure: { kind: 'failed', reason: 'the model says: I cannot find a plate.' },
    })
  })

  it('do not recurse forever', async () => {
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

  it('get a message for unknown variables and failed assignments', async () => {
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

  it('respect the limits of depth and of calls', async () => {
    let task = 0
    const model = new ScriptedModel(() => `I do task ${++task}. =>`)
    const asked = await threads({}, { model: new WatchedModel(model), maxDepth: 4, maxCalls: 30 })
    expect(asked.result).toMatchObject({ ok: false, depth: 4, calls: 30 })
    expect(asked.result.failure).toMatchObject({
      kind: 'stopped',
      reason: 'gave up after 30 calls',
    })
  })

  it('survive one failed call, unless the model is gone', async () => {
    const script = { ...FIGURE_7, 'First, I need to find the plate.': ['FAIL:empty'] }
    const lost = await threads(script)
    expect(lost.result).toMatchObject({ ok: true, calls: 3 })
    const gone = await threads({ ...FIGURE_7, 'First, I need to find the plate.': ['FAIL:auth'] })
    expect(gone.result).toMatchObject({ ok: false, failure: { kind: 'stopped' }, calls: 2 })
  })

  it('end when the signal fires', async () => {
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

describe('a model that talks', () => {
  it('spawns no thread for a line that it repeats from its context', async () => {
    const { result, events } = await threads(
      { 'Find a plate.\nThe room has a cupboard.': ['The room has a cupboard.', 'END'] },
      {},
      'Find a plate.\nThe room has a cupboard.',
    )
    expect(result.ok).toBe(true)
    expect(events.filter(({ what }) => what === 'spawn')).toHaveLength(1)
  })

  it('does not report as done what printed nothing', async () => {
    const { events } = await threads({ 'Find a plate.': ['END'] })
    expect(events.at(-1)).toMatchObject({ what: 'end', text: 'It ended without a result.' })
  })
})
