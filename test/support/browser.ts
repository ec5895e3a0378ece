import type { Browser, Page } from 'playwright-core'
import { openChromium } from './chromium.ts'

/** Greatest wait for a picture (ms): with software rendering, the first one takes many seconds. */
export const PICTURE_MS = 90_000

let running: Promise<Browser> | undefined

/** The Chromium of this process, which all its test files share. It ends with the process. */
export async function sharedBrowser(): Promise<Browser> {
  running ??= openChromium()
  const browser = await running
  if (browser.isConnected()) return browser
  running = undefined
  return sharedBrowser()
}

/** Closes the pages of a test file. */
export async function closePages(): Promise<void> {
  const browser = await running
  for (const context of browser?.contexts() ?? []) await context.close()
}

/**
 * Opens a page and collects its errors. A small viewport is much faster with software rendering.
 */
export async function openPage(
  browser: Browser,
  url: string,
  viewport = { width: 1280, height: 900 },
): Promise<WatchedPage> {
  const page = await browser.newPage({ viewport })
  page.setDefaultTimeout(PICTURE_MS)
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.stack ?? error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  await page.goto(url)
  return { page, problems }
}

export interface WatchedPage {
  readonly page: Page
  /** Errors of scripts, and violations of the content-security policy. */
  readonly problems: readonly string[]
}

/** Waits until the view shows all terrain. */
export async function terrainDrawn(page: Page): Promise<void> {
  await page.locator('canvas[data-drawn="all"]').waitFor({ timeout: PICTURE_MS })
}

/** Statistics of a picture. */
interface Sight {
  /** Number of distinct colours. */
  readonly colours: number
  /** Share of nearly black pixels, and of pixels with the colour of the agent's shirt. */
  readonly black: number
  readonly agent: number
  /** Brightness of the left and of the right half, from 0 to 255. */
  readonly halves: readonly [left: number, right: number]
}

/** Runs in the page, because Node lacks a canvas and an image decoder. */
const LOOK = `async (base64) => {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, image.width, image.height)
  let black = 0
  let agent = 0
  const halves = [0, 0]
  for (let i = 0; i < data.length; i += 4) {
    const [red, green, blue] = data.subarray(i, i + 3)
    if (Math.max(red, green, blue) < 30) black++
    if (green > 80 && Math.abs(green - blue) < 40 && red < green / 2) agent++
    halves[Number((i / 4) % image.width >= image.width / 2)] += green
  }
  const pixels = data.length / 4
  const colours = new Set(new Uint32Array(data.buffer)).size
  return { colours, black: black / pixels, agent: agent / pixels, halves: halves.map((sum) => (2 * sum) / pixels) }
}`

/** Statistics of the view's pixels. */
export async function look(page: Page): Promise<Sight> {
  const picture = (await page.locator('canvas').screenshot()).toString('base64')
  return page.evaluate<Sight>(`(${LOOK})(${JSON.stringify(picture)})`)
}

/** The inventory that the page shows, summed by item. */
export async function inventoryOf(page: Page): Promise<Record<string, number>> {
  const slots = await page
    .locator('.slot[data-item]')
    .evaluateAll((all) => all.map(({ dataset }) => [dataset.item ?? '', Number(dataset.count)]))
  const counts: Record<string, number> = {}
  for (const [item, count] of slots as [string, number][])
    counts[item] = (counts[item] ?? 0) + count
  return counts
}

/** Moves the slider of the time bar to a tick. */
export async function jumpTo(page: Page, tick: number): Promise<void> {
  await page.locator('.time-bar input').fill(String(tick))
}
