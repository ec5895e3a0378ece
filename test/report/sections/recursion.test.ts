import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { EventBody } from '#events/events'
import { closePages, sharedBrowser } from '../../support/browser.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { runCommand } from '../../support/command-line.ts'
import { writeTrial } from '../../support/written-trial.ts'

const HOSTILE = '</li></ul><script>document.title = "owned"</script>'

function thread(
  what: 'spawn' | 'write' | 'end' | 'failure',
  number: number,
  depth: number,
  text: string,
): readonly [number, EventBody] {
  const parent = depth > 1 ? depth - 1 : null
  return [1, { type: 'thread', what, thread: number, parent, depth, text }]
}

/** Reports on two trials of THREAD: one obtains the sticks with its second tree, the other has a shallow tree. */
async function reported() {
  const folder = mkdtempSync(join(tmpdir(), 'delver-recursion-'))
  writeTrial(folder, { seed: 1, strategy: 'thread' }, [
    thread('spawn', 1, 1, 'an earlier tree'),
    thread('failure', 1, 1, 'it got nowhere'),
    thread('spawn', 1, 1, 'obtain 1 stick'),
    thread('spawn', 2, 2, 'I need 2 planks.'),
    thread('spawn', 3, 3, `I need a log. ${HOSTILE}`),
    thread('end', 3, 3, 'I have a log.'),
    thread('end', 2, 2, 'I have 4 planks.'),
    thread('spawn', 4, 2, 'I need a table.'),
    thread('failure', 4, 2, 'it got nowhere'),
    thread('write', 1, 1, '> craft({stick:4}, {planks:2}, null) =>'),
    [90, { type: 'milestone', name: 'stick' }],
    [100, { type: 'trial-end', end: 'success', detail: 'stick obtained' }],
  ])
  writeTrial(folder, { seed: 2, strategy: 'thread' }, [
    thread('spawn', 1, 1, 'a shallow tree'),
    [100, { type: 'trial-end', end: 'limit', detail: 'the ticks are used up' }],
  ])
  expect(await runCommand('report', `threads=${folder}`)).toMatchObject({ code: 0 })
  return folder
}

describe('a report on threads', () => {
  it('the report counts threads, and shows the deepest tree as a list', async () => {
    const markdown = readFileSync(join(await reported(), 'report.md'), 'utf8')
    const [, part = ''] = markdown.split('\n## Recursion\n')
    const [section = ''] = part.split('\n## ')
    expect(section).toContain('| tasks or threads | 3.00 | 3 | 5 |')
    expect(section).toContain('| greatest depth | 2.00 | 2 | 3 |')
    expect(section.split('\n').filter((line) => /^ *- /.test(line))).toEqual([
      '- ✓ obtain 1 stick: &gt; craft({stick:4}, {planks:2}, null) =&gt;',
      '  - ✓ I need 2 planks.: I have 4 planks.',
      expect.stringMatching(/^ {4}- ✓ I need a log\. &lt;\/li&gt;.*: I have a log\.$/),
      '  - ✕ I need a table.: it got nowhere',
    ])
  })

  it.skipIf(!chromiumPath)(
    'the page shows the tree as nested lists',
    async () => {
      const file = join(await reported(), 'report.html')
      const browser = await sharedBrowser()
      const page = await browser.newPage()
      await page.goto(pathToFileURL(file).href)
      const tree = page.locator('#recursion details')
      await tree.locator('summary').click()
      const items = await tree.locator('li').evaluateAll((all) =>
        all.map((item) => {
          let depth = 0
          for (
            let list = item.closest('ul');
            list;
            list = list.parentElement?.closest('ul') ?? null
          )
            depth++
          const status = item.querySelector('.sign')?.getAttribute('aria-label')
          return [depth, status, item.querySelector('small')?.textContent]
        }),
      )
      expect(items).toEqual([
        [1, 'success', '> craft({stick:4}, {planks:2}, null) =>'],
        [2, 'success', 'I have 4 planks.'],
        [3, 'success', 'I have a log.'],
        [2, 'failure', 'it got nowhere'],
      ])
      expect(await tree.textContent()).toContain(HOSTILE)
      expect(await tree.locator('li').last().isVisible()).toBe(true)
      expect(await page.title()).not.toBe('owned')
      await closePages()
    },
    60_000,
  )
})
