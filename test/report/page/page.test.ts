import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closePages, sharedBrowser } from '../../support/browser.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { runCommand } from '../../support/command-line.ts'
import { longIt } from '../../support/versions.ts'
import { writeTrial } from '../../support/written-trial.ts'

const HOSTILE = '<script>document.title = "taken over"</script><img src="http://127.0.0.1:9/x">'

describe.skipIf(!chromiumPath)('the page of a report', () => {
  let root: string
  let file: string
  let browser: Browser
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'delver-report-page-'))
    const rules = join(root, 'rules')
    await runCommand('trials', 'all', '--seeds', '1', '--world', 'text', '--out', rules)
    const hostile = join(root, 'hostile')
    for (const seed of [1, 2, 3])
      writeTrial(hostile, { seed, task: 'obtain_diamond' }, [
        [50 * seed, { type: 'milestone', name: 'log' }],
        [60 * seed, { type: 'death', cause: HOSTILE, position: { x: 0, y: 0, z: 0 } }],
        [100 * seed, { type: 'trial-end', end: 'gave-up', detail: HOSTILE }],
      ])
    file = join(root, 'report.html')
    const { code } = await runCommand('report', rules, `<b>label</b>=${hostile}`, '--out', file)
    expect(code).toBe(0)
    browser = await sharedBrowser()
  })
  afterAll(closePages)

  /** Opens the page, and collects its console messages, errors and network requests. */
  async function open(width: number, colorScheme: 'light' | 'dark' = 'light', path = file) {
    const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme })
    const noise: string[] = []
    page.on('console', (message) => noise.push(message.text()))
    page.on('pageerror', (error) => noise.push(String(error)))
    page.on('request', (request) => {
      if (!/^(file|data):/.test(request.url())) noise.push(request.url())
    })
    await page.goto(pathToFileURL(path).href)
    return { page, noise }
  }

  /** How far the page can be scrolled sideways (px). */
  function overhang(page: Page): Promise<number> {
    return page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
  }

  it.each([400, 1280])('the page fits a width of %i px, and logs nothing', async (width) => {
    const { page, noise } = await open(width)
    for (const details of await page.locator('summary').all()) await details.click()
    expect(await overhang(page)).toBe(0)
    expect(noise).toEqual([])
    const drawn = await page.locator('figure svg:visible:not(.mark)').all()
    expect(drawn.length).toBe(await page.locator('figure').count())
    for (const svg of drawn) {
      const box = await svg.boundingBox()
      expect(box?.width).toBeGreaterThan(width / 2)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
    }
    await page.close()
  })

  it('a wide table scrolls inside its own box by keyboard', async () => {
    const { page } = await open(400)
    const box = page.getByRole('region', { name: 'Success, table' })
    await box.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => box.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
    expect(await overhang(page)).toBe(0)
    await page.close()
  })

  it('the page can be used by keyboard', async () => {
    const { page } = await open(1280)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    // The browser tells of the move after the key press has returned.
    await page.waitForURL(/#success$/)
    const folded = page.locator('details', { hasText: 'All trials' })
    await folded.locator('summary').focus()
    await page.keyboard.press('Space')
    expect(await folded.getByRole('cell', { name: 'obtain_diamond' }).count()).toBeGreaterThan(0)
    await page.close()
  })

  it('the page shows untrusted markup as text', async () => {
    const { page, noise } = await open(1280)
    expect(await page.title()).toMatch(/^Delver/)
    const deaths = page.getByRole('region', { name: 'Deaths by cause' })
    expect(await deaths.textContent()).toContain('<script>document.title')
    expect(await page.locator('.card h2').allInnerTexts()).toEqual(['rules', '<b>label</b>'])
    expect(await page.locator('img, script').count()).toBe(0)
    expect(noise).toEqual([])
    await page.close()
  })

  it('the page’s policy blocks injected scripts and requests', async () => {
    let asked = 0
    const server = createServer((_, response) => {
      asked++
      response.end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { page, noise } = await open(1280)
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const html = `<script>document.title = "taken over"</script><img src="${address}">`
    const put = 'document.body.append(document.createRange().createContextualFragment'
    await page.evaluate(`${put}(${JSON.stringify(html)}))`)
    const refused = () => noise.filter((one) => one.includes('Content Security Policy'))
    await expect.poll(() => refused().length).toBe(2)
    expect(await page.title()).toMatch(/^Delver/)
    expect(asked).toBe(0)
    await page.close()
    server.close()
  })

  it('the page and its plots have other colours in dark mode', async () => {
    const inks: string[][] = []
    for (const scheme of ['light', 'dark'] as const) {
      const { page } = await open(1280, scheme)
      const ofBody = 'getComputedStyle(document.body)'
      const ofPlot = "getComputedStyle(document.querySelector('figure .wide text'))"
      inks.push(await page.evaluate(`[${ofPlot}.fill, ${ofBody}.color, ${ofBody}.backgroundColor]`))
      await page.close()
    }
    const [light, dark] = inks
    expect(light?.length).toBe(3)
    expect(light?.filter((colour, index) => colour === dark?.[index])).toEqual([])
    for (const [plot, text, paper] of inks) {
      expect(plot).toBe(text)
      expect(plot).not.toBe(paper)
    }
  })

  longIt('the command also reports on a single trial of the practice world', async () => {
    const folder = join(root, 'practice')
    const trial = 'trial craft_sticks --seed 3 --max-ticks 120 --difficulty peaceful --out'
    await runCommand(...trial.split(' '), folder)
    const { stdout } = await runCommand('report', folder, '--json')
    const [set] = JSON.parse(stdout).sets
    expect(set.settings).toMatchObject([{ world: 'practice', difficulty: 'peaceful', trials: 1 }])
    const { page, noise } = await open(400, 'dark', join(folder, 'report.html'))
    expect(await overhang(page)).toBe(0)
    expect(noise).toEqual([])
    await page.close()
  })
})
