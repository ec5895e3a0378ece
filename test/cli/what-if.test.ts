import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEvents } from '#trial/event-log'
import { decisionsOf } from '#trial/samples'
import { runCommand } from '../support/command-line.ts'
import { longIt } from '../support/versions.ts'

describe('delver what-if', () => {
  longIt(
    'plays the same trial up to a decision, and takes another candidate there',
    async () => {
      const folder = join(mkdtempSync(join(tmpdir(), 'delver-what-if-')), 'trial')
      const other = `${folder}-what-if-1-2`
      await runCommand('trial', 'stick', '--seed', '64013', '--out', folder)
      expect((await runCommand('what-if', folder)).stdout).toMatch(
        /^ +1 {2}\d:\d\d {2}mine\(\{log:\d/m,
      )

      const { stdout } = await runCommand('what-if', folder, '--decision', '1')
      expect(stdout).toContain(`to see both: delver replay ${folder} ${other} --wall`)
      const [before, after] = [folder, other].map(
        (one) => decisionsOf(readEvents(one))[0]?.decision,
      )
      expect(after?.t).toBe(before?.t)
      const [, second] = before?.candidates ?? []
      const [taken] = after?.candidates ?? []
      expect(taken?.goal).toEqual(second?.goal)
      expect(taken?.source).toEqual(second?.source)

      const failed = async (...options: string[]) => {
        const { code, stderr } = await runCommand('what-if', folder, ...options)
        expect(code).toBe(2)
        return stderr
      }
      expect(await failed('--decision', '99')).toContain('has no decision 99')
      expect(await failed('--decision', '1', '--candidate', '1')).toContain('--candidate must be')
    },
    180_000,
  )

  it('refuses a folder without a trial', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'delver-what-if-'))
    for (const empty of [folder, join(folder, 'nope')]) {
      const { code, stdout, stderr } = await runCommand('what-if', empty)
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toContain(`${empty} contains no trial`)
    }
  })
})
