import { createHash } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { main } from '#cli/main'
import { EVENTS_FILE, RECORDING_FILE } from '#trial/event-log'
import { deriveResult, writeResult } from '#trial/result'
import type { RecordingHeader, RecordingLine } from '#watch/recording-format'
import { closePages, openPage, PICTURE_MS, sharedBrowser } from '../../support/browser.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { recordCave } from '../../support/recorded-cave.ts'
import { sampleLog, sampleSettings } from '../../support/sample-events.ts'
import { longIt, longItIf } from '../../support/versions.ts'

const HEADER: RecordingHeader = {
  recording: 1,
  version: '1.16.5',
  minY: 0,
  height: 256,
  username: 'Delver',
}
const SPITE = '</script><script>alert(1)</script><!-- \u2028 & "\''
const LINES: RecordingLine[] = [{ t: 1, name: 'chat', text: SPITE }]
const LOG = sampleLog(sampleSettings, [
  [9, { type: 'explanation', text: SPITE }],
  [20, { type: 'milestone', name: 'stick' }],
  [20, { type: 'trial-end', end: 'success', detail: SPITE }],
])

/** Writes a trial's folder into a campaign's folder. */
function trialFolder(campaign: string, name: string): string {
  const folder = join(campaign, name)
  mkdirSync(folder)
  writeFileSync(
    join(folder, EVENTS_FILE),
    LOG.map((event) => `${JSON.stringify(event)}\n`).join(''),
  )
  const recording = [HEADER, ...LINES].map((line) => `${JSON.stringify(line)}\n`).join('')
  writeFileSync(join(folder, RECORDING_FILE), gzipSync(recording))
  writeResult(folder, deriveResult(LOG))
  return folder
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'delver-export-'))
}

/** The elements of a page with a tag name, with their ids. */
function elements(html: string, name: string): { id: string | undefined; text: string }[] {
  const found = html.matchAll(new RegExp(`<${name}([^>]*)>([^]*?)</${name}>`, 'g'))
  return [...found].map(([, attributes = '', text = '']) => ({
    id: / id="([^"]+)"/.exec(attributes)?.[1],
    text,
  }))
}

/** A property of a page for links to it. */
function property(html: string, name: string): string | undefined {
  return new RegExp(`<meta property="${name}" content="([^"]*)"`).exec(html)?.[1]
}

describe('delver replay --export', () => {
  it('a trial is exported to one self-contained file, which runs none of its texts', async () => {
    const folder = trialFolder(newFolder(), 'some-trial')
    const file = join(newFolder(), 'new', 'trial.html')
    expect(await main(['replay', folder, '--export', file], '')).toBe(0)
    const html = readFileSync(file, 'utf8')

    const scripts = elements(html, 'script')
    expect(scripts.map(({ id }) => id)).toEqual([
      'delver-events',
      'delver-calls',
      'delver-recording',
      'delver-assets',
      undefined,
    ])
    const [events, calls, recording, assets, code] = scripts.map(({ text }) => text)
    expect(JSON.parse(events ?? '')).toEqual({ events: LOG })
    expect(JSON.parse(calls ?? '')).toEqual([])
    const lines = gunzipSync(Buffer.from(recording ?? '', 'base64')).toString()
    expect(
      lines
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([HEADER, ...LINES])
    const files = JSON.parse(assets ?? '') as Record<string, string>
    expect(Object.keys(files).sort()).toEqual(
      [
        'atlas.png',
        'blocks.json',
        'cracks.json',
        'entities.json',
        'items.json',
        'mesher.js',
      ].sort(),
    )
    expect(files['atlas.png']).toMatch(/^data:image\/png;base64,iVBOR/)

    // The policy allows exactly the page's own script and style.
    const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1] ?? ''
    const [style] = elements(html, 'style').map(({ text }) => text)
    for (const text of [code, style]) {
      const hash = createHash('sha256')
        .update(text ?? '')
        .digest('base64')
      expect(policy).toContain(`'sha256-${hash}'`)
    }
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    expect(/<(script|link|img)\s[^>]*(src|href)="(?!data:)[^"]*"/.exec(html)).toBeNull()
  })

  it('the export does not follow links out of the folder', async () => {
    const folder = trialFolder(newFolder(), 'some-trial')
    const elsewhere = join(newFolder(), 'secret')
    writeFileSync(elsewhere, 'a file outside the folder')
    rmSync(join(folder, RECORDING_FILE))
    symlinkSync(elsewhere, join(folder, RECORDING_FILE))
    const file = join(newFolder(), 'trial.html')
    expect(await main(['replay', folder, '--export', file], '')).toBe(0)
    const scripts = elements(readFileSync(file, 'utf8'), 'script')
    expect(scripts.find(({ id }) => id === 'delver-recording')?.text).toBe('')
  })

  longIt('a campaign is exported to a folder, with a page that links to the trials', async () => {
    const campaign = newFolder()
    trialFolder(campaign, 'craft_sticks-3')
    trialFolder(campaign, 'odd name &"<')
    const site = join(newFolder(), 'site')
    expect(await main(['replay', campaign, '--export', site], '')).toBe(0)
    const index = readFileSync(join(site, 'index.html'), 'utf8')
    const pages = ['trial-craft_sticks-3.html', 'trial-odd name &"<.html']
    expect(readdirSync(site).sort()).toEqual(['index.html', ...pages].sort())
    const rows = elements(index, 'script').find(({ id }) => id === 'delver-rows')
    expect(JSON.parse(rows?.text ?? '')).toMatchObject([
      { id: 'craft_sticks-3', success: true, tick: 20 },
      { id: 'odd name &"<', success: true },
    ])
    const trial = elements(readFileSync(join(site, pages[0] ?? ''), 'utf8'), 'script')
    const data = (name: string) => trial.find(({ id }) => id === name)?.text ?? 'null'
    // A trial's page compares it with the others.
    expect(JSON.parse(data('delver-trial'))).toBe('craft_sticks-3')
    expect(JSON.parse(data('delver-rows'))).toHaveLength(2)
    expect(property(index, 'og:title')).toBe('2 of 2 trials successful: craft sticks - Delver')
    expect(property(index, 'og:description')).toContain(
      'craft sticks, seed 3: obtained in 20 ticks',
    )
    expect(property(index, 'og:image')).toBeUndefined()
    expect(await main(['replay', campaign, '--export', join(site, 'one.html')], '')).toBe(2)
  })

  longItIf(chromiumPath !== undefined)(
    'an exported overview shows the trials, leads to each, and has a picture for links',
    { timeout: 3 * PICTURE_MS },
    async () => {
      const campaign = newFolder()
      trialFolder(campaign, 'craft_sticks-3')
      recordCave(join(campaign, 'cave'), 'hello')
      rmSync(join(campaign, 'craft_sticks-3', RECORDING_FILE))
      const site = join(newFolder(), 'site')
      const address = ['--site-url', 'https://example.org/runs']
      expect(await main(['replay', campaign, '--export', site, ...address], '')).toBe(0)
      const index = join(site, 'index.html')
      const picture = property(readFileSync(index, 'utf8'), 'og:image')
      expect(picture).toBe('https://example.org/runs/preview.jpg')
      expect(readFileSync(join(site, 'preview.jpg')).subarray(0, 2)).toEqual(
        Buffer.from([0xff, 0xd8]),
      )
      const browser = await sharedBrowser()
      const { page, problems } = await openPage(browser, pathToFileURL(index).href)
      const cards = page.locator('.card')
      await cards.locator('img.item').first().waitFor()
      expect(await cards.locator('.state').allTextContents()).toEqual(['crashed', 'success'])
      await cards.nth(1).click()
      await page.locator('.mark').first().waitFor()
      expect(await page.title()).toContain('craft sticks')
      expect(problems).toEqual([])
      await closePages()
      expect(await main(['replay', campaign, '--export', site, '--site-url', 'no'], '')).toBe(2)
    },
  )
})
