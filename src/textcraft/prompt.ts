import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from '#knowledge/package-folder'

/** The prompts of the game: files of the folder `prompts`. */
export type PromptName =
  | 'textcraft-executor'
  | 'textcraft-planner'
  | 'textcraft-detailed-planner'
  | 'textcraft-reflexion'
  | 'thread-textcraft'

/** The text of a prompt. */
export function promptText(name: PromptName): string {
  return readFileSync(join(packageFolder(), 'prompts', `${name}.md`), 'utf8').trimEnd()
}
