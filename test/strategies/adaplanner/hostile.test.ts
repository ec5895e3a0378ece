import seedrandom, { type PRNG } from 'seedrandom'
import { describe, expect, it } from 'vitest'
import { loadPrompt } from '#agent/prompts'
import { WatchedModel } from '#llm/watched-model'
import { adaPlan } from '#strategies/adaplanner/ada-planner'
import { plannedGoals } from '#strategies/adaplanner/planned-goals'
import { runSolution } from '#strategies/adaplanner/run-solution'
import { readSolution } from '#strategies/adaplanner/solution'
import { findTask } from '#trial/tasks'
import { canaries, hostileText, spoiltAnswer } from '../../support/hostile-text.ts'
import { language } from '../../support/language.ts'
import { ScriptedModel } from '../../support/scripted-model.ts'
import { FIRST, Shelf } from '../../support/shelf.ts'
import { modelStrategy } from '../../support/strategies.ts'
import { playText } from '../../support/text-trial.ts'
import { longIt, roundsFor } from '../../support/versions.ts'

const NEVER = new AbortController().signal

/** Places in a solution for hostile text. */
const SHAPES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) =>
    `def solution(agent, start_from=1):\n    if start_from <= 1:\n        ${text.replaceAll('\n', '\n        ')}`,
  (text) =>
    `${FIRST}\n    if start_from <= 4:\n        x = literal_eval(ask(f"""{agent.report()}"""))\n${text}`,
  (text) => FIRST.replace('get the map', text).replace('gold', text),
  (text) => `def solution(agent, start_from=${text.slice(0, 30)}):\n    agent.get(ask("?"))`,
  (text) =>
    `def solution(agent, start_from=1):\n    x = literal_eval(ask(${JSON.stringify(text)}))\n    agent.get(f"{x}")`,
]

/** An answer to a solution's question. */
function hostileAnswer(random: PRNG): string {
  return random() < 0.5 ? hostileText(random) : spoiltAnswer(random).slice(0, 500)
}

function hostileSolution(random: PRNG, index: number): string {
  const text = spoiltAnswer(random)
  return SHAPES[index % SHAPES.length]?.(text) ?? text
}

/** Numbers of answers: the more, the rarer the mistakes that they find. */
const SOLUTIONS = roundsFor({ all: 10_000, some: 1500 })
const IN_TRIALS = roundsFor({ all: 2000, some: 500 })

describe('hostile answers', () => {
  longIt(
    'do no harm as solutions or as answers to their questions',
    async () => {
      const random = seedrandom('solutions')
      let read = 0
      let finished = 0
      for (let i = 0; i < SOLUTIONS; i++) {
        const answer = readSolution(hostileSolution(random, i))
        if (!answer.ok) {
          expect(answer.error).not.toBe('')
          continue
        }
        read++
        const run = { solution: answer.solution, startFrom: 1 + (i % 3), variables: new Map() }
        const ask = () => Promise.resolve(hostileAnswer(random))
        const world = new Shelf()
        const end = await runSolution({ ...run, world, ask }, NEVER)
        finished += Number(end.isFinished)
        expect(end.report.length).toBeLessThan(200_000)
        expect(world.acted.length).toBeLessThan(20_000)
        plannedGoals(language, answer.solution, 2)
      }
      expect(read).toBeGreaterThan(SOLUTIONS / 10)
      expect(finished).toBeGreaterThan(SOLUTIONS / 100)
      expect(canaries()).toEqual([])
    },
    180_000,
  )

  it('a model with nonsense answers ends soon', async () => {
    const random = seedrandom('rubbish to all')
    for (let i = 0; i < 100; i++) {
      const model = new ScriptedModel(() => spoiltAnswer(random))
      const result = await adaPlan({
        model: new WatchedModel(model),
        world: new Shelf(),
        prompt: loadPrompt('adaplanner-textcraft'),
        values: {},
        task: 'have a key',
        examples: '',
        context: { signal: NEVER, record: () => {} },
        maxPlans: 10,
        maxFruitless: 3,
        onStep: () => {},
      })
      expect(result.plans).toBeLessThanOrEqual(10)
    }
  }, 180_000)

  it('do not break a trial', async () => {
    const random = seedrandom('hostile plans in a world')
    let answers = 0
    let goals = 0
    while (answers < IN_TRIALS) {
      const model = new ScriptedModel(() => hostileSolution(random, answers++))
      const strategy = modelStrategy(model, { strategy: 'adaplanner' })
      const { outcome, events } = await playText(findTask('craft_chest'), strategy, {
        maxGoals: 60,
      })
      expect(['gave-up', 'stopped', 'success']).toContain(outcome.end)
      goals += events.filter(({ type }) => type === 'skill-start').length
    }
    expect(goals).toBeGreaterThan(IN_TRIALS / 20)
    expect(canaries()).toEqual([])
  }, 180_000)
})
