import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { execa } from 'execa'
import type { Browser, Page } from 'playwright-core'
import { addressOf } from '../test/support/address-of.ts'
import { jumpTo, openPage, terrainDrawn } from '../test/support/browser.ts'
import { openChromium } from '../test/support/chromium.ts'

/**
 * Takes the screenshots in docs/images of a real trial in Chromium:
 *
 *     npx node bench/page-pictures.ts            # all of them
 *     npx node bench/page-pictures.ts campaign   # the overview and the report
 *     npx node bench/page-pictures.ts race       # the race
 *
 * docs/images/diamond.webp is `npx delver clip DIR --height 320 --out docs/images/diamond.webp`.
 */
const LAUNCHER = fileURLToPath(new URL('../bin/delver.js', import.meta.url))
const IMAGES = fileURLToPath(new URL('../docs/images', import.meta.url))

/** The trial of `npm start`. */
const TRIAL = ['trial', 'obtain_diamond', '--seed', '64013']

/** Ticks of the screenshots: agents fetch wood, and one digs a shaft down to the diamonds. */
const MOMENTS = { live: 500, race: 130, replay: 2540, wall: 1400 }

/** Number of trials side by side. */
const WALL = 4

/** The trials that race, by their names, with their options. */
const RACERS = {
  player: [],
  loaded: ['--perception', 'loaded'],
  random: ['--selector', 'random'],
}

/** Small enough to be readable within the documentation. */
const VIEWPORT = { width: 1000, height: 720 }
const QUALITY = 55
/** The head of the report. */
const REPORT = { width: 1160, height: 2232 }

const CAMPAIGN_SEEDS = [64013, 64014, 64015, 64016, 64017, 64018, 64019, 64020]
const CAMPAIGN = [
  ...['trials', 'obtain_diamond', '--seeds', CAMPAIGN_SEEDS.join(), '--workers', '2'],
  '--recording',
]
/** Time for three trials of the campaign (ms). */
const TRIALS_MS = 600_000

/** Running commands, which serve pages until they are stopped. */
const started: (PromiseLike<unknown> & { kill(signal: 'SIGINT'): boolean })[] = []

const only = process.argv[2]
const folder = await mkdtemp(join(tmpdir(), 'delver-pictures-'))
const browser = await openChromium()
try {
  if (only === undefined || only === 'race') await race(browser, join(folder, 'race'))
  if (only === undefined || only === 'trial') {
    await live(browser, join(folder, 'live'))
    await replay(browser, join(folder, 'live'))
  }
  if (only === undefined || only === 'campaign') {
    await overview(browser, join(folder, 'player'))
    await report(browser)
    await wall(browser, join(folder, 'player'))
  }
} finally {
  await stopAll()
  await browser.close()
  await rm(folder, { recursive: true })
}

/** A running trial, paused at a chosen tick. */
async function live(browser: Browser, out: string): Promise<void> {
  const url = await serve(...TRIAL, '--out', out, '--watch', '--keep-open', '--speed', '1')
  const { page } = await openPage(browser, url, VIEWPORT)
  const slider = page.locator('.time-bar input')
  while (Number(await slider.inputValue()) < MOMENTS.live) await page.waitForTimeout(50)
  await page.getByRole('button', { name: /^Pause/ }).click()
  await jumpTo(page, MOMENTS.live)
  await picture(page, 'live')
  await page.getByRole('button', { name: 'Live', exact: true }).click()
  await page.getByRole('button', { name: 'max', exact: true }).click()
  await page.locator('.state.good').waitFor()
  await page.close()
}

/** The replay of the same trial, and its last picture. */
async function replay(browser: Browser, out: string): Promise<void> {
  const url = await serve('replay', out)
  const { page } = await openPage(browser, url, VIEWPORT)
  await page.locator('.mark').first().waitFor()
  await jumpTo(page, MOMENTS.replay)
  await picture(page, 'replay')
  await page.close()
  await delver('clip', out, '--out', join(IMAGES, 'end.jpg'))
  console.log('end.jpg')
}

/** A race of three trials. */
async function race(browser: Browser, out: string): Promise<void> {
  for (const [name, options] of Object.entries(RACERS))
    await delver(...TRIAL, ...options, '--out', join(out, name))
  const url = await serve('replay', out, '--race')
  const { page } = await openPage(browser, url, VIEWPORT)
  await page.locator('.racer .at').first().waitFor()
  await jumpTo(page, MOMENTS.race)
  for (let press = 0; press < 3; press++) await page.keyboard.press('-')
  await picture(page, 'race')
  await page.close()
}

/** The overview of a running campaign. */
async function overview(browser: Browser, out: string): Promise<void> {
  const url = await serve(...CAMPAIGN, '--out', out, '--watch', '--keep-open')
  const { page } = await openPage(browser, url)
  await page.locator('.card.good, .card.bad').nth(2).waitFor({ timeout: TRIALS_MS })
  await page.setViewportSize({ width: 1280, height: 520 })
  await page.screenshot({ path: join(IMAGES, 'overview.png') })
  console.log('overview.png')
  await page.close()
}

/** The head of a report on that campaign, and on one with everything in loaded chunks known. */
async function report(browser: Browser): Promise<void> {
  // The campaign of the overview holds its folder; the next command resumes it.
  await stopAll()
  const [player, loaded] = ['player', 'loaded'].map((name) => join(folder, name))
  await delver(...CAMPAIGN, '--out', `${player}`)
  await delver(...CAMPAIGN, '--out', `${loaded}`, '--perception', 'loaded')
  await delver('report', `${player}`, `${loaded}`, '--out', folder)
  const page = await browser.newPage({ viewport: REPORT })
  await page.goto(pathToFileURL(join(folder, 'report.html')).href)
  await page.screenshot({ path: join(IMAGES, 'report.png') })
  console.log('report.png')
  await page.close()
}

/** Four trials of the campaign side by side. */
async function wall(browser: Browser, out: string): Promise<void> {
  const seeds = CAMPAIGN_SEEDS.slice(0, WALL).map((seed) => join(out, `obtain_diamond-${seed}`))
  const url = await serve('replay', ...seeds, '--wall')
  const { page } = await openPage(browser, url, VIEWPORT)
  await page
    .locator('canvas[data-drawn="all"]')
    .nth(WALL - 1)
    .waitFor()
  await jumpTo(page, MOMENTS.wall)
  await picture(page, 'wall')
  await page.close()
}

/** Stops all running commands. */
async function stopAll(): Promise<void> {
  for (const child of started) child.kill('SIGINT')
  await Promise.all(started)
}

/** Runs a command until it has finished. */
async function delver(...args: string[]): Promise<void> {
  await execa(process.execPath, [LAUNCHER, ...args], { reject: false, stdio: 'ignore' })
}

async function serve(...args: string[]): Promise<string> {
  const child = execa(process.execPath, [LAUNCHER, ...args, '--web-port', '0'], {
    reject: false,
    stdin: 'ignore',
    all: true,
  })
  started.push(child)
  return addressOf(child.all)
}

async function picture(page: Page, name: string): Promise<void> {
  await terrainDrawn(page)
  // Wait until the camera has stopped moving.
  await page.waitForTimeout(3000)
  await page.screenshot({ path: join(IMAGES, `${name}.jpg`), type: 'jpeg', quality: QUALITY })
  console.log(`${name}.jpg`)
}
