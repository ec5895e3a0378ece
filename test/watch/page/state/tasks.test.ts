import { describe, expect, it } from 'vitest'
import { type Happening, stateAfter } from '../../../support/happenings.ts'

describe('the state of the recursion', () => {
  it('the tree shows a retried task twice', () => {
    const step = (
      what: 'try' | 'too-hard' | 'split' | 'success' | 'failure',
      task: string,
      depth: number,
    ): Happening => [1, { type: 'adapt', what, task, depth, detail: what }]
    const { tasks } = stateAfter(
      step('try', 'pickaxe', 1),
      step('too-hard', 'pickaxe', 1),
      step('split', 'pickaxe', 1),
      step('try', 'log', 2),
      step('failure', 'log', 2),
      step('try', 'log', 2),
      step('success', 'log', 2),
    )
    expect(tasks.map(({ task, depth, status }) => [task, depth, status])).toEqual([
      ['pickaxe', 1, 'split'],
      ['log', 2, 'failure'],
      ['log', 2, 'success'],
    ])
  })
})

describe('the state of the threads', () => {
  it('the tree shows only the threads of the current run', () => {
    const step = (
      what: 'spawn' | 'write' | 'observe' | 'end' | 'failure',
      thread: number,
      text: string,
    ): Happening => [
      1,
      {
        type: 'thread',
        what,
        thread,
        parent: thread > 1 ? 1 : null,
        depth: thread > 1 ? 2 : 1,
        text,
      },
    ]
    const { tasks } = stateAfter(
      step('spawn', 1, 'an earlier run'),
      step('failure', 1, 'it got nowhere'),
      step('spawn', 1, 'pickaxe'),
      step('write', 1, 'I need a log. =>'),
      step('spawn', 2, 'I need a log.'),
      step('end', 2, 'I have a log.'),
      step('observe', 1, 'I have a log.'),
      step('spawn', 3, 'I need a stick.'),
      step('failure', 3, 'it got nowhere'),
    )
    expect(tasks.map(({ task, depth, status, detail }) => [task, depth, status, detail])).toEqual([
      ['pickaxe', 1, 'running', 'I have a log.'],
      ['I need a log.', 2, 'success', 'I have a log.'],
      ['I need a stick.', 2, 'failure', 'it got nowhere'],
    ])
  })
})

describe('a tree of tasks at the end of its trial', () => {
  const thread = (thread: number, depth: number): Happening => [
    1,
    { type: 'thread', what: 'spawn', thread, parent: thread - 1 || null, depth, text: '' },
  ]

  it.each([
    ['success', ['success', 'cut-off']],
    ['limit', ['cut-off', 'cut-off']],
  ] as const)('open tasks end accordingly after %s', (end, statuses) => {
    const { tasks } = stateAfter(thread(1, 1), thread(2, 2), [
      4,
      { type: 'trial-end', end, detail: '' },
    ])
    expect(tasks.map(({ status }) => status)).toEqual(statuses)
  })
})
