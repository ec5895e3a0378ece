import { describe, expect, it } from 'vitest'
import type { Environment } from '#agent/environment/environment'
import { Interrupt } from '#body/interrupt'
import { inventoryObservation } from '#goal/observation'
import { attended } from '#life/attended-model'
import { ReconnectingEnvironment } from '#life/reconnecting-environment'
import type { ChatModel, ModelResult } from '#llm/model'
import type { LlmContext } from '#strategies/strategy'
import { language, registry } from '../support/language.ts'

const { signal } = new AbortController()
const QUESTION = { purpose: 'plan', messages: [] }

/** A model whose one call is answered by hand. */
function slowModel() {
  const call = Promise.withResolvers<ModelResult>()
  const usage = { inputTokens: 1, outputTokens: 1, estimated: true }
  const model: ChatModel = {
    name: 'slow',
    complete: <T>() => call.promise as Promise<ModelResult<T>>,
  }
  const answer = () =>
    call.resolve({ ok: true, text: 'yes', finishReason: 'stop', usage, latencyMs: 1 })
  return { model, answer }
}

/** A connection's environment, which counts how often it attends until it is lost or the work is done. */
function stay() {
  const line = new AbortController()
  let attending = 0
  const environment: Environment = {
    language,
    observe: () => inventoryObservation(registry, {}),
    execute: () => Promise.resolve({ ok: true }),
    wait: () => Promise.resolve(),
    attend(work, either) {
      attending++
      return new Promise((resolve, reject) => {
        if (either.aborted) reject(either.reason)
        work.then(
          () => resolve(),
          () => resolve(),
        )
        either.addEventListener('abort', () => reject(either.reason), { once: true })
      })
    },
  }
  const lose = () => line.abort(new Interrupt('disconnected', 'lost'))
  return { environment, lost: line.signal, lose, times: () => attending }
}

function context(model: ChatModel, isTimeless: boolean): LlmContext {
  return { model, roles: { explainer: model }, explainer: true, answers: 'text', isTimeless }
}

describe('a model whose calls take game time', () => {
  it('is attended in every role', async () => {
    const { model, answer } = slowModel()
    const { environment, times } = stay()
    const llm = attended(context(model, false), environment)
    const asked = [llm?.model, llm?.roles?.explainer].map((one) => one?.complete(QUESTION, signal))
    answer()
    for (const one of asked) expect(await one).toMatchObject({ ok: true, text: 'yes' })
    expect(times()).toBe(2)
  })

  it('is attended in each connection of a long call, and answers between two of them', async () => {
    const { model, answer } = slowModel()
    const world = new ReconnectingEnvironment(language)
    const [first, second] = [stay(), stay()]
    world.enter(first.environment, first.lost)
    const asked = attended(context(model, false), world)?.model.complete(QUESTION, signal)
    first.lose()
    await world.idle()
    await Promise.resolve()
    world.enter(second.environment, second.lost)
    await new Promise(setImmediate)
    expect([first.times(), second.times()]).toEqual([1, 1])
    second.lose()
    answer()
    expect(await asked).toMatchObject({ ok: true })
  })

  it('is left alone where game time stands still', () => {
    const { model } = slowModel()
    const llm = context(model, true)
    expect(attended(llm, stay().environment)).toBe(llm)
    expect(attended(null, stay().environment)).toBeNull()
  })
})
