import { basename, resolve } from 'node:path'
import PQueue from 'p-queue'
import type { TakePicture } from '#mcp/tools'
import { UsageError } from '#trial/errors'
import { findBrowser } from '#watch/film/find-browser'

/** Size of a picture (pixels): a model reads no more of a larger one. */
const WIDTH = 960
const HEIGHT = 540

/**
 * Draws an agent in its world as the page shows it, from its recording so far, in a browser without a window. Takes some seconds;
 * one picture at a time, because each starts a browser.
 * @param folders of the agents' recordings; the last part of each is the agent's name.
 */
export function pictureTaker(folders: readonly string[]): TakePicture {
  const queue = new PQueue({ concurrency: 1 })
  return (agent, signal) => queue.add(() => draw(folders, agent, signal))
}

/** @returns a JPEG. @throws UsageError when Chromium is missing or does not answer. */
async function draw(
  folders: readonly string[],
  agent: string,
  signal: AbortSignal,
): Promise<Buffer> {
  const folder = folders.find((each) => basename(each) === agent)
  if (folder === undefined) throw new UsageError(`no recording of ${agent}`)
  const browser = findBrowser()
  if (browser === null)
    throw new UsageError('Chromium not found: install it, or set DELVER_CHROMIUM to its path')
  // Only pictures need the bundler and a second server.
  const { filmTrial } = await import('#watch/film/film-trial')
  const { pageFiles } = await import('#watch/assets/page-files')
  const { versionFiles } = await import('#watch/assets/version-files')
  return filmTrial({
    trial: { id: agent, folder: resolve(folder), settings: null, isOver: true },
    request: {
      ...{ format: 'webm', width: WIDTH, height: HEIGHT, seconds: 1, bitsPerSecond: 1 },
      ...{ from: null, to: null, speed: null, camera: null },
      still: Number.MAX_SAFE_INTEGER,
      // They are for trials: to them, a log without an end is a crash.
      titles: false,
    },
    assets: { pageFiles, versionFiles },
    browser,
    signal,
  })
}
