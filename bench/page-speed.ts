import { setTimeout as wait } from 'node:timers/promises'
import { pageFiles } from '../src/watch/assets/page-files.ts'
import { versionFiles } from '../src/watch/assets/version-files.ts'
import { NO_CONTROL } from '../src/watch/server/speed-control.ts'
import { WatchServer } from '../src/watch/server/watch-server.ts'
import { trialsIn } from '../src/watch/server/watched-trial.ts'
import { openPage } from '../test/support/browser.ts'
import { openChromium } from '../test/support/chromium.ts'

/**
 * Measures how fast the page of a recorded trial is in Chromium with software rendering:
 *
 *     npx node bench/page-speed.ts DIR TICK...
 *
 * It prints the bytes that the page loads, the time until the view shows anything and everything, and the frames per
 * second while it plays from each tick at 4 times real time.
 */
const VIEWPORT = { width: 1280, height: 800 }
/** How long frames are counted (ms). */
const PLAY_MS = 6000

const [folder = '', ...ticks] = process.argv.slice(2)
const assets = { pageFiles, versionFiles }
// A clone bundles the page on first use, which is no part of the page's own time.
await pageFiles()
const trials = trialsIn(folder)
const server = await WatchServer.start({
  trials,
  host: '127.0.0.1',
  port: 0,
  assets,
  control: NO_CONTROL,
})
const browser = await openChromium()
try {
  for (const tick of ticks) await measure(tick)
} finally {
  await browser.close()
  await server.close()
}

async function measure(tick: string): Promise<void> {
  const start = performance.now()
  const { page } = await openPage(browser, `${server.url}#t=${tick}`, VIEWPORT)
  const seconds = () => ((performance.now() - start) / 1000).toFixed(1)
  await page.locator('canvas[data-drawn]').waitFor({ timeout: 120_000 })
  const first = seconds()
  await page.locator('canvas[data-drawn="all"]').waitFor({ timeout: 120_000 })
  const all = seconds()
  const bytes = await page.evaluate<number>(
    'performance.getEntriesByType("resource").reduce((sum, one) => sum + one.transferSize, 0)',
  )
  await wait(1000)
  await page.keyboard.press(' ')
  const frames = await page.evaluate<number>(`new Promise((resolve) => {
    let frames = 0
    const until = performance.now() + ${PLAY_MS}
    const next = (now) => now < until ? (frames++, requestAnimationFrame(next)) : resolve(frames)
    requestAnimationFrame(next)
  })`)
  const rate = (frames / (PLAY_MS / 1000)).toFixed(1)
  const megabytes = (bytes / 1e6).toFixed(2)
  console.log(
    `tick ${tick}: ${megabytes} MB loaded, first picture ${first} s, complete ${all} s, ${rate} frames/s`,
  )
  await page.close()
}
