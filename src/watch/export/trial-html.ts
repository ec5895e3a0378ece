import { join } from 'node:path'
import type { TrialEvent } from '#events/events'
import { END_TITLES, taskWords } from '#events/titles'
import { RECORDING_FILE } from '#trial/event-log'
import { openGuarded } from '#wire/guarded-file'
import type { WebFile } from '../assets/built-page.ts'
import type { Assets } from '../assets/page-files.ts'
import type { TrialRow } from '../protocol.ts'
import { callTexts } from '../server/call-text.ts'
import { replayOf } from '../server/replay.ts'
import type { WatchedTrial } from '../server/watched-trial.ts'
import { inlinePage } from './inline-page.ts'
import { inlineJson } from './markup.ts'

/** Text of model calls in one page (characters); later calls are left out. */
const MAX_CALL_TEXT = 8_000_000

/**
 * A trial as one page that needs no server. The file contains the trial's events and recording, and all
 * assets of the page. The page makes no requests.
 * @param rows All trials of the folder, with which the page compares the trial.
 */
export async function trialHtml(
  { id, folder }: Pick<WatchedTrial, 'id' | 'folder'>,
  assets: Assets,
  rows: readonly TrialRow[] = [],
): Promise<string> {
  const { events } = await replayOf(folder)
  const calls = await callTexts(folder, MAX_CALL_TEXT)
  const recording = await contentOf(join(folder, RECORDING_FILE))
  const page = await assets.pageFiles()
  return inlinePage(page, {
    title: titleOf(events),
    description: outcomeOf(events),
    picture: null,
    address: null,
    data: {
      ...(rows.length > 1 && { 'delver-rows': inlineJson(rows), 'delver-trial': inlineJson(id) }),
      'delver-events': inlineJson({ events }),
      'delver-calls': inlineJson(calls),
      'delver-recording': recording?.toString('base64') ?? '',
      'delver-assets': inlineJson(await inlineFiles(page, versionOf(events), assets)),
    },
  })
}

/** The content of a file of a trial; null if there is no such file. */
export async function contentOf(path: string): Promise<Buffer | null> {
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
  return `${taskWords(start.settings.task)}, seed ${start.settings.seed} - Delver`
}

/** How the trial ended, and its milestones. */
function outcomeOf(events: readonly TrialEvent[]): string {
  const reached = events.flatMap((event) => (event.type === 'milestone' ? [event.name] : []))
  const end = events.find((event) => event.type === 'trial-end')
  const outcome = end ? `${END_TITLES[end.end]} after ${end.t} ticks` : 'no end'
  return [outcome, reached.map((name) => name.replaceAll('_', ' ')).join(', ')]
    .filter(Boolean)
    .join(': ')
}

/** The files that the page would request from its server: pictures as data URLs, others as text. */
export async function inlineFiles(
  page: ReadonlyMap<string, WebFile>,
  version: string | null,
  assets: Assets,
): Promise<Record<string, string>> {
  const drawn = version === null ? [] : await assets.versionFiles(version)
  const own = [...page].filter(([name]) => !['index.html', 'page.js', 'page.css'].includes(name))
  return Object.fromEntries([...own, ...drawn].map(([name, file]) => [name, inlineFile(file)]))
}

/** A file within a page: a picture as a data URL, others as text. */
export function inlineFile({ type, body }: WebFile): string {
  if (type.startsWith('image/')) return `data:${type};base64,${body.toString('base64')}`
  return body.toString('utf8')
}

/** The Minecraft version of a log; null if it is not known. */
export function versionOf(events: readonly TrialEvent[]): string | null {
  const join = events.find((event) => event.type === 'join')
  if (join) return join.version
  const [start] = events
  return start?.type === 'trial-start' ? start.settings.version : null
}
