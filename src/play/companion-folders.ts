import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { UsageError } from '#trial/errors'
import { FolderInUse, type FolderLock, lockFolder } from '#trial/folder-lock'
import { isGuardedFile } from '#wire/guarded-file'

/** A world in which a companion lives. */
export type CompanionWorld =
  | { readonly kind: 'practice'; readonly version: string; readonly seed: number }
  | { readonly kind: 'server'; readonly host: string; readonly port: number }
  /** A world that is open to LAN, whose port changes each time. */
  | { readonly kind: 'lan'; readonly host: string; readonly name: string }

/** File with the memory of one companion, in its folder. */
export const MEMORY_FILE = 'memory.sqlite'

/** Addresses that stand in the name of a folder as they are. */
const PLAIN_HOST = /^[a-z0-9](?:[a-z0-9.-]{0,60}[a-z0-9])?$/
/** Names of folders that {@link companionFolder} makes. */
const FOLDER = /^[a-z0-9.-]{1,100}@\w{1,16}$/

/** The folder for the user's data, by the conventions of the system. `XDG_DATA_HOME` decides on every system. */
export function dataFolder(
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  const { XDG_DATA_HOME: xdg, LOCALAPPDATA: local } = env
  // The specification ignores relative paths.
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, 'delver')
  const home = homedir()
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'delver')
  if (platform === 'win32') return join(local ?? join(home, 'AppData', 'Local'), 'delver')
  return join(home, '.local', 'share', 'delver')
}

/** The folder with one folder for each companion. */
export function companionsFolder(): string {
  return join(dataFolder(), 'companions')
}

/**
 * The name of the folder of a companion, such as `practice-1.16.5-1@Delver`. Text that others chose does not become part
 * of it.
 */
export function companionName(world: CompanionWorld, player: string): string {
  return `${worldName(world)}@${player}`
}

/** The folder of a companion. @param name as {@link companionName} makes it. */
export function companionFolder(name: string): string {
  if (!FOLDER.test(name)) throw new RangeError('no name of a companion')
  return join(companionsFolder(), name)
}

/**
 * Keeps other processes from being the same companion at the same time.
 * @throws UsageError when another one is.
 */
export function lockCompanion(name: string): FolderLock {
  try {
    return lockFolder(companionFolder(name))
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    throw new UsageError(
      `another process is the companion ${name}; end that one first, or choose another --username`,
    )
  }
}

/** Names of the companions that have a memory, in alphabetical order. */
export function companionNames(): string[] {
  const folder = companionsFolder()
  try {
    return readdirSync(folder)
      .filter((name) => FOLDER.test(name) && isGuardedFile(join(folder, name, MEMORY_FILE)))
      .sort()
  } catch {
    return []
  }
}

function worldName(world: CompanionWorld): string {
  if (world.kind === 'practice') return `practice-${world.version}-${world.seed}`
  if (world.kind === 'lan') return `lan-${digest(`${world.host} ${world.name}`)}`
  const host = world.host.toLowerCase()
  return `server-${PLAIN_HOST.test(host) ? host : digest(host)}-${world.port}`
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
