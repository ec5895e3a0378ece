import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { EventOf } from '#events/events'
import { readEvents } from '#trial/event-log'
import { pageFiles } from '#watch/assets/page-files'
import { versionFiles } from '#watch/assets/version-files'
import { NO_CONTROL } from '#watch/server/speed-control'
import { WatchServer } from '#watch/server/watch-server'
import { trialsIn } from '#watch/server/watched-trial'
import { closePages, jumpTo, openPage, PICTURE_MS, sharedBrowser } from '../../support/browser.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { runCommand } from '../../support/command-line.ts'
import { ModelServer } from '../../support/model-server.ts'
import { scriptedAnswer } from '../../support/scripted-model.ts'
import { longIt } from '../../support/versions.ts'

/** The tasks in the panel, with their depth and status. */
async function shownIn(page: Page): Promise<(readonly [number, string | null, string])[]> {
  const items = page.locator('.recursion [role=treeitem]')
  const shown = await items.evaluateAll((all) =>
    all.map((item) => ({
      level: Number(item.getAttribute('aria-level')),
      status: item.querySelector('.sign')?.getAttribute('aria-label') ?? null,
      task: item.querySelector('.what')?.firstChild?.textContent ?? '',
    })),
  )
  return shown.map(({ level, status, task }) => [level, status, task] as const)
}

describe.skipIf(!chromiumPath)('the tree of threads on the page of a trial', () => {
  let browser: Browser
  let watch: WatchServer
  let threads: EventOf<'thread'>[]

  beforeAll(async () => {
    const model = await ModelServer.start({
      answer: ({ messages }) => scriptedAnswer(messages, '1'),
    })
    vi.stubEnv('OPENAI_API_KEY', 'none')
    vi.stubEnv('OPENAI_BASE_URL', model.baseUrl)
    vi.stubEnv('DELVER_MODEL', 'scripted')
    const folder = join(mkdtempSync(join(tmpdir(), 'delver-threads-')), 'trial')
    const order = 'trial obtain:stone_pickaxe --world text --planner llm --strategy thread'
    await runCommand(...order.split(' '), '--out', folder)
    vi.unstubAllEnvs()
    await model.close()
    const events = readEvents(folder)
    expect(events.at(-1)).toMatchObject({ type: 'trial-end', end: 'success' })
    threads = events.filter((event) => event.type === 'thread')
    const assets = { pageFiles, versionFiles }
    const options = { trials: trialsIn(folder), assets, host: '127.0.0.1', port: 0 }
    watch = await WatchServer.start({ ...options, control: NO_CONTROL })
    browser = await sharedBrowser()
  }, PICTURE_MS)

  afterAll(async () => {
    await closePages()
    await watch?.close()
  })

  it(
    'the panel shows each thread below its parent, with its status',
    async () => {
      const { page, problems } = await openPage(browser, watch.url)
      const spawned = threads.filter(({ what }) => what === 'spawn')
      expect(Math.max(...spawned.map(({ depth }) => depth))).toBeGreaterThan(2)
      const ends = new Map(
        threads.flatMap(({ what, thread }) =>
          what === 'end' || what === 'failure' ? [[thread, what] as const] : [],
        ),
      )
      const statusOf = (thread: number, depth: number) =>
        ends.get(thread) === 'failure'
          ? 'failure'
          : ends.has(thread) || depth === 1
            ? 'success'
            : 'cut off'
      await page.keyboard.press('End')
      await expect
        .poll(() => shownIn(page), { timeout: PICTURE_MS })
        .toEqual(spawned.map(({ thread, depth, text }) => [depth, statusOf(thread, depth), text]))
      const lefts = await page
        .locator('.recursion .sign')
        .evaluateAll((all) => all.map((sign) => sign.getBoundingClientRect().left))
      const levels = spawned.map(({ depth }) => depth)
      for (const [index, left] of lefts.entries())
        expect(left - (lefts[0] ?? 0)).toBeCloseTo(14 * ((levels[index] ?? 0) - 1), 0)
      expect(problems).toEqual([])
      await page.close()
    },
    PICTURE_MS,
  )

  longIt(
    'a call to the model folds open to its messages and its answer',
    async () => {
      const { page, problems } = await openPage(browser, watch.url)
      await page.locator('.mark').first().waitFor()
      await page.keyboard.press('End')
      const button = page.locator('.calls tbody button').last()
      await button.click()
      const detail = page.locator('.calls .call-text')
      await detail.waitFor()
      expect(await detail.locator('summary').allTextContents()).toContain('answer')
      const answer = detail.locator('details[open] pre')
      expect((await answer.first().textContent())?.length).toBeGreaterThan(10)
      expect(await detail.locator('summary').first().textContent()).toMatch(/system|user|assistant/)
      await page.locator('.calls tbody button[aria-expanded=true]').click()
      expect(await page.locator('.calls .call-text').count()).toBe(0)
      expect(problems).toEqual([])
      await page.close()
    },
    PICTURE_MS,
  )

  longIt(
    'at an earlier tick, the panel shows the threads of that tick and scrolls to the last one',
    async () => {
      const { page } = await openPage(browser, watch.url)
      await page.locator('.mark').first().waitFor()
      const middle = threads[Math.floor(threads.length / 2)]?.t ?? 0
      const begun = threads.filter(({ what, t }) => what === 'spawn' && t <= middle)
      await jumpTo(page, middle)
      await expect
        .poll(async () => (await shownIn(page)).map(([, , task]) => task), { timeout: PICTURE_MS })
        .toEqual(begun.map(({ text }) => text))
      const running = page.locator('.recursion .node.running')
      expect(await running.first().getAttribute('aria-level')).toBe('1')
      // Only the innermost running thread shows its detail.
      expect(await running.locator('small').count()).toBe(1)
      // The list is redrawn while events arrive.
      await expect
        .poll(
          async () => {
            const box = await running.last().boundingBox()
            const panel = await page.locator('.recursion .body').boundingBox()
            if (!box || !panel) return false
            return box.y >= panel.y - 1 && box.y + box.height <= panel.y + panel.height + 1
          },
          { timeout: PICTURE_MS },
        )
        .toBe(true)
      await page.close()
    },
    PICTURE_MS,
  )
})
