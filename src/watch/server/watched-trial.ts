import { existsSync, readdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { EVENTS_FILE } from '../../trial/event-log.ts'
import type { Settings } from '../../trial/events.ts'

/** A trial that is shown: one that runs, is still to come, or is long over. */
export interface WatchedTrial {
  /** Names it in addresses. It is looked up there and never becomes part of a path. */
  readonly id: string
  readonly folder: string
  /** Known before its log is there; null when the log has to tell. */
  readonly settings: Settings | null
}

/** A trial by its folder. */
export function watchedTrial(folder: string, settings: Settings | null): WatchedTrial {
  return { id: basename(resolve(folder)), folder: resolve(folder), settings }
}

/** The trials that a folder holds: it is the folder of one trial, or one of a campaign's. */
export function trialsIn(folder: string): WatchedTrial[] {
  if (holdsTrial(folder)) return [watchedTrial(folder, null)]
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && holdsTrial(join(folder, entry.name)))
    .map(({ name }) => watchedTrial(join(folder, name), null))
    .sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }))
}

function holdsTrial(folder: string): boolean {
  return existsSync(join(folder, EVENTS_FILE))
}
