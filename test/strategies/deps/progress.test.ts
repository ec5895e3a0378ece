import { afterEach, describe, expect, it } from 'vitest'
import { MODEL_ROUNDS } from '#strategies/deps/replan-policy'
import { readEvents } from '#trial/event-log'
import { ModelServer, type ModelServerOptions } from '../../support/model-server.ts'
import { playWithModel } from '../../support/model-trial.ts'
import { scriptedAnswer } from '../../support/scripted-model.ts'

let server: ModelServer
afterEach(() => server.close())

async function serve(answer: ModelServerOptions['answer']) {
  server = await ModelServer.start({ answer })
}

const TABLES =
  'mine({log:1}, null)\ncraft({planks:4}, {log:1}, null)\ncraft({crafting_table:1}, {planks:4}, null)'

describe('DEPS with a model', () => {
  it('gives up plans that bring only what the task does not need', async () => {
    await serve(({ messages }) =>
      messages[0]?.content.startsWith('You are the explainer') ? 'Because.' : TABLES,
    )
    const { result, folder } = await playWithModel(server.baseUrl, { task: 'obtain_diamond' })
    expect(result).toMatchObject({
      end: 'gave-up',
      detail: 'too many plans in a row gained nothing; the last: the plan is done',
    })
    const plans = readEvents(folder).filter(({ type }) => type === 'plan').length
    expect(plans).toBeLessThanOrEqual(14)
  })

  it('asks a changed question after an unreadable first plan', async () => {
    await serve(() => 'No.')
    await playWithModel(server.baseUrl, { task: 'craft_sticks' }, { temperature: 0 })
    const prompts = server.received.map(({ body }) => JSON.stringify(body.messages))
    expect(prompts.length).toBeGreaterThan(3)
    expect(new Set(prompts).size).toBe(prompts.length)
  })

  it(`plans again at most ${MODEL_ROUNDS} times unless --rounds says otherwise`, async () => {
    await serve(({ messages }) => scriptedAnswer(messages, 'rounds'))
    const { result } = await playWithModel(server.baseUrl)
    expect(result.settings.rounds).toBe(MODEL_ROUNDS)
  })
})
