import { createRequire } from 'node:module'
import { join } from 'node:path'
import { packageFolder } from '#knowledge/package-folder'

const PACKAGES = ['mineflayer', 'minecraft-protocol', 'minecraft-data', 'prismarine-chunk']

const require = createRequire(import.meta.url)

/** Version of Delver itself. */
export function delverVersion(): string {
  return versionIn(join(packageFolder(), 'package.json'))
}

/** Versions of Delver, Node and the packages that determine a trial's history, by name. */
export function versionsInUse(): Record<string, string> {
  const versions: Record<string, string> = {
    delver: delverVersion(),
    node: process.versions.node,
  }
  for (const name of PACKAGES) versions[name] = versionIn(`${name}/package.json`)
  return versions
}

function versionIn(file: string): string {
  return (require(file) as { version: string }).version
}
