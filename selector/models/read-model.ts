import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from '#knowledge/package-folder'
import { HorizonModel } from './horizon-model.ts'

/** The model that comes with the package. */
export function defaultModelFile(): string {
  return join(packageFolder(), 'selector', 'models', 'horizon-model.json')
}

/**
 * Reads a model from its file, to be called before simulated time passes.
 * @throws Error of one line when it cannot be read or is not a model of these features.
 */
export function readModel(file: string = defaultModelFile()): HorizonModel {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw new Error(
      `cannot read the horizon model ${file}: train one with \`delver selector train\``,
    )
  }
  return HorizonModel.parse(text)
}
