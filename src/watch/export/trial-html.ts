import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { TrialEvent } from '#events/events'
import { RECORDING_FILE } from '#trial/event-log'
import { openGuarded } from '#wire/guarded-file'
import type { WebFile } from '../assets/built-page.ts'
import type { Assets } from '../assets/page-files.ts'
import { callTexts } from '../server/call-text.ts'
import { replayOf } from '../server/replay.ts'
import { escaped, inlineCode, inlineJson } from './markup.ts'

/** The elements of the page that are replaced by inline content. */
const STYLE = /<link rel="stylesheet"[^>]*>/
const SCRIPT = /<script src[^>]*><\/script>/
const TITLE = /<title>.*<\/title>/
/** Text of model calls in one page (characters); later calls are left out. */
const MAX_CALL_TEXT = 8_000_000

/**
 * A trial as one page that needs no server. The file contains the trial's events and recording, and all
 * assets of the page. The page makes no requests.
 */
export async function trialHtml(folder: string, assets: Assets): Promise<string> {
  const { events } = await replayOf(folder)
  const calls = await callTexts(folder, MAX_CALL_TEXT)
  const recording = await contentOf(join(folder, RECORDING_FILE))
  const page = await assets.pageFiles()
  const style = inlineCode(text(page, 'page.css'), 'style')
  const script = inlineCode(text(page, 'page.js'), 'script')
  const files = inlineJson(await inlineFiles(page, versionOf(events), assets))
  const data = [
    `<script type="application/json" id="delver-events">${inlineJson({ events })}</script>`,
    `<script type="application/json" id="delver-calls">${inlineJson(calls)}</script>`,
    `<script type="application/octet-stream" id="delver-recording">${recording?.toString('base64') ?? ''}</script>`,
    `<script type="application/json" id="delver-assets">${files}</script>`,
    `<script>${script}</script>`,
  ].join('\n')
  const policy = `<meta http-equiv="Content-Security-Policy" content="${policyOf(style, script)}" />`
  let html = text(page, 'index.html')
  html = replacePart(html, STYLE, `${policy}\n<style>${style}</style>`)
  html = replacePart(html, SCRIPT, '')
  html = replacePart(html, TITLE, `<title>${escaped(titleOf(events))}</title>`)
  return replacePart(html, /<\/body>/, `${data}\n</body>`)
}

/** Null if there is no such file of a trial. */
async function contentOf(path: string): Promise<Buffer | null> {
  const file = await openGuarded(path)
  try {
    return (await file?.readFile()) ?? null
  } finally {
    await file?.close()
  }
}

/** The page's title, from the trial's task and seed. */
export function titleOf(events: readonly TrialEvent[]): string {
  const [start] = events
  if (start?.type !== 'trial-start') return 'Delver'
  return `${start.settings.task}, seed ${start.settings.seed} - Delver`
}

/** The files that the page would request from its server: pictures as data URLs, others as text. */
async function inlineFiles(
  page: ReadonlyMap<string, WebFile>,
  version: string | null,
  assets: Assets,
): Promise<Record<string, string>> {
  const drawn = version === null ? [] : await assets.versionFiles(version)
  const own = [...page].filter(([name]) => !['index.html', 'page.js', 'page.css'].includes(name))
  return Object.fromEntries(
    [...own, ...drawn].map(([name, { type, body }]) => [
      name,
      type.startsWith('image/')
        ? `data:${type};base64,${body.toString('base64')}`
        : body.toString('utf8'),
    ]),
  )
}

function versionOf(events: readonly TrialEvent[]): string | null {
  const join = events.find((event) => event.type === 'join')
  if (join) return join.version
  const [start] = events
  return start?.type === 'trial-start' ? start.settings.version : null
}

/** Allows only this script and style, so that no text of the trial can run. */
function policyOf(style: string, script: string): string {
  const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`
  return [
    "default-src 'none'",
    `script-src ${hash(script)} blob:`,
    `style-src ${hash(style)}`,
    'img-src data: blob:',
    'connect-src data: blob:',
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}

function text(files: ReadonlyMap<string, WebFile>, name: string): string {
  const file = files.get(name)
  if (!file) throw new Error(`the page has no ${name}`)
  return file.body.toString('utf8')
}

/** Replaces a part of the page. @throws Error when the page lacks it. */
function replacePart(html: string, place: RegExp, content: string): string {
  if (!place.test(html)) throw new Error(`the page has no ${place.source}`)
  return html.replace(place, () => content)
}
