import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ModelResult } from '#llm/model'
import { announced } from '#trial/announced-model'
import { sampleLog, sampleSettings } from '../support/sample-events.ts'

/** A terminal or a file that keeps what is written to it. */
function streamOf(isTTY: boolean) {
  const written: string[] = []
  const write = (text: string) => {
    written.push(text)
    return true
  }
  return { stream: { isTTY, columns: 80, write } as unknown as NodeJS.WriteStream, written }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  vi.resetModules()
})
afterEach(() => void vi.useRealTimers())

async function progressOn(isTTY: boolean) {
  const { Progress } = await import('#cli/progress')
  const { stream, written } = streamOf(isTTY)
  const progress = new Progress(stream)
  const [start] = sampleLog(sampleSettings, [])
  if (start) progress.onEvent(start)
  written.length = 0
  return { progress, written }
}

describe('a long call to a model', () => {
  it('has a few lines where lines cannot be redrawn', async () => {
    const { progress, written } = await progressOn(false)
    progress.onAsk('plan')
    vi.advanceTimersByTime(251_000)
    progress.onAsk(null)
    vi.advanceTimersByTime(251_000)
    expect(written.map((line) => line.trim().split(/ {2,}/).at(-1))).toEqual(
      [10, 20, 40, 80, 160].map((seconds) => `waiting for the model: plan, ${seconds} s`),
    )
  })

  it('is redrawn in every second on a terminal, and gone when it has ended', async () => {
    const { progress, written } = await progressOn(true)
    progress.onAsk('explain')
    vi.advanceTimersByTime(3000)
    const shown = written.filter((line) => line.startsWith('model '))
    expect(shown).toEqual([1, 2, 3].map((seconds) => `model      explain, ${seconds} s\n`))
    progress.onAsk(null)
    written.length = 0
    vi.advanceTimersByTime(3000)
    expect(written).toEqual([])
  })

  it('has a line in doctor, too', async () => {
    const { WaitingLine } = await import('#cli/waiting-line')
    const { stream, written } = streamOf(false)
    const waiting = new WaitingLine(stream, 'plan')
    vi.advanceTimersByTime(25_000)
    waiting.end()
    vi.advanceTimersByTime(25_000)
    expect(written).toEqual(['...    plan: 10 s\n', '...    plan: 20 s\n'])
  })
})

it('every call of every model is announced when it begins and when it ends', async () => {
  const said: (string | null)[] = []
  const failure = { kind: 'server', detail: 'on purpose' } as const
  const model = {
    name: 'm',
    complete: <T>(): Promise<ModelResult<T>> => Promise.resolve({ ok: false, failure }),
  }
  const models = announced({ model, roles: { executor: model } }, (purpose) => said.push(purpose))
  const { signal } = new AbortController()
  await models.model.complete({ purpose: 'plan', messages: [] }, signal)
  await models.roles.executor?.complete({ purpose: 'act', messages: [] }, signal)
  expect(said).toEqual(['plan', null, 'act', null])
  expect(models.roles.explainer).toBeUndefined()
})

it('a pause that a server asks for is one line at once', async () => {
  const { progress, written } = await progressOn(false)
  const pause = { purpose: 'plan', seconds: 60, host: 'api.example', detail: '429 slow down' }
  const [, event] = sampleLog(sampleSettings, [[9, { type: 'llm-pause', ...pause }]])
  if (event) progress.onEvent(event)
  expect(written).toEqual([
    "     9  waiting 60 seconds, as the model's server api.example asks: 429 slow down\n",
  ])
})

it('a lost connection is shown with what to do, where that is known', async () => {
  const { progress, written } = await progressOn(false)
  for (const reason of ['You are already logged in\nBye', 'ECONNRESET']) {
    const [, lost] = sampleLog(sampleSettings, [[9, { type: 'disconnect', reason, kicked: true }]])
    if (lost) progress.onEvent(lost)
  }
  expect(written.map((line) => line.trim().split(/ {2,}/).at(-1))).toEqual([
    'connection lost: a player of this name is on the server (You are already logged in); use another --username',
    'connection lost: ECONNRESET',
  ])
})
