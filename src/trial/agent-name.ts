import { createRequire } from 'node:module'
import { join } from 'node:path'
import { packageFolder } from '#knowledge/package-folder'
import { codeHash } from './code-hash.ts'
import { delverVersion } from './versions.ts'

/** Folders of the code that decides how long the agent needs for a goal. */
const ACTING = ['skills', 'src/agent/controller', 'src/body', 'src/knowledge', 'src/perception']

const require = createRequire(import.meta.url)

let name: string | undefined

/**
 * Identifies the agent that pursues goals: the version of Delver and a hash of its controller, such as `0.1.0-3f9a0c12be77`.
 * A selector's model is right about the agent whose trials it learned from. A published package, whose code is compiled,
 * has the name of its sources in its manifest.
 */
export function agentName(): string {
  const manifest = require(join(packageFolder(), 'package.json')) as { delver?: { agent: string } }
  name ??= manifest.delver?.agent ?? `${delverVersion()}-${codeHash(ACTING)}`
  return name
}
