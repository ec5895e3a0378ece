import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { readEvents } from '#trial/event-log'
import { decisionsOf } from '#trial/samples'

const LAUNCHER = fileURLToPath(new URL('../../bin/delver.js', import.meta.url))

describe('delver what-if', () => {
  it('plays the same trial up to a decision, and takes another candidate there', async () => {
    const delver = (...args: string[]) =>
      execa(process.execPath, [LAUNCHER, ...args], { reject: false, stdin: 'ignore' })
    const folder = join(mkdtempSync(join(tmpdir(), 'delver-what-if-')), 'trial')
    const other = `${folder}-what-if-1-2`
    await delver('trial', 'stick', '--seed', '64013', '--out', folder)
    expect((await delver('what-if', folder)).stdout).toMatch(/^ +1 {2}\d:\d\d {2}mine\(\{log:\d/m)

    const { stdout } = await delver('what-if', folder, '--decision', '1')
    expect(stdout).toContain(`to see both: delver replay ${folder} ${other} --wall`)
    const [before, after] = [folder, other].map((one) => decisionsOf(readEvents(one))[0]?.decision)
    expect(after?.t).toBe(before?.t)
    const [, second] = before?.candidates ?? []
    const [taken] = after?.candidates ?? []
    expect(taken?.goal).toEqual(second?.goal)
    expect(taken?.source).toEqual(second?.source)

    const failed = async (...options: string[]) => {
      const { exitCode, stderr } = await delver('what-if', folder, ...options)
      expect(exitCode).toBe(2)
      return stderr
    }
    expect(await failed('--decision', '99')).toContain('has no decision 99')
    expect(await failed('--decision', '1', '--candidate', '1')).toContain('--candidate must be')
  }, 180_000)
})
