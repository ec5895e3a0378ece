import { existsSync, mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { main } from '#cli/main'
import { pageFiles } from '#watch/assets/page-files'
import { versionFiles } from '#watch/assets/version-files'
import { shortNames, standingsAt } from '#watch/page/state/race'
import type { TrialRow } from '#watch/protocol'
import { raceOf, raceQuery, racersIn, togetherProblem, wallOf } from '#watch/race'
import { NO_CONTROL } from '#watch/server/speed-control'
import { WatchServer } from '#watch/server/watch-server'
import { trialsIn } from '#watch/server/watched-trial'
import {
  closePages,
  jumpTo,
  openPage,
  PICTURE_MS,
  sharedBrowser,
  terrainDrawn,
} from '../support/browser.ts'
import { chromiumPath } from '../support/chromium.ts'
import { CAVE, recordCave } from '../support/recorded-cave.ts'
import { longIt } from '../support/versions.ts'

function row(id: string, seed: number, recording = true): TrialRow {
  return {
    ...{ id, seed, recording, task: 'obtain_diamond', planner: 'symbolic', strategy: 'deps' },
    ...{ perception: 'seen', maxTicks: 12_000, version: '1.16.5', state: 'over', worker: null },
    ...{ tick: 100, milestones: [], end: 'limit', success: false },
  }
}

describe('a race', () => {
  it('trials of one seed race, and others get the reason why they cannot', () => {
    const problem = (rows: TrialRow[]) => togetherProblem(rows, 'race')
    expect(problem([row('a', 1), row('b', 1)])).toBeNull()
    expect(problem([row('a', 1)])).toContain('Select 2 to 8 trials')
    expect(problem([row('a', 1), row('b', 2)])).toContain('different seeds')
    expect(problem([row('a', 1), row('b', 1, false)])).toBe('b has no recording.')
  })

  it('the seed with the most recorded trials races', () => {
    const rows = [row('a', 1), row('b', 2), row('c', 2), row('d', 1, false)]
    expect(raceOf(rows).map(({ id }) => id)).toEqual(['b', 'c'])
    expect(raceOf([row('a', 1), row('b', 2)])).toEqual([])
  })

  it('trials of any seeds stand side by side, running ones too', () => {
    const problem = (rows: TrialRow[]) => togetherProblem(rows, 'wall')
    const running = (id: string): TrialRow => ({ ...row(id, 1), state: 'running' })
    expect(problem([row('a', 1), row('b', 2)])).toBeNull()
    expect(problem([running('a'), row('b', 2)])).toBeNull()
    expect(problem(['a', 'b', 'c', 'd', 'e'].map(running))).toContain('At most 4 running')
    expect(problem([row('a', 1), { ...row('b', 2), state: 'waiting' }])).toBe('b has not started.')
    const other = { ...row('c', 1), version: '1.21.4' }
    expect(problem([row('a', 1), other])).toContain('different Minecraft versions')
    const all = [row('a', 1), other, row('d', 1, false), row('b', 2)]
    expect(wallOf(all).map(({ id }) => id)).toEqual(['a', 'b'])
  })

  it('the address of a race names its trials, whatever their names are', () => {
    const ids = ['a-1', 'odd name &"<']
    expect(racersIn(`?${raceQuery(ids)}`)).toEqual(ids)
    expect(racersIn('?t=1')).toBeNull()
  })

  it('names leave out what all trials have in common', () => {
    expect(shortNames(['obtain_diamond-3-none', 'obtain_diamond-3-nearest'])).toEqual([
      'none',
      'nearest',
    ])
    expect(shortNames(['same'])).toEqual(['same'])
  })

  it('more milestones lead, then earlier ones', () => {
    const racers = [
      [{ name: 'log', tick: 10 }],
      [
        { name: 'log', tick: 20 },
        { name: 'stick', tick: 30 },
      ],
      [{ name: 'log', tick: 10 }],
    ]
    const places = (tick: number) => standingsAt(racers, tick).map(({ place }) => place)
    expect(places(25)).toEqual([1, 3, 1])
    expect(places(30)).toEqual([2, 1, 2])
  })
})

describe.skipIf(!chromiumPath)('the page of a race', () => {
  const folder = mkdtempSync(join(tmpdir(), 'delver-race-'))
  let browser: Browser
  let server: WatchServer

  beforeAll(async () => {
    for (const name of ['cave-walk', 'cave-crawl'])
      recordCave(join(folder, name), 'hello', name === 'cave-walk' ? 2 : 1)
    const assets = { pageFiles, versionFiles }
    const trials = trialsIn(folder)
    const place = { host: '127.0.0.1', port: 0, control: NO_CONTROL }
    server = await WatchServer.start({ trials, assets, ...place })
    browser = await sharedBrowser()
  }, PICTURE_MS)

  afterAll(async () => {
    await closePages()
    await server?.close()
  })

  longIt(
    'shows a bar per trial, and follows another one by a key',
    async () => {
      const url = `${server.url}race?trials=cave-walk,cave-crawl`
      const { page, problems } = await openPage(browser, url, { width: 400, height: 700 })
      await terrainDrawn(page)
      await jumpTo(page, CAVE.milestone + 20)
      const racers = page.locator('.racer')
      await racers.nth(1).locator('.at').first().waitFor()
      expect(await page.locator('.racer .name').allTextContents()).toEqual(['walk', 'crawl'])
      expect(await page.locator('.racer[aria-pressed=true] .name').textContent()).toBe('walk')
      await page.keyboard.press('2')
      await page.locator('.racer[aria-pressed=true] .name', { hasText: 'crawl' }).waitFor()
      expect(await page.evaluate('document.body.scrollWidth <= innerWidth')).toBe(true)
      expect(problems).toEqual([])
      await page.close()
    },
    2 * PICTURE_MS,
  )

  longIt(
    'a wall plays all trials at one tick, each in its own view',
    async () => {
      const url = `${server.url}wall?trials=cave-walk,cave-crawl`
      const { page, problems } = await openPage(browser, url, { width: 400, height: 700 })
      await page.locator('canvas[data-drawn="all"]').nth(1).waitFor()
      await jumpTo(page, CAVE.milestone + 20)
      await page.locator('.racer .at').nth(1).waitFor()
      expect(await page.locator('.wall-views .name').allTextContents()).toEqual(['walk', 'crawl'])
      const link = page.locator('.wall-views a[href="/trial/cave-crawl#t=120"]')
      await link.waitFor()
      await page.keyboard.press('2')
      expect(await page.locator('.wall-views .stage:visible').count()).toBe(1)
      await page.keyboard.press('2')
      expect(await page.locator('.wall-views .stage:visible').count()).toBe(2)
      expect(await page.evaluate('document.body.scrollWidth <= innerWidth')).toBe(true)
      expect(problems).toEqual([])
      await page.close()
    },
    2 * PICTURE_MS,
  )

  longIt(
    'an exported race is one file that needs no server',
    async () => {
      const file = join(folder, 'race.html')
      expect(await main(['replay', folder, '--race', '--export', file], '')).toBe(0)
      expect(existsSync(file) && statSync(file).size).toBeGreaterThan(100_000)
      const { page, problems } = await openPage(browser, pathToFileURL(file).href, {
        width: 400,
        height: 700,
      })
      await page.locator('.racer .name', { hasText: 'crawl' }).waitFor()
      expect(problems).toEqual([])
      await page.close()
    },
    2 * PICTURE_MS,
  )
})
