import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TrialEvent } from '#events/events'
import { readTranscript, TRANSCRIPT_FILE } from '#llm/transcript'
import { readEvents } from '#trial/event-log'
import { trialHtml } from '#watch/export/trial-html'
import { foldCall, noCalls } from '#watch/page/state/calls-state'
import type { CallText } from '#watch/protocol'
import { runCommand } from '../support/command-line.ts'
import { ModelServer } from '../support/model-server.ts'
import { playWithModel } from '../support/model-trial.ts'
import { scriptedAnswer } from '../support/scripted-model.ts'
import { Folder, serve } from '../support/watched-folder.ts'

const SPITE = 'I <b>refuse</b> </script><script>alert(1)</script>'

let server: ModelServer
let played: string
let events: TrialEvent[]

beforeAll(async () => {
  let calls = 0
  server = await ModelServer.start({
    answer: ({ messages }) => (calls++ === 0 ? SPITE : scriptedAnswer(messages, '1')),
  })
  played = (await playWithModel(server.baseUrl)).folder
  events = readEvents(played)
})
afterAll(() => server.close())

/** A folder of the watch server with the trial's transcript. */
function folderWithCalls(): Folder {
  const folder = new Folder().log(...events).over()
  writeFileSync(join(folder.path, TRANSCRIPT_FILE), readFileSync(join(played, TRANSCRIPT_FILE)))
  return folder
}

describe('the calls of a trial', () => {
  it('are served one by one, with their messages as differences', async () => {
    const folder = folderWithCalls()
    appendFileSync(join(folder.path, TRANSCRIPT_FILE), '{"v":2,"call":"no"}\nnot JSON\n')
    const url = await serve([folder])
    const call = async (number: string) => fetch(url(`/api/trials/some-trial/calls/${number}`))
    const [first, second] = readTranscript(played)
    expect(await (await call('1')).json()).toMatchObject({
      call: 1,
      purpose: 'plan',
      since: null,
      answer: SPITE,
      problem: expect.stringMatching(/no goal/),
      messages: first?.messages,
    })
    expect(await (await call('2')).json()).toMatchObject({
      since: 1,
      kept: 2,
      messages: second?.messages,
      failure: null,
    })
    for (const number of ['0', '-1', '9999', '1e3', '..%2F..%2Fevents.jsonl', '12345678'])
      expect((await call(number)).status).toBe(404)
  })

  it('are in an exported page, where none of their texts runs', async () => {
    const files = new Map([
      [
        'index.html',
        page(
          '<title>t</title><link rel="stylesheet" href="x"><body><script src="x"></script></body>',
        ),
      ],
      ['page.js', page('1')],
      ['page.css', page('a{}')],
    ])
    const assets = { pageFiles: async () => files, versionFiles: async () => new Map() }
    const html = await trialHtml({ id: 'some-trial', folder: folderWithCalls().path }, assets)
    const [, calls = ''] = /id="delver-calls">([\s\S]*?)<\/script>/.exec(html) ?? []
    const texts = JSON.parse(calls) as CallText[]
    expect(texts.map(({ call }) => call)).toEqual(readTranscript(played).map(({ call }) => call))
    expect(texts[0]?.answer).toBe(SPITE)
    expect(html).not.toContain('<script>alert')
  })

  it('have the numbers of the transcript, in which calls that were not sent are missing', () => {
    const calls = events.filter((event) => event.type === 'llm-call')
    const [sample] = calls
    if (!sample) throw new Error('no call')
    const unsent = { ...sample, 'error.type': 'budget' as const, detail: 'all calls are used' }
    const { calls: folded } = [unsent, ...calls].reduce(foldCall, noCalls)
    expect(folded.map(({ number }) => number)).toEqual([
      null,
      ...readTranscript(played).map(({ call }) => call),
    ])
  })
})

describe('the report', () => {
  it('quotes the answers that were sent back', async () => {
    await runCommand('report', played)
    const text = readFileSync(join(played, 'report.md'), 'utf8')
    expect(text).toContain('Answers that were sent back')
    expect(text).toMatch(/plan: .*no goal/)
    const file = readFileSync(join(played, 'report.html'), 'utf8')
    expect(file).toContain('I &lt;b&gt;refuse')
    expect(file).not.toContain('<script>alert')
  })
})

function page(text: string) {
  return { type: 'text/plain', body: Buffer.from(text) }
}
