import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { describe, expect } from 'vitest'
import { longIt } from '../support/versions.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CLIENT = fileURLToPath(new URL('../../clients/python', import.meta.url))

/** A Python that the client supports; undefined on a machine that has none. */
const PYTHON = ['python3', 'python'].find((name) => {
  const check = 'import sys; sys.exit(sys.version_info < (3, 9))'
  return spawnSync(name, ['-c', check], { stdio: 'ignore' }).status === 0
})

const env = {
  DELVER_ENV_COMMAND: `${process.execPath} ${ROOT}bin/delver.js env`,
  PYTHONPATH: CLIENT,
  PYTHONDONTWRITEBYTECODE: '1',
}

describe.skipIf(PYTHON === undefined)('the client in Python', () => {
  const python = (...args: readonly string[]) => execa(PYTHON ?? '', args, { cwd: CLIENT, env })

  longIt('plays episodes, and reports what goes wrong', async () => {
    const { stderr } = await python('-W', 'error', '-m', 'unittest', 'discover', '-s', 'tests')
    expect(stderr).toMatch(/Ran \d\d tests in .*\n\nOK/)
  })

  longIt('has an example that gets a wooden pickaxe', async () => {
    const { stdout } = await python('examples/first_agent.py')
    expect(stdout).toContain('reward 1.0 end success')
  })
})
