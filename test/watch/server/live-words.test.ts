import { existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import type { LiveWords } from '#trial/live-words'
import { LiveWordsWriter, readLiveWords, WORDS_FILE } from '#trial/live-words'
import { addressOf } from '../../support/address-of.ts'
import { closePages, openPage, PICTURE_MS, sharedBrowser } from '../../support/browser.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { hasLlama } from '../../support/llama-packages.ts'
import { LlamaServer, SMOLLM2 } from '../../support/llama-server.ts'
import { ModelServer } from '../../support/model-server.ts'
import { scriptedAnswer } from '../../support/scripted-model.ts'
import { ServerEvents } from '../../support/server-events.ts'
import { longItIf } from '../../support/versions.ts'
import { Folder, LOG, serve } from '../../support/watched-folder.ts'

const LAUNCHER = fileURLToPath(new URL('../../../bin/delver.js', import.meta.url))

/** A running trial with a page, whose model is behind an address. */
function watchedTrial(baseUrl: string, ...more: string[]) {
  const folder = join(mkdtempSync(join(tmpdir(), 'delver-words-')), 'out')
  const order = ['trial', 'craft_sticks', '--world', 'text', '--planner', 'llm', '--out', folder]
  const watch = ['--watch', '--keep-open', '--web-port', '0', '--base-url', baseUrl, ...more]
  const env = { OPENAI_API_KEY: 'sk-test-only-0123456789' }
  const options = { reject: false, stdin: 'ignore', all: true, env } as const
  return { trial: execa(process.execPath, [LAUNCHER, ...order, ...watch], options), folder }
}

describe('the words of a pending call', () => {
  it('reach the pages of the trial, and are gone when the call is over', async () => {
    const folder = new Folder().log(...LOG.slice(0, 2))
    const writer = new LiveWordsWriter(folder.path)
    const url = await serve([folder])
    const feed = await ServerEvents.open(url('/api/trials/some-trial/feed'))
    const isWords = ({ event }: { event: string }) => event === 'words'
    for (const words of ['mine', 'mine({log:3}, null) </script>', null]) {
      writer.write('plan', words)
      const events = await feed.until(isWords)
      expect(events.at(-1)?.data).toEqual(words && { purpose: 'plan', words })
    }
    feed.close()
    expect(existsSync(join(folder.path, WORDS_FILE))).toBe(false)
  })

  it('are written through no link, and strange files are not read', () => {
    const folder = mkdtempSync(join(tmpdir(), 'delver-words-'))
    const other = join(folder, 'other')
    writeFileSync(other, 'mine')
    symlinkSync(other, join(folder, WORDS_FILE))
    expect(readLiveWords(folder)).toBeUndefined()
    const writer = new LiveWordsWriter(folder)
    writer.write('plan', 'craft')
    expect(readLiveWords(folder)).toEqual({ purpose: 'plan', words: 'craft' } satisfies LiveWords)
    writer.write('plan', null)
    writeFileSync(join(folder, WORDS_FILE), '{"purpose": 7')
    expect(readLiveWords(folder)).toBeUndefined()
    const missing = new LiveWordsWriter(join(folder, 'none'))
    missing.write('plan', 'craft')
    mkdirSync(join(folder, 'none'))
    missing.close()
  })
})

describe.skipIf(!chromiumPath)('the page of a trial with a language model', () => {
  it('shows each word when the server has sent it', { timeout: 3 * PICTURE_MS }, async () => {
    /** The server waits for the test before each of these words. */
    const gates = new Map(['Wood', 'sticks'].map((word) => [word, Promise.withResolvers<void>()]))
    const spoken: string[] = []
    let calls = 0
    const server = await ModelServer.start({
      answer: ({ messages }) =>
        calls++ === 0 ? 'Gladly! <b>Wood</b> Wood then sticks .' : scriptedAnswer(messages, '1'),
      async beforeWord(word) {
        await gates.get(word)?.promise
        spoken.push(word)
      },
    })
    const { trial, folder } = watchedTrial(server.baseUrl, '--model', 'slow-model')
    const browser = await sharedBrowser()
    try {
      const { page, problems } = await openPage(browser, await addressOf(trial.all), {
        ...{ width: 480, height: 480 },
      })
      const words = page.locator('.thought .words')
      const shows = (text: string) =>
        expect.poll(() => words.textContent(), { timeout: PICTURE_MS }).toBe(`Model: ${text}`)
      await shows('Gladly! <b>Wood</b>')
      expect(spoken).toEqual(['Gladly!', '<b>Wood</b>'])
      gates.get('Wood')?.resolve()
      await shows('Gladly! <b>Wood</b> Wood then')
      expect(spoken).not.toContain('sticks')
      expect(readLiveWords(folder)).toMatchObject({ purpose: 'plan' })
      gates.get('sticks')?.resolve()
      await expect
        .poll(() => page.locator('.state').textContent(), { timeout: PICTURE_MS })
        .toMatch(/success|last 20 seconds/)
      expect(readLiveWords(folder)).toBeNull()
      expect(problems).toEqual([])
    } finally {
      trial.kill('SIGINT')
      await closePages()
      await server.close()
    }
  })

  // The model needs half a minute for the prompt.
  longItIf(hasLlama())(
    'shows the words of a real model while it writes them',
    { timeout: 4 * PICTURE_MS },
    async () => {
      const server = await LlamaServer.start(4096, 'endless')
      const { trial } = watchedTrial(
        server.baseUrl,
        ...['--model', SMOLLM2, '--provider', 'llamacpp', '--max-calls', '1'],
      )
      const browser = await sharedBrowser()
      try {
        const { page, problems } = await openPage(browser, await addressOf(trial.all), {
          ...{ width: 480, height: 480 },
        })
        const words = page.locator('.thought .words')
        await words.waitFor({ timeout: 2 * PICTURE_MS })
        // The model is still writing what the page shows.
        expect(await server.isBusy()).toBe(true)
        const before = (await words.textContent())?.length ?? 0
        await expect
          .poll(async () => (await words.textContent())?.length ?? 0, { timeout: PICTURE_MS })
          .toBeGreaterThan(before)
        expect(problems).toEqual([])
      } finally {
        trial.kill('SIGINT')
        await closePages()
        await server.close()
      }
    },
  )
})
