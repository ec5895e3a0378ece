import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'

/** The prompts of the game: files of the folder `prompts`. */
export type PromptName =
  | 'textcraft-executor'
  | 'textcraft-planner'
  | 'textcraft-detailed-planner'
  | 'textcraft-reflexion'
  | 'thread-textcraft'

/** The text of a prompt. */
export function promptText(name: PromptName): string {
  const manifest = findPackageJSON('..', import.meta.url)
  if (!manifest) throw new Error('Delver has lost its package.json')
  return readFileSync(join(dirname(manifest), 'prompts', `${name}.md`), 'utf8').trimEnd()
}
