import { existsSync, readdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { Settings } from '#events/settings'
import { EVENTS_FILE } from '#trial/event-log'
import { isGuardedFile } from '#wire/guarded-file'

/** A trial that the server shows: waiting, running or finished. */
export interface WatchedTrial {
  /** Its name in addresses, which is looked up and never becomes part of a path. */
  readonly id: string
  readonly folder: string
  /** Null when they have to be read from the log. */
  readonly settings: Settings | null
  /** Whether nothing more is written, even if the log has no end because its process was killed. */
  readonly isOver: boolean
}

/** A waiting or running trial. */
export function comingTrial(folder: string, settings: Settings): WatchedTrial {
  return { id: basename(resolve(folder)), folder: resolve(folder), settings, isOver: false }
}

function pastTrial(folder: string): WatchedTrial {
  return { id: basename(resolve(folder)), folder: resolve(folder), settings: null, isOver: true }
}

/** The finished trials of a folder, which belongs to one trial or to a campaign. */
export function trialsIn(folder: string): WatchedTrial[] {
  if (holdsTrial(folder)) return [pastTrial(folder)]
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && holdsTrial(join(folder, entry.name)))
    .map(({ name }) => pastTrial(join(folder, name)))
    .sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }))
}

function holdsTrial(folder: string): boolean {
  return isGuardedFile(join(folder, EVENTS_FILE))
}
