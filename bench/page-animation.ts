/**
 * Makes docs/images/diamond.webp, the replay of `npm start` in 60 frames, in Chromium. It needs `img2webp`, which is in
 * Debian's package webp.
 *
 *     npx node bench/page-animation.ts
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { readEvents } from '#trial/event-log'
import { addressOf } from '../test/support/address-of.ts'
import { jumpTo, openPage, terrainDrawn } from '../test/support/browser.ts'
import { openChromium } from '../test/support/chromium.ts'

const LAUNCHER = fileURLToPath(new URL('../bin/delver.js', import.meta.url))
const OUT = fileURLToPath(new URL('../docs/images/diamond.webp', import.meta.url))

/** The trial of `npm start`. */
const TRIAL = ['trial', 'obtain_diamond', '--seed', '64013']
const VIEWPORT = { width: 900, height: 640 }
const FRAMES = 60
/** Time that a frame stays, and the last one (ms). */
const FRAME_MS = 180
const LAST_MS = 2500
const QUALITY = 45

const folder = await mkdtemp(join(tmpdir(), 'delver-animation-'))
const browser = await openChromium()
const trial = join(folder, 'trial')
await execa(process.execPath, [LAUNCHER, ...TRIAL, '--out', trial])
const server = execa(process.execPath, [LAUNCHER, 'replay', trial, '--web-port', '0'], {
  reject: false,
  stdin: 'ignore',
  all: true,
})
try {
  const ticks = readEvents(trial).at(-1)?.t ?? 0
  const { page } = await openPage(browser, await addressOf(server.all), VIEWPORT)
  await page.locator('.mark').first().waitFor()
  const frames: string[] = []
  for (let frame = 1; frame <= FRAMES; frame++) {
    await jumpTo(page, Math.round((ticks * frame) / FRAMES))
    await terrainDrawn(page)
    // Wait until the camera has stopped moving.
    await page.waitForTimeout(700)
    const file = join(folder, `${frame}.png`)
    await page.screenshot({ path: file })
    const isLast = frame === FRAMES
    frames.push('-lossy', '-q', String(QUALITY), '-d', String(isLast ? LAST_MS : FRAME_MS), file)
  }
  await execa('img2webp', ['-loop', '0', ...frames, '-o', OUT])
  console.log(OUT)
} finally {
  server.kill('SIGINT')
  await browser.close()
  await rm(folder, { recursive: true })
}
