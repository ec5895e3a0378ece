import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { pageFiles } from '#watch/assets/page-files'
import { versionFiles } from '#watch/assets/version-files'
import { NO_CONTROL } from '#watch/server/speed-control'
import { WatchServer } from '#watch/server/watch-server'
import { trialsIn } from '#watch/server/watched-trial'
import {
  closePages,
  jumpTo,
  look,
  openPage,
  PICTURE_MS,
  sharedBrowser,
  terrainDrawn,
} from '../../support/browser.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { runCommand } from '../../support/command-line.ts'
import { longIt, versionsFor } from '../../support/versions.ts'

/** An empty view has few colours; sky, ground and trees have many hundreds. */
const MIN_COLOURS = 200

/** The share of pixels in magenta, the colour of a missing texture. It runs in the page, which can decode pictures. */
const MAGENTA = `async (base64) => {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, image.width, image.height)
  let count = 0
  for (let i = 0; i < data.length; i += 4)
    if (data[i] > 90 && data[i + 2] > 90 && data[i + 1] < data[i] / 4) count++
  return count / (data.length / 4)
}`

async function magentaIn(page: Page): Promise<number> {
  const picture = (await page.locator('.stage canvas').screenshot()).toString('base64')
  return page.evaluate<number>(`(${MAGENTA})(${JSON.stringify(picture)})`)
}

describe.skipIf(!chromiumPath)('the view of a trial', () => {
  let browser: Browser

  beforeAll(async () => {
    browser = await sharedBrowser()
  }, PICTURE_MS)

  afterAll(closePages)

  longIt.each(versionsFor('1.21.11', '1.12.2', '1.16.5', '1.21.4'))(
    'shows the world of %s without missing textures',
    { timeout: 3 * PICTURE_MS },
    async (version) => {
      const folder = join(mkdtempSync(join(tmpdir(), 'delver-versions-')), 'trial')
      const task = 'trial obtain:log --seed 9 --max-ticks 80 --mc-version'.split(' ')
      await runCommand(...task, version, '--out', folder)
      const assets = { pageFiles, versionFiles }
      const place = { host: '127.0.0.1', port: 0, control: NO_CONTROL }
      const server = await WatchServer.start({ trials: trialsIn(folder), assets, ...place })
      const small = { width: 480, height: 480 }
      const { page, problems } = await openPage(browser, `${server.url}#t=60`, small)
      await terrainDrawn(page)
      for (const tick of [60, 20]) {
        await jumpTo(page, tick)
        await terrainDrawn(page)
        expect(await magentaIn(page)).toBe(0)
      }
      expect((await look(page)).colours).toBeGreaterThan(MIN_COLOURS)
      expect(problems).toEqual([])
      await page.close()
      await server.close()
    },
  )
})
