import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { END_TITLES } from '#events/titles'
import type { Assets } from '../assets/page-files.ts'
import type { TrialRow } from '../protocol.ts'
import { Overview } from '../server/overview.ts'
import type { WatchedTrial } from '../server/watched-trial.ts'
import { escaped } from './markup.ts'
import { trialHtml } from './trial-html.ts'

/** Writes one trial as a single HTML file. */
export async function exportTrial(
  trial: WatchedTrial,
  file: string,
  assets: Assets,
): Promise<void> {
  const html = await trialHtml(trial.folder, assets)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, html)
}

/**
 * Writes trials into a folder of static files: one page per trial, named after its id, and an `index.html`
 * that links to them.
 */
export async function exportTrials(
  trials: readonly WatchedTrial[],
  folder: string,
  assets: Assets,
): Promise<void> {
  const rows = await new Overview(trials).rows()
  for (const trial of trials) await exportTrial(trial, join(folder, pageOf(trial.id)), assets)
  await writeFile(join(folder, 'index.html'), indexHtml(rows))
}

function pageOf(id: string): string {
  return `trial-${id}.html`
}

function plainName(milestone: string): string {
  return milestone.replaceAll('_', ' ')
}

function indexHtml(rows: readonly TrialRow[]): string {
  const lines = rows.map((row) => {
    const name = escaped(`${row.task}, seed ${row.seed}`)
    const last = row.milestones.at(-1)?.name ?? 'none'
    const outcome = row.success
      ? `obtained in ${row.tick.toLocaleString('en-US')} ticks`
      : `not obtained: ${row.end ? END_TITLES[row.end] : row.state}; last milestone: ${plainName(last)}`
    const link = escaped(encodeURIComponent(pageOf(row.id)))
    return `<li><a href="${link}">${name}</a>: ${escaped(outcome)}</li>`
  })
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'" />
    <meta name="color-scheme" content="light dark" />
    <title>Trials - Delver</title>
  </head>
  <body>
    <h1>Trials</h1>
    <ul>
      ${lines.join('\n      ')}
    </ul>
  </body>
</html>
`
}
