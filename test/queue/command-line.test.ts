import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { addressText, queueAddress } from '#queue/address'
import { runCommand } from '../support/command-line.ts'

describe('the address of a queue', () => {
  it.each([
    ['redis://h', { host: 'h', port: 6379, tls: false, db: 0, username: null }],
    ['rediss://me@h:7/2', { host: 'h', port: 7, tls: true, db: 2, username: 'me' }],
    ['redis://[::1]:7', { host: '::1', port: 7 }],
  ])('is taken apart: %s', (text, parts) => {
    expect(queueAddress(text, {})).toMatchObject(parts)
  })

  it.each([
    ['http://h', /--queue must be an address such as redis:/],
    ['h:6379', /must be an address/],
    ['redis://h/x', /may end in the number of a database/],
    ['redis://:secret@h', /every user of this machine can see a password.*DELVER_QUEUE_PASSWORD/],
    ['env', /needs DELVER_QUEUE to be set/],
    ['redis://%zz@h', /invalid % escape/],
  ])('is refused: %s', (text, reason) => {
    expect(() => queueAddress(text, {})).toThrow(reason)
    expect(() => queueAddress(text, {})).not.toThrow(/secret/)
  })

  it('takes its password from the environment, and never shows it', () => {
    const own = queueAddress('redis://h', { DELVER_QUEUE_PASSWORD: 'pass word' })
    const whole = queueAddress('env', { DELVER_QUEUE: 'rediss://me:pass%20word@h:1/3' })
    for (const address of [own, whole]) {
      expect(address.password?.reveal()).toBe('pass word')
      expect(JSON.stringify(address) + inspect(address) + addressText(address)).not.toMatch(
        /pass word/,
      )
    }
    expect(whole).toMatchObject({ tls: true, username: 'me', port: 1, db: 3 })
  })
})

describe('the time of a campaign', () => {
  it('is estimated from the ticks, or from finished trials', async () => {
    const out = mkdtempSync(join(tmpdir(), 'delver-plan-'))
    const plan = ['trials', 'craft_sticks', '--world', 'text', '--out', out]
    const before = await runCommand(...plan, '--seeds', '1-100', '--workers', '2', '--dry-run')
    expect(before).toMatchObject({ code: 0, stderr: '' })
    expect(before.stdout).toMatch(/^100 trials: 0 finished, 100 to play$/m)
    expect(before.stdout).toMatch(/uses all its ticks.*\):\n {2}2 in parallel: about \d+ s$/m)
    expect(readdirSync(out)).toEqual([])
    await runCommand(...plan, '--seeds', '1-3')
    const after = await runCommand(
      ...[...plan, '--seeds', '1-100', '--dry-run', '--queue', 'redis://nowhere'],
    )
    expect(after.stdout).toMatch(/^100 trials: 3 finished, 97 to play$/m)
    expect(after.stdout).toMatch(/estimated time \(from the 3 finished\)/)
    expect(after.stdout).toMatch(/^ {2}100 in parallel: about \d+ s$/m)
    expect(after.stdout).toMatch(/size of the logs: about 0\.\d MB/)
  })
})
