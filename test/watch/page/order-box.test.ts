import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addressOf } from '../../support/address-of.ts'
import {
  closePages,
  openPage,
  PICTURE_MS,
  sharedBrowser,
  type WatchedPage,
} from '../../support/browser.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { longIt } from '../../support/versions.ts'

const LAUNCHER = fileURLToPath(new URL('../../../bin/delver.js', import.meta.url))
const SMALL = { width: 480, height: 480 }
const PATIENT = { timeout: 2 * PICTURE_MS }
/** Longest order (characters). */
const MAX_ORDER = 256
const HOSTILE = 'Delver, <img src=x onerror="document.title=1"><script>document.title=1</script>'

/** A companion with its page, as its user starts it. */
async function play(port: string) {
  const world = ['--practice', '--seed', '2', '--difficulty', 'peaceful']
  const data = mkdtempSync(join(tmpdir(), 'delver-box-'))
  const child = execa(
    process.execPath,
    [LAUNCHER, 'play', ...world, '--watch', '--web-port', port],
    { env: { XDG_DATA_HOME: data }, reject: false, all: true },
  )
  let printed = ''
  child.all.on('data', (chunk: Buffer) => {
    printed += String(chunk)
  })
  const url = await addressOf(child.all)
  const says = (pattern: RegExp) =>
    vi.waitFor(() => expect(printed).toMatch(pattern), { timeout: PICTURE_MS })
  await says(/Hello, I am Delver/)
  return {
    url,
    says,
    /** How often a text was printed. */
    count: (text: string) => printed.split(text).length - 1,
    async end() {
      child.kill('SIGINT')
      await child
    },
  }
}

describe.skipIf(!chromiumPath)('the text box for orders in a browser', () => {
  let companion: Awaited<ReturnType<typeof play>>
  let watched: WatchedPage

  beforeAll(async () => {
    companion = await play('0')
    watched = await openPage(await sharedBrowser(), companion.url, SMALL)
  }, 2 * PICTURE_MS)
  afterAll(async () => {
    await companion?.end()
    await closePages()
  })

  const box = () => watched.page.getByLabel('Order for the companion')
  const status = () => watched.page.locator('.order-box output').textContent()
  const feed = () => watched.page.locator('.side-column').textContent()

  longIt('gives an order once, and the page shows the answer', PATIENT, async () => {
    await box().fill('where are you')
    // The letters are shortcuts of the page elsewhere.
    await box().pressSequentially(' ')
    await box().press('Enter')
    await box().press('Enter')
    await companion.says(/<page> where are you[\s\S]*I am at -?\d+/)
    await expect.poll(status, { timeout: PICTURE_MS }).toBe('Sent: where are you')
    await expect.poll(feed, { timeout: PICTURE_MS }).toMatch(/<Delver> I am at -?\d+/)
    expect(companion.count('<page> where are you')).toBe(1)
    expect(await box().inputValue()).toBe('')
  })

  longIt('shows hostile text as text, and sends no more than a line of chat', PATIENT, async () => {
    await box().fill(HOSTILE)
    await watched.page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.poll(status, { timeout: PICTURE_MS }).toBe(`Sent: ${HOSTILE}`)
    await companion.says(/do not understand|Do you mean/)
    expect(await watched.page.locator('.order-box img, .order-box script').count()).toBe(0)
    await box().fill('')
    // As a person pastes it.
    await box().focus()
    await watched.page.keyboard.insertText(`get ${'9'.repeat(400)} logs`)
    expect((await box().inputValue()).length).toBe(MAX_ORDER)
    await box().fill('')
    expect(await watched.page.title()).not.toBe('1')
    expect(watched.problems).toEqual([])
  })

  it('takes no orders from the page of another site', PATIENT, async () => {
    const other = createServer((_, response) => {
      response.setHeader('content-type', 'text/html').end('<title>other</title>')
    }).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const page = await (await sharedBrowser()).newPage()
    await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`)
    const send = (type: string, mode: string) =>
      page.evaluate(`fetch(${JSON.stringify(new URL('/api/orders', companion.url).href)}, {
        method: 'POST', mode: '${mode}', headers: { 'content-type': '${type}' },
        body: '{"text":"leave"}', credentials: 'include',
      }).then(() => 'sent', () => 'refused')`)
    expect(await send('application/json', 'cors')).toBe('refused')
    // Browsers differ in what they tell the other page about this one.
    await send('text/plain', 'no-cors')
    await page.close()
    other.close()
    await box().fill('what do you have')
    await box().press('Enter')
    await companion.says(/<page> what do you have/)
    expect(companion.count('<page> leave')).toBe(0)
  })

  longIt('says when nothing answers, and reaches the next companion there', PATIENT, async () => {
    await companion.end()
    await box().fill('how are you')
    await box().press('Enter')
    await expect.poll(status, { timeout: PICTURE_MS }).toBe('The companion did not get the order.')
    expect(await box().inputValue()).toBe('how are you')
    companion = await play(new URL(companion.url).port)
    await box().press('Enter')
    await companion.says(/<page> how are you[\s\S]*health 20\/20/)
  })
})
