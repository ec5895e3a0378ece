import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const NAME = 'mineflayer-delver'

let found: string | undefined

/**
 * Delver's own folder, which contains `package.json`, `prompts` and the selector's model. In a published package, the
 * compiled code has another `package.json`, so the name of the package identifies the folder.
 */
export function packageFolder(): string {
  found ??= folderAbove(dirname(fileURLToPath(import.meta.url)))
  return found
}

function folderAbove(folder: string): string {
  const manifest = join(folder, 'package.json')
  if (existsSync(manifest) && nameIn(manifest) === NAME) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error(`the package.json of ${NAME} is missing`)
  return folderAbove(parent)
}

function nameIn(manifest: string): unknown {
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { name?: unknown }).name
}
