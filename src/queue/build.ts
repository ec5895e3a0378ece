import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from '#knowledge/package-folder'
import { delverVersion, versionsInUse } from '#trial/versions'

/** Folders of the package that have a say in how a trial goes; sources, or what they were compiled to. */
const PLAYING = ['src', 'skills', 'selector', 'prompts', 'dist']
const CODE = /\.(ts|js|json|md|txt)$/

/** Length of a hash as it is shown and compared (characters). */
const HASH_LENGTH = 12

/**
 * What plays: the version of Delver, and a hash of its files and of the versions of the libraries below, such as
 * `0.1.0-3f9a0c12be77`. One seed is one history only where this is the same. Node is no part of it.
 */
export function buildName(): string {
  const root = packageFolder()
  const { node: _, ...versions } = versionsInUse()
  const hash = createHash('sha256').update(JSON.stringify(versions))
  const isSource = existsSync(join(root, 'src/cli/main.ts'))
  for (const folder of PLAYING)
    if (folder !== 'dist' || !isSource) addFolder(hash, join(root, folder), folder)
  return `${delverVersion()}-${hash.digest('hex').slice(0, HASH_LENGTH)}`
}

/** A hash of a file's content; null where it cannot be read. */
export function fileHash(path: string): string | null {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, HASH_LENGTH)
  } catch {
    return null
  }
}

function addFolder(hash: ReturnType<typeof createHash>, path: string, name: string): void {
  if (!existsSync(path)) return
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((file) =>
    CODE.test(file),
  )
  for (const file of files.sort())
    hash.update(`\0${name}/${file}\0`).update(readFileSync(join(path, file)))
}
