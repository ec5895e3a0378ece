import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  answersText,
  askFirst,
  optionsOf,
  type PlayAnswers,
  rememberAnswers,
  rememberedAnswers,
} from '#cli/play/first-questions'
import type { LanWorld } from '#life/lan-worlds'

const ENTER = '\r'
const DOWN = '\u001b[B'
const CANCEL = '\u0003'

/** Answers each question, recognized by a word of it, with keys. */
async function answer(
  worlds: readonly LanWorld[],
  keys: readonly (readonly [question: string, ...keys: string[]])[],
): Promise<{ answers: PlayAnswers | null; shown: string }> {
  const input = new PassThrough()
  const output = new PassThrough()
  let shown = ''
  let next = 0
  output.on('data', (data: Buffer) => {
    shown += data.toString()
    const [question, ...typed] = keys[next] ?? []
    if (question === undefined || !shown.includes(question)) return
    next++
    // The library draws before it listens.
    setImmediate(() => {
      for (const key of typed) input.write(key)
    })
  })
  const answers = await askFirst(worlds, { input, output })
  expect(next).toBe(keys.length)
  return { answers, shown }
}

describe('the questions of the first run', () => {
  let before: string | undefined
  beforeEach(() => {
    before = process.env.XDG_DATA_HOME
    process.env.XDG_DATA_HOME = mkdtempSync(join(tmpdir(), 'data-'))
  })
  afterEach(() => {
    if (before === undefined) delete process.env.XDG_DATA_HOME
    else process.env.XDG_DATA_HOME = before
  })

  it('lead to a practice world with three times Enter', async () => {
    const { answers } = await answer(
      [],
      [
        ['Which world', ENTER],
        ['gives orders', ENTER],
        ['Name of', ENTER],
      ],
    )
    expect(answers).toEqual({ world: { kind: 'practice' }, obey: [], username: 'Delver' })
    expect(answers && optionsOf(answers)).toEqual({ practice: true, username: 'Delver' })
  })

  it('lead to a server, its accounts, its players and a name', async () => {
    const { answers } = await answer(
      [],
      [
        ['Which world', DOWN, ENTER],
        ['Address', 'play.example.org:25570', ENTER],
        ['accounts', ENTER],
        ['gives orders', 'Ann, Ben', ENTER],
        ['Name of', 'Digger', ENTER],
      ],
    )
    expect(answers && optionsOf(answers)).toEqual({
      ...{ host: 'play.example.org', port: 25570, auth: 'offline' },
      ...{ obey: ['Ann', 'Ben'], username: 'Digger' },
    })
  })

  it('offer the world that is open to LAN first, as plain text', async () => {
    const world = { host: '192.168.0.5', port: 50_000, name: 'Ann\u001b[2J - home' }
    const { answers, shown } = await answer(
      [world],
      [
        ['Which world', ENTER],
        ['gives orders', 'Ann', ENTER],
        ['Name of', ENTER],
      ],
    )
    expect(answers).toMatchObject({ world: { kind: 'lan' }, obey: ['Ann'] })
    expect(shown).toContain('192.168.0.5:50000')
    expect(shown).not.toContain('\u001b[2J')
  })

  it('end with nothing when the user cancels', async () => {
    expect((await answer([], [['Which world', CANCEL]])).answers).toBeNull()
  })

  it('are remembered, and a damaged file is ignored', () => {
    expect(rememberedAnswers()).toBeNull()
    const answers: PlayAnswers = {
      world: { kind: 'server', host: '127.0.0.1', port: 25_565, auth: 'offline' },
      ...{ obey: ['Ann'], username: 'Digger' },
    }
    rememberAnswers(answers)
    expect(rememberedAnswers()).toEqual(answers)
    expect(answersText(answers)).toBe('127.0.0.1:25565, as Digger, for Ann')
    const file = join(process.env.XDG_DATA_HOME ?? '', 'delver', 'play.json')
    for (const text of [
      '',
      '{}',
      '{"world":{"kind":"server","host":"-x","port":1}}',
      'x'.repeat(9999),
    ]) {
      writeFileSync(file, text)
      expect(rememberedAnswers()).toBeNull()
    }
  })
})
