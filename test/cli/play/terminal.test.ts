import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { promptingTerminal } from '#cli/play/terminal'

describe('a terminal with a prompt', () => {
  it('keeps the lines that are typed before anyone reads them', async () => {
    const input = new PassThrough()
    const terminal = promptingTerminal(input, new PassThrough())
    input.write('get 1 log\n\n')
    await setImmediate()
    const lines: string[] = []
    const ended = terminal.readLines((line) => lines.push(line))
    input.end('come\n')
    expect(await ended).toBe(true)
    expect(lines).toEqual(['get 1 log', 'come'])
  })

  it('ends when its input has ended before anyone reads it', async () => {
    const input = new PassThrough()
    const terminal = promptingTerminal(input, new PassThrough())
    input.end('come\n')
    await new Promise((resolve) => input.once('close', resolve))
    await setImmediate()
    const lines: string[] = []
    expect(await terminal.readLines((line) => lines.push(line))).toBe(true)
    expect(lines).toEqual(['come'])
  })
})
