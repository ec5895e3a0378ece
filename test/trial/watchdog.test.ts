import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { describe, expect } from 'vitest'
import { readEvents } from '#trial/event-log'
import { readResult } from '#trial/result'
import { longIt } from '../support/versions.ts'

const PROCESS = fileURLToPath(new URL('../support/hanging-trial.ts', import.meta.url))

async function play(how: string) {
  const folder = mkdtempSync(join(tmpdir(), 'delver-watchdog-'))
  // Without a watchdog the process would be there forever.
  const { signal, timedOut, stderr } = await execa(process.execPath, [PROCESS, how, folder], {
    reject: false,
    stdin: 'ignore',
    timeout: 100_000,
    killSignal: 'SIGQUIT',
  })
  return { signal, timedOut, stderr, events: readEvents(folder), result: readResult(folder) }
}

describe.concurrent('the process of a trial that hangs', () => {
  longIt('is killed when its thread hangs, after everything is written', async () => {
    const { signal, timedOut, stderr, events, result } = await play('loops')
    expect({ signal, timedOut }).toEqual({ signal: 'SIGKILL', timedOut: false })
    expect(stderr).toMatch(/hung for 3 s and was killed; the incomplete trial is in/)
    expect(events.map(({ type }) => type)).toEqual(['trial-start', 'thought', 'trial-end'])
    expect(result).toMatchObject({ end: 'crash', success: false, ticks: 30 })
    expect(result?.detail).toMatch(/the process hung/)
  })

  longIt('is not killed while it waits for a processor', async () => {
    const { signal, events } = await play('starves')
    expect(signal).toBeUndefined()
    expect(events.at(-1)).toMatchObject({ type: 'trial-end', detail: 'it got a processor again' })
  })

  longIt('is killed when it ignores a request to end, and keeps its earlier result', async () => {
    const { signal, events, result } = await play('stays')
    expect(signal).toBe('SIGKILL')
    expect(events.at(-1)).toMatchObject({ type: 'trial-end', end: 'interrupted' })
    expect(result).toMatchObject({ end: 'interrupted' })
  })
})
