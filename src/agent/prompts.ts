import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { GoalLanguage } from '#goal/goal-language'
import { packageFolder } from '#knowledge/package-folder'
import { listed } from '#wire/wording'

/** The messages of one prompt file by name, with `{{placeholders}}`. */
export type Prompt = Readonly<Record<string, string>>

const SECTION = /^=== ([a-z-]+) ===\n/m

/**
 * Reads `prompts/<name>.md`: sections under lines such as `=== system ===`. Call it while modules load, since no file should
 * be read once simulated time passes.
 */
export function loadPrompt(name: string): Prompt {
  const text = readFileSync(join(packageFolder(), 'prompts', `${name}.md`), 'utf8')
  const [, ...parts] = text.split(SECTION)
  const sections: Record<string, string> = {}
  for (let i = 0; i + 1 < parts.length; i += 2)
    sections[parts[i] ?? ''] = (parts[i + 1] ?? '').trim()
  return sections
}

/**
 * Fills in the placeholders of a message. Lines that consist of an empty placeholder are dropped.
 * @throws RangeError when the prompt has no such message, or a placeholder has no value.
 */
export function fill(
  prompt: Prompt,
  name: string,
  values: Readonly<Record<string, string>> = {},
): string {
  const template = prompt[name]
  if (template === undefined) throw new RangeError(`the prompt has no ${name}`)
  return template
    .split('\n')
    .filter((line) => !/^\{\{\w+\}\}$/.test(line) || values[line.slice(2, -2)] !== '')
    .join('\n')
    .replace(/\{\{(\w+)\}\}/g, (_, key: string) => {
      const value = values[key]
      if (value === undefined) throw new RangeError(`no value for ${key} in ${name}`)
      return value
    })
}

/**
 * The values that describe a goal language in prompts: `version` of the game, `skills` (one line each), `actions` (their
 * names, for prose) and `calls` (as functions, for code).
 * @param names of the skills to describe; by default, all.
 */
export function languageValues(
  { registry, skills: known, names: all }: GoalLanguage,
  names: readonly string[] = all,
) {
  const skills = known.filter(({ name }) => names.includes(name))
  const width = Math.max(...skills.map(({ prompt }) => prompt.form.length).filter((n) => n <= 40))
  const lines = skills.map(({ prompt }) => `  ${prompt.form.padEnd(width)}  ${prompt.meaning}`)
  return {
    version: registry.data.version.minecraftVersion ?? '',
    skills: lines.join('\n'),
    actions: listed(names, 'or'),
    calls: listed(names.map((name) => `${name}(obj, tool)`)),
  }
}
