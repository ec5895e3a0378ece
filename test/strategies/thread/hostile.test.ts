import seedrandom, { type PRNG } from 'seedrandom'
import { describe, expect, it } from 'vitest'
import { WatchedModel } from '#llm/watched-model'
import { Game } from '#textcraft/game'
import { Rulebook } from '#textcraft/rulebook'
import { TEST_TASKS } from '#textcraft/tasks'
import { playByThreads } from '#textcraft/thread-solver'
import { findTask } from '#trial/tasks'
import { canaries, spoiltAnswer } from '../../support/hostile-text.ts'
import { ScriptedModel } from '../../support/scripted-model.ts'
import { modelStrategy } from '../../support/strategies.ts'
import { playText } from '../../support/text-trial.ts'
import { longIt } from '../../support/versions.ts'

const NEVER = new AbortController().signal
const book = new Rulebook()

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
  'delverCanary = 1',
  'x = globalThis.delverCanary = 1',
  "x = eval('globalThis.delverCanary = 1')",
  "x = [].constructor.constructor('globalThis.delverCanary = 1')()",
  "print(eval('globalThis.delverCanary = 1'))",
  'print(globalThis.delverCanary = 1)',
  '{globalThis.delverCanary = 1} =>',
  'constructor = __proto__',
  '{constructor} {__proto__} =>',
  'while True: pass',
  'x = [a for a in range(1000) for b in range(1000)]',
  `x = ${'['.repeat(900)}`,
  `${'{x}'.repeat(300)} =>`,
]

/** A hostile answer of a model, to a thread or to any other prompt. */
function hostileSegment(random: PRNG): string {
  if (random() < 0.4) return spoiltAnswer(random)
  const count = 1 + Math.floor(random() * 6)
  return Array.from({ length: count }, () => LINES[Math.floor(random() * LINES.length)]).join('\n')
}

describe('10,000 hostile answers', () => {
  it('do not break a game, run no code and end in time', async () => {
    const random = seedrandom('hostile threads')
    let answers = 0
    while (answers < 5000) {
      const [task] = TEST_TASKS.slice(Math.floor(random() * 200))
      if (!task) throw new Error('there is no task')
      const model = new ScriptedModel(() => hostileSegment(random))
      const meter = new WatchedModel(model)
      const result = await playByThreads(task, new Game(book, task.goal), meter, 10, NEVER)
      expect(result.depth).toBeLessThanOrEqual(10)
      expect(meter.calls).toBeLessThanOrEqual(300)
      answers += meter.calls
    }
    expect(canaries()).toEqual([])
  }, 180_000)

  longIt(
    'do not break a trial',
    async () => {
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
      expect(canaries()).toEqual([])
    },
    180_000,
  )
})
