import { join } from 'node:path'
import { packageFolder } from '#knowledge/package-folder'
import { MAX_MODEL_BYTES, RefusedFile, readGuardedText } from '#wire/guarded-file'
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
  const text = textOf(file)
  if (text === null)
    throw new Error(
      `cannot read the horizon model ${file}: train one with \`delver selector train\``,
    )
  return HorizonModel.parse(text)
}

function textOf(file: string): string | null {
  try {
    return readGuardedText(file, MAX_MODEL_BYTES)
  } catch (error) {
    if (error instanceof RefusedFile) throw new Error(`the horizon model ${error.message}`)
    return null
  }
}
