import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { END_TITLES, taskWords } from '#events/titles'
import { counted } from '#wire/wording'
import type { Assets } from '../assets/page-files.ts'
import type { TrialRow } from '../protocol.ts'
import type { Together } from '../race.ts'
import { Overview } from '../server/overview.ts'
import type { WatchedTrial } from '../server/watched-trial.ts'
import { trialPage } from '../trial-page-name.ts'
import { inlinePage } from './inline-page.ts'
import { inlineJson } from './markup.ts'
import { raceHtml } from './race-html.ts'
import { inlineFile, trialHtml } from './trial-html.ts'

/** Writes one trial as a single HTML file, which compares it with the other trials in `rows`. */
export async function exportTrial(
  trial: WatchedTrial,
  file: string,
  assets: Assets,
  rows: readonly TrialRow[] = [],
): Promise<void> {
  const html = await trialHtml(trial, assets, rows)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, html)
}

/** Writes trials together as a single HTML file. */
export async function exportTogether(
  trials: readonly WatchedTrial[],
  file: string,
  assets: Assets,
  together: Together,
): Promise<void> {
  const html = await raceHtml(trials, assets, together)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, html)
}

export interface SiteOptions {
  /** Makes the picture that links to the page show (JPEG) from the most successful trial; null if that is impossible. */
  readonly takePicture: ((trial: WatchedTrial) => Promise<Buffer | null>) | null
  /** Address at which the folder will be; null if it is not known. */
  readonly address: string | null
}

/** Name of the picture in the folder. */
const PICTURE = 'preview.jpg'

/**
 * Writes trials into a folder of static files: one page per trial, named after its id, and an `index.html` with the overview,
 * which links to them.
 */
export async function exportTrials(
  trials: readonly WatchedTrial[],
  folder: string,
  assets: Assets,
  { takePicture, address }: SiteOptions,
): Promise<void> {
  const rows = await new Overview(trials).rows()
  for (const trial of trials)
    await exportTrial(trial, join(folder, trialPage(trial.id)), assets, rows)
  const shown = trials.find(({ id }) => id === bestOf(rows)?.id)
  const picture = shown && takePicture ? await takePicture(shown) : null
  if (picture) await writeFile(join(folder, PICTURE), picture)
  const version = rows.find((row) => row.version !== null)?.version ?? null
  const drawn = version === null ? new Map() : await assets.versionFiles(version)
  const files = Object.fromEntries(
    ['items.json', 'atlas.png'].flatMap((name) => {
      const file = drawn.get(name)
      return file ? [[name, inlineFile(file)] as const] : []
    }),
  )
  const html = inlinePage(await assets.pageFiles(), {
    title: siteTitle(rows),
    description: rows.map(rowText).slice(0, MAX_DESCRIBED).join('; '),
    picture: picture && PICTURE,
    address,
    data: { 'delver-rows': inlineJson(rows), 'delver-assets': inlineJson(files) },
  })
  await writeFile(join(folder, 'index.html'), html)
}

/** Trials that the description names. */
const MAX_DESCRIBED = 3

/** The fastest successful trial with a recording, or else the one with the most milestones. */
function bestOf(rows: readonly TrialRow[]): TrialRow | undefined {
  const [best] = rows
    .filter(({ recording }) => recording)
    .toSorted(
      (a, b) =>
        Number(b.success) - Number(a.success) ||
        (a.success ? a.tick - b.tick : b.milestones.length - a.milestones.length),
    )
  return best
}

/** What a link to the overview says: `7 of 8 trials successful: obtain diamond - Delver`. */
function siteTitle(rows: readonly TrialRow[]): string {
  const successes = rows.filter(({ success }) => success).length
  const tasks = [...new Set(rows.map(({ task }) => taskWords(task)))]
  const what = tasks.length === 1 ? `: ${tasks[0]}` : ''
  return `${successes} of ${counted(rows.length, 'trial')} successful${what} - Delver`
}

function rowText({ task, seed, success, tick, end }: TrialRow): string {
  const outcome = success ? `obtained in ${tick.toLocaleString('en-US')} ticks` : 'not obtained'
  const why = !success && end ? ` (${END_TITLES[end]})` : ''
  return `${taskWords(task)}, seed ${seed}: ${outcome}${why}`
}
