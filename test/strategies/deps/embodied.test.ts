import { expect, it } from 'vitest'
import { createDescriptor } from '#agent/descriptor/descriptors'
import type { EventBody } from '#events/events'
import { environmentOn } from '../../support/environment.ts'
import { ScriptedModel } from '../../support/scripted-model.ts'
import { sharedStage } from '../../support/skills.ts'
import { modelStrategy } from '../../support/strategies.ts'

const stage = sharedStage('1.16.5')

/** A seed with which the scripted model forgets the crafting table. */
const FORGETFUL = '2'

it('DEPS with a model corrects its plan in the practice world', async () => {
  const { context, give, carried, simulation, bot } = stage()
  await give({ birch_log: 4 })
  const stop = new AbortController()
  const signal = AbortSignal.any([context.signal, stop.signal])
  const task = { target: { wooden_pickaxe: 1 }, wear: null }
  const environment = await environmentOn(stage(), task.target)
  const events: EventBody[] = []
  const record = (event: EventBody) => events.push(event)
  const strategy = modelStrategy(new ScriptedModel(FORGETFUL), { rounds: 5, record })
  // A trial ends when the agent holds the target.
  bot.on('physicsTick', () => {
    if ('wooden_pickaxe' in carried()) stop.abort(new Error('the target is there'))
  })
  const descriptor = createDescriptor('typed')
  const played = strategy.pursue(task, { environment, descriptor, signal, record })
  await simulation.run(played.catch(() => 'stopped'))

  expect(carried()).toMatchObject({ wooden_pickaxe: 1 })
  const of = (type: EventBody['type']) => events.filter((event) => event.type === type)
  expect(of('failure-description')[0]).toMatchObject({
    text: expect.stringMatching(/I fail on craft.*no-table/),
  })
  expect(of('explanation')[0]).toMatchObject({ text: expect.stringContaining('crafting_table') })
  expect(of('plan').length).toBeGreaterThan(1)
})
