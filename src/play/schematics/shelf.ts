import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from '#knowledge/package-folder'
import type { Registry } from '#knowledge/registry'
import { isGuardedFile, RefusedFile, readGuarded } from '#wire/guarded-file'
import { dataFolder } from '../companion-folders.ts'
import { readSchematic, type SchematicReading } from './read-schematic.ts'

/** Limit on a file (bytes), and on the files of a folder that count. */
const MAX_FILE = 2 ** 20
const MAX_FILES = 256
/** Names of files. What people say becomes no path: it only chooses among these. */
const FILE = /^([a-z0-9][a-z0-9_-]{0,31})\.(?:schem|schematic)$/i

/** The schematics that the companion can build, from folders that people fill. */
export class SchematicShelf {
  readonly #folders: readonly string[]

  /** @param folders the earlier ones come first; by default the user's own, then those of the package. */
  constructor(
    folders: readonly string[] = [userSchematics(), join(packageFolder(), 'schematics')],
  ) {
    this.#folders = folders
  }

  /** The names of all schematics, in lower case and alphabetical order. */
  get names(): string[] {
    return [...this.#files().keys()].sort()
  }

  /** Reads a schematic by its name. */
  load(name: string, registry: Registry): SchematicReading {
    const path = this.#files().get(name)
    if (path === undefined) return { ok: false, reason: 'there is none of that name' }
    try {
      const file = readGuarded(path, MAX_FILE)
      if (!file) return { ok: false, reason: 'there is none of that name' }
      return readSchematic(file, name, registry)
    } catch (error) {
      const isTooLarge = error instanceof RefusedFile
      return { ok: false, reason: isTooLarge ? 'the file is too large' : 'the file cannot be read' }
    }
  }

  #files(): Map<string, string> {
    const files = new Map<string, string>()
    for (const folder of this.#folders)
      for (const file of namesIn(folder)) {
        const name = FILE.exec(file)?.[1]?.toLowerCase()
        const path = join(folder, file)
        if (name !== undefined && !files.has(name) && isGuardedFile(path)) files.set(name, path)
      }
    return files
  }
}

/** The folder into which the user puts schematics. */
export function userSchematics(): string {
  return join(dataFolder(), 'schematics')
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).slice(0, MAX_FILES)
  } catch {
    return []
  }
}
