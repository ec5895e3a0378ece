import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { REFUSALS } from '#body/refusal'

const page = readFileSync(new URL('../docs/guides/troubleshooting.md', import.meta.url), 'utf8')
const joining = page.split(/^## /m).find((section) => section.startsWith('Joining a server')) ?? ''
/** The first cell and the others of each row. */
const rows = [...joining.matchAll(/^\| (.*?) \| (.*) \|$/gm)].map(
  ([, message = '', advice = '']) => ({
    message,
    advice,
  }),
)

it.each(Object.values(REFUSALS))(
  'troubleshooting says what to do when "$meaning"',
  ({ meaning, advice }) => {
    const found = rows.filter(({ message }) => message.includes(`\`${meaning} (...)`))
    expect(found).toHaveLength(1)
    expect(found[0]?.advice.length).toBeGreaterThan(20)
    // The message itself is one line with what to do.
    expect(`${meaning}; ${advice}`).not.toContain('\n')
    expect(advice.length).toBeGreaterThan(10)
  },
)
