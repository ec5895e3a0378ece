import { existsSync, readdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { Settings } from '#events/settings'
import { EVENTS_FILE } from '#trial/event-log'
import { isGuardedFile } from '#wire/guarded-file'

/** A trial that is shown: one that runs, is still to come, or is long over. */
export interface WatchedTrial {
  /** Names it in addresses. It is looked up there and never becomes part of a path. */
  readonly id: string
  readonly folder: string
  /** Known before its log is there; null when the log has to tell. */
  readonly settings: Settings | null
  /** Whether nothing more is written, also where the log has no end: its process was gone. */
  readonly isOver: boolean
}

/** A trial that runs, or is still to come. */
export function comingTrial(folder: string, settings: Settings): WatchedTrial {
  return { id: basename(resolve(folder)), folder: resolve(folder), settings, isOver: false }
}

function pastTrial(folder: string): WatchedTrial {
  return { id: basename(resolve(folder)), folder: resolve(folder), settings: null, isOver: true }
}

/** The past trials that a folder holds: it is that of one trial, or that of a campaign. */
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
