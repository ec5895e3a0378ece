import { describe, expect, it } from 'vitest'
import { WatchedModel } from '#llm/watched-model'
import { Game } from '#textcraft/game'
import { promptText } from '#textcraft/prompt'
import { Rulebook } from '#textcraft/rulebook'
import { TEST_TASKS } from '#textcraft/tasks'
import { playByThreads } from '#textcraft/thread-solver'
import { findTask } from '#trial/tasks'
import { ScriptedModel } from '../../support/scripted-model.ts'
import { modelStrategy } from '../../support/strategies.ts'
import { playText } from '../../support/text-trial.ts'
import { threadSegment } from '../../support/textcraft-thread.ts'

const NEVER = new AbortController().signal
const book = new Rulebook()

/** The examples of a prompt: the context of each thread, its lines and the answers. */
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

  it.each(['wooden shovel', 'lever'])('craft a %s in the game exactly as written', async (goal) => {
    expect(TEST_TASKS.some((task) => task.goal === goal)).toBe(false)
    const shown = new Map(examples.map((one) => [one.context, one]))
    const heard = new Map<string, string[]>()
    // The scripted model plays the threads that the examples leave out.
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
    await playByThreads({ id: 0, goal, commands }, game, new WatchedModel(model), 10, NEVER)
    expect(game.isWon).toBe(true)
    const played = [...heard].filter(([context]) => shown.has(context))
    expect(played.length).toBeGreaterThan(1)
    // A won game ends the main thread and the thread that crafts the goal.
    for (const [context, texts] of played)
      expect(texts, context).toEqual(
        shown
          .get(context)
          ?.heard.slice(0, texts.length)
          .map((text) => `${text}<=`),
      )
  })

  it('obtain ladders in the text world exactly as written, with strict goals', async () => {
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
