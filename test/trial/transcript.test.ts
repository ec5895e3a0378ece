import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WALL_FIELDS } from '#events/events'
import { readTranscript, TRANSCRIPT_FILE } from '#llm/transcript'
import { packFiles, unpackFiles } from '#queue/file-store'
import { STRATEGIES, strategyNamed } from '#strategies/registry'
import { readEvents } from '#trial/event-log'
import { clearTrial } from '#trial/trial-files'
import { runCommand } from '../support/command-line.ts'
import { ModelServer } from '../support/model-server.ts'
import { MODEL_KEY, playWithModel } from '../support/model-trial.ts'
import { scriptedAnswer } from '../support/scripted-model.ts'

let server: ModelServer

beforeEach(async () => {
  server = await ModelServer.start({
    answer: ({ messages }) => `${scriptedAnswer(messages, 'transcript')}\n`,
  })
})
afterEach(() => server.close())

/** The events of a trial without their wall-clock times. */
function history(folder: string): unknown {
  const keep = (key: string, value: unknown) => (WALL_FIELDS.includes(key) ? undefined : value)
  const events = readEvents(folder).filter(({ type }) => type !== 'trial-start')
  return JSON.parse(JSON.stringify(events, keep))
}

describe("a trial's transcript", () => {
  it('holds each answer with its reading, replays the trial, and never the key', async () => {
    const { folder, result } = await playWithModel(server.baseUrl)
    expect(result.end).toBe('success')
    expect(readFileSync(join(folder, TRANSCRIPT_FILE), 'utf8')).not.toContain(MODEL_KEY)
    const lines = readTranscript(folder)
    const calls = readEvents(folder).flatMap((one) =>
      one.type === 'llm-call' ? [one.purpose] : [],
    )
    expect(lines.map(({ purpose }) => purpose)).toEqual(calls)
    expect(lines[0]?.reading?.text).toContain('craft({furnace:1}')
    await server.close()
    const replayed = await playWithModel('http://127.0.0.1:1/v1', {}, { replayCalls: folder })
    expect(history(replayed.folder)).toEqual(history(folder))
  })

  it.each(STRATEGIES)('is reread as the strategy %s read it', async (strategy) => {
    const executor = strategy === 'adapt' ? ({ executor: 'react' } as const) : {}
    const { folder } = await playWithModel(server.baseUrl, { strategy, ...executor })
    const read = readTranscript(folder).filter(({ reading }) => reading !== null)
    const purposes = Object.keys(strategyNamed(strategy).readers ?? {})
    expect(purposes).toEqual(expect.arrayContaining([...new Set(read.map((one) => one.purpose))]))
    expect(read.length).toBeGreaterThan(0)
    const { code, stdout } = await runCommand('reread', folder)
    expect([code, stdout]).toEqual([0, `0 of ${read.length} answers would be read differently`])
  })

  it('shows with reread how another parser read it', async () => {
    const { folder } = await playWithModel(server.baseUrl)
    const file = join(folder, TRANSCRIPT_FILE)
    const [first = '', ...rest] = readFileSync(file, 'utf8').split('\n')
    const line = JSON.parse(first)
    line.reading = { text: '', problem: 'there is no goal in the answer' }
    writeFileSync(file, [JSON.stringify(line), ...rest].join('\n'))
    const { code, stdout } = await runCommand('reread', folder)
    expect(code).toBe(0)
    expect(stdout).toMatch(/call 1 \(plan\):\n {2}before: rejected: there is no goal/)
    expect(stdout).toMatch(/now: {4}mine\(/)
    expect(stdout).toMatch(/\n1 of \d+ answers would be read differently$/)
  })

  it('returns with the files of a queued trial, and is removed with them', async () => {
    const { folder } = await playWithModel(server.baseUrl)
    const text = readFileSync(join(folder, TRANSCRIPT_FILE), 'utf8')
    const { files } = await packFiles(folder, Number.POSITIVE_INFINITY)
    const other = mkdtempSync(join(tmpdir(), 'delver-transcript-'))
    await unpackFiles(other, files)
    expect(readFileSync(join(other, TRANSCRIPT_FILE), 'utf8')).toBe(text)
    clearTrial(other)
    expect(() => readTranscript(other)).toThrow('cannot read')
  })
})
