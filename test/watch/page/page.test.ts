import { cpSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { execa } from 'execa'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventOf, TrialEvent } from '#events/events'
import { RECORDING_FILE, readEvents } from '#trial/event-log'
import { pageFiles } from '#watch/assets/page-files'
import { versionFiles } from '#watch/assets/version-files'
import { exportTrial } from '#watch/export/export-trials'
import type { BodyMessage, RecordingLine } from '#watch/recording-format'
import { NO_CONTROL } from '#watch/server/speed-control'
import { WatchServer } from '#watch/server/watch-server'
import { comingTrial, trialsIn, type WatchedTrial } from '#watch/server/watched-trial'
import { addressOf } from '../../support/address-of.ts'
import {
  closePages,
  inventoryOf,
  jumpTo,
  look,
  openPage,
  PICTURE_MS,
  sharedBrowser,
  terrainDrawn,
  type WatchedPage,
} from '../../support/browser.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { runCommand } from '../../support/command-line.ts'
import { CAVE, recordCave } from '../../support/recorded-cave.ts'
import { sampleSettings } from '../../support/sample-events.ts'
import { longIt } from '../../support/versions.ts'

const LAUNCHER = fileURLToPath(new URL('../../../bin/delver.js', import.meta.url))

/** An empty view has few colours; sky, ground and trees have many hundreds. */
const MIN_COLOURS = 200

/** Time limit of a test: longer than the slowest picture. */
const PATIENT = { timeout: 2 * PICTURE_MS }

/** Small viewports, because software rendering is slow. */
const SMALL = { width: 480, height: 480 }
const TELEPHONE = { width: 380, height: 480 }

/** A hostile chat message, which the page must show as text. */
const HOSTILE = '<script>document.title = "owned"</script><img src=x onerror=alert(1)>'

const parent = mkdtempSync(join(tmpdir(), 'delver-page-'))
/** Two trials: a running one, and a killed one in a cave. */
const campaign = join(parent, 'campaign')
const folder = join(campaign, 'table')
const cave = join(campaign, 'cave')
/** A trial in which the agent crawls through rock. */
const crawl = join(parent, 'crawl')
/** A trial in which the agent sees only ahead, and turns around. */
const ahead = join(parent, 'ahead')

let browser: Browser

const ends: (() => unknown)[] = []

/** Polls until an assertion holds, because software rendering gives few frames per second. */
function eventually<T>(read: () => Promise<T>) {
  return expect.poll(read, { timeout: PICTURE_MS })
}

async function serve(trials: readonly WatchedTrial[]): Promise<WatchServer> {
  const assets = { pageFiles, versionFiles }
  const options = { trials, assets, host: '127.0.0.1', port: 0, control: NO_CONTROL }
  const server = await WatchServer.start(options)
  ends.push(() => server.close())
  return server
}

function stateOf(page: Page): Promise<string | null> {
  return page.locator('.state').textContent()
}

function sliderOf(page: Page): Promise<number> {
  return page.locator('.time-bar input').inputValue().then(Number)
}

/** Earlier slots of the player's window are the crafting grid. */
const FIRST_SLOT = 5

/** The inventory at a tick in the recording, summed by item. */
function carriedAt(tick: number): Record<string, number> {
  const text = gunzipSync(readFileSync(join(folder, RECORDING_FILE))).toString()
  const lines = text.trim().split('\n').slice(1)
  const body = lines
    .map((line) => JSON.parse(line) as RecordingLine)
    .findLast((line): line is BodyMessage & { t: number } => line.name === 'body' && line.t <= tick)
  const counts: Record<string, number> = {}
  for (const [slot, item, count] of body?.slots ?? [])
    if (slot >= FIRST_SLOT) counts[item] = (counts[item] ?? 0) + count
  return counts
}

function milestoneAt(events: readonly TrialEvent[], name: string): number {
  const found = events.find(
    (event): event is EventOf<'milestone'> => event.type === 'milestone' && event.name === name,
  )
  if (!found) throw new Error(`no milestone ${name}`)
  return found.t
}

beforeAll(async () => {
  if (!chromiumPath) return
  recordCave(cave, HOSTILE)
  recordCave(crawl, 'hello', 1)
  recordCave(ahead, 'hello', 2, true)
  browser = await sharedBrowser()
}, PICTURE_MS)

afterAll(async () => {
  for (const end of ends) await end()
  await closePages()
})

describe.skipIf(!chromiumPath)('the page of a running trial', () => {
  let watched: WatchedPage

  longIt('the page follows the trial, and pauses it', PATIENT, async () => {
    const order = ['trial', 'obtain:crafting_table', '--seed', '5', '--out', folder]
    const watch = ['--watch', '--keep-open', '--web-port', '0', '--speed', '1']
    const options = { reject: false, stdin: 'ignore', all: true } as const
    const trial = execa(process.execPath, [LAUNCHER, ...order, ...watch], options)
    ends.push(() => trial.kill('SIGINT'))
    watched = await openPage(browser, await addressOf(trial.all), SMALL)
    const { page, problems } = watched
    await page.getByRole('button', { name: /^Pause/ }).click()
    await page.getByRole('button', { name: /^Play/ }).waitFor()
    expect(await inventoryOf(page)).toEqual({})
    // The world is shown, and not only the plan as for a trial without a recording.
    expect(await page.locator('.side-column > .plan').count()).toBe(1)
    expect(await page.locator('.stage').isVisible()).toBe(true)
    await page.getByRole('button', { name: 'max', exact: true }).click()
    await eventually(() => stateOf(page)).toBe('the last 20 seconds')
    await eventually(() => inventoryOf(page)).toMatchObject({ crafting_table: 1 })
    await eventually(() => stateOf(page)).toBe('success')
    const card = page.locator('.end-card')
    const [end] = readEvents(folder).slice(-1)
    const time = await page.locator('.clock strong').textContent()
    expect(await card.locator('h2').textContent()).toBe(`Crafting table in ${time}`)
    expect(await sliderOf(page)).toBe(end?.t)
    expect(await card.locator('.splits li').count()).toBe(
      readEvents(folder).filter(({ type }) => type === 'milestone').length,
    )
    await page.keyboard.press('Escape')
    expect(await card.isVisible()).toBe(false)
    expect(problems).toEqual([])
  })

  longIt('the page draws the world, and jumps to any tick and milestone', PATIENT, async () => {
    const { page, problems } = watched
    const events = readEvents(folder)
    await terrainDrawn(page)
    expect((await look(page)).colours).toBeGreaterThan(MIN_COLOURS)

    const planks = milestoneAt(events, 'planks')
    await page.getByRole('button', { name: /planks at/ }).click()
    await eventually(() => sliderOf(page)).toBe(planks)
    await eventually(() => inventoryOf(page)).toEqual(carriedAt(planks))

    const before = milestoneAt(events, 'log') - 1
    await jumpTo(page, before)
    await eventually(() => inventoryOf(page)).toEqual(carriedAt(before))
    await eventually(() => page.locator('.step.running').textContent()).toContain('mine')
    await eventually(() => page.locator('.mark.reached').count()).toBe(0)

    await page.keyboard.press('End')
    await eventually(() => stateOf(page)).toBe('success')
    await eventually(() => page.locator('.mark.reached').count()).toBe(
      events.filter(({ type }) => type === 'milestone').length,
    )
    expect(problems).toEqual([])
    await page.close()
  })

  longIt('the page reports a stopped server, and keeps the last picture', PATIENT, async () => {
    const running = join(parent, 'running')
    cpSync(cave, running, { recursive: true })
    const server = await serve([comingTrial(running, sampleSettings)])
    const { page } = await openPage(browser, server.url, SMALL)
    await terrainDrawn(page)
    expect(await stateOf(page)).toBe('running')
    await server.close()
    await eventually(() => stateOf(page)).toBe('server stopped')
    await eventually(() => page.locator('.notice').textContent()).toBe('The server has stopped.')
    expect((await look(page)).agent).toBeGreaterThan(0)
    await page.close()
  })
})

describe.skipIf(!chromiumPath)('the pages of finished trials', () => {
  let server: WatchServer

  beforeAll(async () => {
    server = await serve(trialsIn(campaign))
  })

  longIt('the overview links to each trial, and each trial links back', PATIENT, async () => {
    const { page, problems } = await openPage(browser, server.url, SMALL)
    const cards = page.locator('.card')
    await cards.locator('.item').first().waitFor()
    expect(await cards.locator('.state').allTextContents()).toEqual(['crashed', 'success'])
    await cards.nth(0).click()
    await page.locator('.mark').first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/trial/cave')
    await page.getByRole('link', { name: /Delver/ }).click()
    await eventually(() => cards.count()).toBe(2)
    expect(problems).toEqual([])
    await page.close()
  })

  longIt(
    'what the agent sees now is brighter than what it remembers, and moves with its head',
    PATIENT,
    async () => {
      const lone = await serve(trialsIn(ahead))
      const { page, problems } = await openPage(browser, `${lone.url}#t=150`, SMALL)
      await terrainDrawn(page)
      await page.keyboard.press('k')
      await eventually(async () => (await look(page)).black).toBeGreaterThan(0.4)
      const before = (await look(page)).halves
      await jumpTo(page, CAVE.turn)
      // The half that was the brighter one is darker now, and the other one brighter.
      const changes = async () => {
        const { halves } = await look(page)
        return before.map((value, half) => value / (halves[half] ?? 0))
      }
      await eventually(async () => Math.max(...(await changes()))).toBeGreaterThan(1.1)
      await eventually(async () => Math.min(...(await changes()))).toBeLessThan(0.9)
      expect(problems).toEqual([])
      await page.close()
    },
  )

  longIt('the page shows an agent in a tunnel in lit rock', PATIENT, async () => {
    const url = `${server.url}trial/cave#t=160`
    const { page, problems } = await openPage(browser, url, SMALL)
    await terrainDrawn(page)
    await eventually(async () => (await look(page)).black).toBeLessThan(0.1)
    expect((await look(page)).agent).toBeGreaterThan(0.001)

    // Rock that the agent does not know is dim, dark or as bright as the rest.
    const unknown = page.getByRole('button', { name: /^Unknown: / })
    expect(await unknown.textContent()).toBe('Unknown: dim')
    expect(await page.locator('.depth .at').textContent()).toBe(`y ${CAVE.floor}`)
    await page.keyboard.press('k')
    await eventually(async () => (await look(page)).black).toBeGreaterThan(0.4)
    expect(await unknown.textContent()).toBe('Unknown: dark')
    await page.keyboard.press('k')
    await eventually(async () => (await look(page)).black).toBeLessThan(0.1)
    expect((await look(page)).agent).toBeGreaterThan(0.001)

    // The slider ends with the trial, not with its tick limit.
    const slider = page.locator('.time-bar input')
    expect(await slider.getAttribute('max')).toBe(String(CAVE.ticks))
    expect(await sliderOf(page)).toBe(160)
    // A changed address moves the slider, and the slider changes the address.
    await page.evaluate('void (location.hash = "#t=120")')
    await eventually(() => sliderOf(page)).toBe(120)
    await jumpTo(page, 300)
    await eventually(async () => new URL(page.url()).hash).toBe('#t=300')

    await page.keyboard.press('End')
    await eventually(() => page.locator('.feed .chat .what').allTextContents()).toContain(HOSTILE)
    expect(await page.title()).not.toContain('owned')
    expect(await page.locator('.feed script, .feed img').count()).toBe(0)
    // Nothing runs after a trial was killed.
    expect(await stateOf(page)).toBe('crashed')
    expect(await page.locator('.now').isVisible()).toBe(false)

    await page.setViewportSize(TELEPHONE)
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    await eventually(() => page.evaluate(overflow)).toBe(0)
    await page.keyboard.press('Home')
    await page.keyboard.press(']')
    await eventually(() => sliderOf(page)).toBe(CAVE.milestone)
    await page.keyboard.press('Tab')
    const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')
    expect(outline).toBe('solid')
    expect(problems).toEqual([])
    await page.close()
  })

  longIt('the page draws a crawling agent, whose eyes are in its tunnel', PATIENT, async () => {
    const lone = await serve(trialsIn(crawl))
    const { page, problems } = await openPage(browser, `${lone.url}#t=60`, SMALL)
    await terrainDrawn(page)
    await eventually(async () => (await look(page)).agent).toBeGreaterThan(0.001)
    await page.keyboard.press('v')
    // From within rock, the page would show the void behind it.
    await eventually(async () => (await look(page)).agent).toBe(0)
    expect((await look(page)).black).toBeLessThan(0.2)
    expect(problems).toEqual([])
    await page.close()
  })

  longIt('keys step by one tick, and change the speed', PATIENT, async () => {
    const server = await serve(trialsIn(cave))
    const { page, problems } = await openPage(browser, `${server.url}#t=60`, TELEPHONE)
    await eventually(() => sliderOf(page)).toBe(60)
    await page.keyboard.press('.')
    await page.keyboard.press('.')
    await page.keyboard.press(',')
    await eventually(() => sliderOf(page)).toBe(61)
    await page.keyboard.press('>')
    const speed = page.locator('.speed[aria-pressed=true]')
    await eventually(() => speed.textContent()).toBe('16×')
    // The replay is still paused.
    expect(await page.getByRole('button', { name: /^Play/ }).isVisible()).toBe(true)
    for (let press = 0; press < 3; press++) await page.keyboard.press('<')
    await eventually(() => speed.textContent()).toBe('1×')
    expect(problems).toEqual([])
    await page.close()
  })

  longIt('M shows a map and a section, and hides them again', PATIENT, async () => {
    const server = await serve(trialsIn(cave))
    const { page, problems } = await openPage(browser, `${server.url}#t=${CAVE.ticks}`, TELEPHONE)
    await terrainDrawn(page)
    const map = page.locator('.map-panel')
    expect(await map.isVisible()).toBe(false)
    await page.keyboard.press('m')
    const plans = map.locator('canvas[aria-label]')
    await plans.nth(1).waitFor()
    expect(await plans.first().getAttribute('aria-label')).toMatch(
      /^Map from above. The agent at 0 20 -6; \d+ blocks walked$/,
    )
    await page.getByRole('button', { name: 'Map', exact: true }).click()
    expect(await map.isVisible()).toBe(false)
    expect(problems).toEqual([])
    await page.close()
  })

  longIt(
    'an address opens a replay in first person, and F fills the window with the view',
    PATIENT,
    async () => {
      const url = `${server.url}trial/cave?view=first#t=0:08`
      const { page, problems } = await openPage(browser, url, SMALL)
      await terrainDrawn(page)
      expect(await sliderOf(page)).toBe(160)
      expect(await page.getByRole('button', { name: 'Third person' }).isVisible()).toBe(true)
      expect(await page.locator('.crosshair').getAttribute('hidden')).toBeNull()
      // The hotbar is over the view, and the agent's hand in it.
      expect(await page.locator('.stage .slot.hand').getAttribute('data-item')).toBe('iron_pickaxe')
      await page.keyboard.press('f')
      const height = () => page.locator('.stage').evaluate((stage) => stage.clientHeight)
      await eventually(height).toBe(SMALL.height)
      expect(await page.locator('.plan').isVisible()).toBe(false)
      expect(await page.locator('.time-bar input').isVisible()).toBe(true)
      await page.keyboard.press('f')
      await eventually(() => page.locator('.plan').isVisible()).toBe(true)
      expect(problems).toEqual([])
      await page.close()
    },
  )

  it('a page as an overlay shows text on a transparent ground, and plays', PATIENT, async () => {
    const url = `${server.url}trial/cave?overlay=1&play=1&speed=1#t=20`
    const { page, problems } = await openPage(browser, url, SMALL)
    await page.locator('.now span').first().waitFor()
    await eventually(() => sliderOf(page)).toBeGreaterThan(20)
    const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor')
    expect(ground).toBe('rgba(0, 0, 0, 0)')
    expect(await page.locator('canvas').isVisible()).toBe(false)
    expect(problems).toEqual([])
    await page.close()
  })

  it('a trial without a recording shows its plan in place of the view', PATIENT, async () => {
    const text = join(parent, 'text')
    await runCommand('trial', 'craft_sticks', '--world', 'text', '--out', text)
    const lone = await serve(trialsIn(text))
    const { page, problems } = await openPage(browser, lone.url, SMALL)
    await page.locator('.stage-column > .plan .step').first().waitFor()
    await page.keyboard.press('End')
    await eventually(() => inventoryOf(page)).toMatchObject({ stick: expect.any(Number) })
    expect(await page.locator('canvas').isVisible()).toBe(false)
    expect(problems).toEqual([])
    await page.close()
  })

  longIt('an exported file shows the same without a server', PATIENT, async () => {
    const [trial] = trialsIn(cave)
    if (!trial) throw new Error('no trial')
    const file = join(parent, 'cave.html')
    await exportTrial(trial, file, { pageFiles, versionFiles })
    const { page, problems } = await openPage(browser, `${pathToFileURL(file).href}#t=160`, SMALL)
    await terrainDrawn(page)
    await eventually(async () => (await look(page)).agent).toBeGreaterThan(0.001)
    await page.keyboard.press('End')
    await eventually(() => stateOf(page)).toBe('crashed')
    await eventually(async () => new URL(page.url()).hash).toBe(`#t=${CAVE.ticks}`)
    expect(problems).toEqual([])
    await page.close()
  })
})
