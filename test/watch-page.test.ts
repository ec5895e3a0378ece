import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { execa } from 'execa'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventOf, TrialEvent } from '../src/episode/events.ts'
import { RECORDING_FILE, readEvents } from '../src/trial/event-log.ts'
import type { BodyMessage, RecordingLine } from '../src/watch/recording-format.ts'
import { addressOf } from './support/address-of.ts'
import {
  coloursOf,
  inventoryOf,
  jumpTo,
  openPage,
  PICTURE_MS,
  terrainDrawn,
} from './support/browser.ts'
import { chromiumPath, openChromium } from './support/chromium.ts'

const LAUNCHER = fileURLToPath(new URL('../bin/delver.js', import.meta.url))

/** A view of one colour has one; sky, ground and trees have many hundreds. */
const MANY_COLOURS = 200

/** Longer than the slowest picture. */
const PATIENT = { timeout: 2 * PICTURE_MS }

/** What hostile players say, and what must become text. */
const HOSTILE = '<script>document.title = "owned"</script><img src=x onerror=alert(1)>'

let browser: Browser

/** Asks again until it holds: without a graphics card a page has few frames a second. */
function eventually<T>(read: () => Promise<T>) {
  return expect.poll(read, { timeout: PICTURE_MS })
}

const folder = join(mkdtempSync(join(tmpdir(), 'delver-page-')), 'trial')
const started: { kill(signal: 'SIGINT'): boolean }[] = []

function delver(...args: string[]) {
  const child = execa(process.execPath, [LAUNCHER, ...args], {
    reject: false,
    stdin: 'ignore',
    all: true,
  })
  started.push(child)
  return child
}

function milestoneAt(events: readonly TrialEvent[], name: string): number {
  const found = events.find(
    (event): event is EventOf<'milestone'> => event.type === 'milestone' && event.name === name,
  )
  if (!found) throw new Error(`no milestone ${name}`)
  return found.t
}

function recordingLines(): RecordingLine[] {
  const text = gunzipSync(readFileSync(join(folder, RECORDING_FILE))).toString()
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as RecordingLine)
}

/** Slots of the player's window before this one are the crafting grid, and no part of the pack. */
const FIRST_SLOT = 5

/** What is carried at a tick by the recording, added up as the page should show it. */
function carriedAt(tick: number): Record<string, number> {
  const body = recordingLines().findLast(
    (line): line is BodyMessage & { t: number } => line.name === 'body' && line.t <= tick,
  )
  const counts: Record<string, number> = {}
  for (const [slot, item, count] of body?.slots ?? [])
    if (slot >= FIRST_SLOT) counts[item] = (counts[item] ?? 0) + count
  return counts
}

/** Has somebody say something in the middle of the recording. */
function say(text: string): void {
  const file = join(folder, RECORDING_FILE)
  const lines = gunzipSync(readFileSync(file)).toString().trim().split('\n')
  lines.splice(
    lines.length - 1,
    0,
    JSON.stringify({ t: recordingLines().at(-1)?.t, name: 'chat', text }),
  )
  writeFileSync(file, gzipSync(`${lines.join('\n')}\n`))
}

beforeAll(async () => {
  if (!chromiumPath) return
  browser = await openChromium()
  const trial = await delver('trial', 'obtain:wooden_pickaxe', '--seed', '5', '--out', folder)
  expect(trial.exitCode).toBe(0)
  say(HOSTILE)
}, PICTURE_MS)

afterAll(async () => {
  for (const child of started) child.kill('SIGINT')
  await browser?.close()
})

describe.skipIf(!chromiumPath)('the page of a trial that is over', () => {
  let url: string
  const events: TrialEvent[] = []

  beforeAll(async () => {
    url = await addressOf(delver('replay', folder, '--web-port', '0').all)
    events.push(...readEvents(folder))
  })

  it('draws the world and jumps to any tick and milestone', PATIENT, async () => {
    const { page, problems } = await openPage(browser, url)
    await terrainDrawn(page)
    expect(await coloursOf(page)).toBeGreaterThan(MANY_COLOURS)

    const table = milestoneAt(events, 'crafting_table')
    await page.getByRole('button', { name: /crafting table at/ }).click()
    await eventually(() => page.locator('.time-bar input').inputValue()).toBe(String(table))
    await eventually(() => inventoryOf(page)).toEqual(carriedAt(table))

    const before = milestoneAt(events, 'log') - 1
    await jumpTo(page, before)
    await eventually(() => inventoryOf(page)).toEqual(carriedAt(before))
    expect(await page.locator('.step.running').textContent()).toContain('mine')
    expect(await page.locator('.mark.reached').count()).toBe(0)

    await page.keyboard.press('End')
    await eventually(() => page.locator('.state').textContent()).toBe('success')
    expect(await page.locator('.mark.reached').count()).toBe(
      events.filter(({ type }) => type === 'milestone').length,
    )
    expect(problems).toEqual([])
    await page.close()
  })

  it('shows what players say as text', PATIENT, async () => {
    const { page, problems } = await openPage(browser, url)
    await page.locator('.time-bar input').waitFor()
    await page.keyboard.press('End')
    await eventually(() => page.locator('.feed .chat .what').allTextContents()).toContain(HOSTILE)
    expect(await page.title()).not.toContain('owned')
    expect(await page.locator('.feed script, .feed img').count()).toBe(0)
    expect(problems).toEqual([])
    await page.close()
  })

  it('fits a telephone, and can be used without a mouse', PATIENT, async () => {
    const { page } = await openPage(browser, url, 400)
    await page.locator('.mark').first().waitFor()
    const root = 'document.documentElement'
    expect(await page.evaluate(`${root}.scrollWidth`)).toBe(
      await page.evaluate(`${root}.clientWidth`),
    )
    await page.keyboard.press('Home')
    await page.keyboard.press(']')
    const first = events.find(({ type }) => type === 'milestone')
    await eventually(() => page.locator('.time-bar input').inputValue()).toBe(String(first?.t))
    await page.keyboard.press('Tab')
    const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')
    expect(outline).toBe('solid')
    await page.close()
  })

  it('is the same in one file without a server', PATIENT, async () => {
    const file = join(folder, 'trial.html')
    expect((await delver('replay', folder, '--export', file)).exitCode).toBe(0)
    const { page, problems } = await openPage(browser, pathToFileURL(file).href)
    await terrainDrawn(page)
    expect(await coloursOf(page)).toBeGreaterThan(MANY_COLOURS)
    await page.keyboard.press('End')
    await eventually(() => page.locator('.state').textContent()).toBe('success')
    expect(problems).toEqual([])
    await page.close()
  })
})

describe.skipIf(!chromiumPath)('the overview', () => {
  it('lists all trials; a click opens one', PATIENT, async () => {
    const campaign = join(folder, '..', 'campaign')
    for (const name of ['one', 'two']) cpSync(folder, join(campaign, name), { recursive: true })
    const url = await addressOf(delver('replay', campaign, '--web-port', '0').all)
    const { page, problems } = await openPage(browser, url)
    const cards = page.locator('.card')
    await cards.locator('.item').first().waitFor()
    expect(await cards.locator('.state').allTextContents()).toEqual(['success', 'success'])
    await cards.nth(1).click()
    await page.locator('.mark').first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/trial/two')
    await page.getByRole('link', { name: /Delver/ }).click()
    await eventually(() => cards.count()).toBe(2)
    expect(problems).toEqual([])
    await page.close()
  })
})

describe.skipIf(!chromiumPath)('the page of a trial that runs', () => {
  it('follows it, and holds its time', PATIENT, async () => {
    const out = join(folder, '..', 'live')
    const watch = ['--watch', '--stay', '--web-port', '0', '--speed', '1']
    const trial = delver('trial', 'obtain:wooden_pickaxe', '--seed', '5', '--out', out, ...watch)
    const { page, problems } = await openPage(browser, await addressOf(trial.all))
    await page.getByRole('button', { name: /^Pause/ }).click()
    await page.getByRole('button', { name: /^Play/ }).waitFor()
    expect(await inventoryOf(page)).toEqual({})
    await page.getByRole('button', { name: 'max', exact: true }).click()
    await eventually(() => inventoryOf(page)).toMatchObject({ wooden_pickaxe: 1 })
    await eventually(() => page.locator('.state').textContent()).toBe('success')
    await terrainDrawn(page)
    expect(await coloursOf(page)).toBeGreaterThan(MANY_COLOURS)
    expect(problems).toEqual([])
    await page.close()
  })
})
