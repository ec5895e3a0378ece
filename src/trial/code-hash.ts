import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from '#knowledge/package-folder'
import { versionsInUse } from './versions.ts'

const CODE = /\.(ts|js|json|md|txt)$/

/** Length of a hash in names and comparisons (characters). */
export const HASH_LENGTH = 12

/** A hash of Delver's files in some folders and of the versions of its libraries. Node is not part of it. */
export function codeHash(folders: readonly string[]): string {
  const { node: _, ...versions } = versionsInUse()
  const hash = createHash('sha256').update(JSON.stringify(versions))
  for (const folder of folders) addFolder(hash, join(packageFolder(), folder), folder)
  return hash.digest('hex').slice(0, HASH_LENGTH)
}

function addFolder(hash: ReturnType<typeof createHash>, path: string, name: string): void {
  if (!existsSync(path)) return
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((file) =>
    CODE.test(file),
  )
  for (const file of files.sort())
    hash.update(`\0${name}/${file}\0`).update(readFileSync(join(path, file)))
}
