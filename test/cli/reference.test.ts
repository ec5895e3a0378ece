import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cliReference } from '#cli/reference'

describe('docs/reference/cli.md', () => {
  const reference = cliReference()

  it('is what scripts/cli-reference.ts writes', () => {
    const file = new URL('../../docs/reference/cli.md', import.meta.url)
    expect(readFileSync(file, 'utf8')).toBe(reference)
  })

  it('has common and advanced options of every command, and no internal command', () => {
    expect(reference).toContain('| `--seeds <list>` |')
    expect(reference).toContain('| `--explainer-max-dollars <number>` |')
    expect(reference).toContain('## delver selector fork')
    expect(reference).not.toContain('trial-process')
  })
})
