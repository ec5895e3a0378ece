import { describe, expect, it } from 'vitest'
import type { EventBody } from '#events/events'
import { findTask, TASKS } from '#trial/tasks'
import { ScriptedModel } from '../../support/scripted-model.ts'
import { modelStrategy } from '../../support/strategies.ts'
import { playText, type TextTrialOptions } from '../../support/text-trial.ts'
import { casesFor } from '../../support/versions.ts'

const QUARTZ = 'craft_quartz_block'

/** Plays a task by THREAD with the scripted model, or with answers for each first message. */
async function play(task: string, model = new ScriptedModel('1'), options: TextTrialOptions = {}) {
  const threads: Extract<EventBody, { type: 'thread' }>[] = []
  const strategy = modelStrategy(model, {
    strategy: 'thread',
    record: (event) => {
      if (event.type === 'thread') threads.push(event)
    },
  })
  return { ...(await playText(findTask(task), strategy, options)), threads }
}

function scripted(answers: readonly string[]): ScriptedModel {
  return new ScriptedModel((messages) => answers[messages.length / 2 - 1] ?? '')
}

describe('THREAD in the text world', () => {
  const names = TASKS.map(({ name }) => name)
  const some = [...names.filter((_, index) => index % 4 === 0), QUARTZ, 'obtain_diamond']

  it.each(casesFor({ all: names, some }))('%s', async (name) => {
    const { success, threads } = await play(name)
    expect(success).toBe(name !== QUARTZ)
    if (success) expect(Math.max(...threads.map(({ depth }) => depth))).toBeLessThan(17)
  })

  it('works with the paper’s descriptor and strict goals', async () => {
    const options = { goals: 'strict', descriptor: 'paper' } as const
    expect((await play('craft_cauldron', new ScriptedModel('2'), options)).success).toBe(true)
  })

  it('gives a thread the inventory, and the descriptor’s text after an action', async () => {
    const { threads } = await play(
      'obtain:stick:4',
      scripted(['> mine({log:1}, null) =>', '> inventory =>']),
    )
    const heard = threads.filter(({ what }) => what === 'observe').map(({ text }) => text)
    expect(heard[0]).toBe(
      'I succeed on mine({log:1}, null). My inventory has {oak_log:1}. I wear nothing.',
    )
    expect(heard[1]).toBe('My inventory has {oak_log:1}.')
  })

  it('rejects an action that is not a goal', async () => {
    const { threads, events } = await play('obtain:log', scripted(['> fly to the moon =>']))
    expect(threads.find(({ what }) => what === 'observe')?.text).toMatch(/^Nothing is done: /)
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'answer-rejected', purpose: 'act' }),
    )
  })

  it('begins again from the current inventory, and gives up without a gain', async () => {
    const nothing = await play('obtain:log', scripted(["print('It is done.')\nEND"]))
    expect(nothing.outcome).toEqual({
      end: 'gave-up',
      detail: 'too many runs in a row gained nothing; the last: all is done',
    })
    expect(nothing.threads.filter(({ what }) => what === 'spawn')).toHaveLength(3)
    const more = await play(
      'obtain:log:2',
      scripted(['> mine({log:1}, null) =>', "print('x')\nEND"]),
    )
    expect(more.success).toBe(true)
  })
})
