import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { longIt } from '../support/versions.ts'

longIt(
  'the first command of the README obtains a diamond',
  async () => {
    const [program, ...args] = packageJson.scripts.start.split(' ')
    expect(program).toBe('node')
    const out = join(mkdtempSync(join(tmpdir(), 'delver-first-')), 'out')
    const { stdout } = await execa(process.execPath, [...args, '--out', out], { stdin: 'ignore' })
    expect(stdout).toContain('obtained: obtain_diamond, diamond obtained')
  },
  120_000,
)
