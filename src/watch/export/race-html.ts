import { join } from 'node:path'
import { RECORDING_FILE } from '#trial/event-log'
import type { Assets } from '../assets/page-files.ts'
import type { Together } from '../race.ts'
import { replayOf } from '../server/replay.ts'
import type { WatchedTrial } from '../server/watched-trial.ts'
import { inlinePage } from './inline-page.ts'
import { inlineJson } from './markup.ts'
import { contentOf, inlineFiles, titleOf, versionOf } from './trial-html.ts'

/** Trials together as one page that needs no server. The file contains the events and recordings of all its trials. */
export async function raceHtml(
  trials: readonly WatchedTrial[],
  assets: Assets,
  together: Together,
): Promise<string> {
  const racers = []
  for (const { id, folder } of trials) {
    const { events } = await replayOf(folder)
    const recording = await contentOf(join(folder, RECORDING_FILE))
    racers.push({ id, events, recording: recording?.toString('base64') ?? '' })
  }
  const page = await assets.pageFiles()
  const [first] = racers
  const version = first ? versionOf(first.events) : null
  return inlinePage(page, {
    title: `${together === 'race' ? 'Race' : 'Side by side'}: ${titleOf(first?.events ?? [])}`,
    description: racers.map(({ id }) => id).join(', '),
    picture: null,
    address: null,
    data: {
      'delver-race': inlineJson(racers),
      'delver-together': inlineJson(together),
      'delver-assets': inlineJson(await inlineFiles(page, version, assets)),
    },
  })
}
