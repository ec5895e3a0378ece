import { join } from 'node:path'
import { packageFolder } from '#knowledge/package-folder'
import { MAX_MODEL_BYTES, RefusedFile, readGuardedText } from '#wire/guarded-file'
import { HorizonModel } from './horizon-model.ts'

/** Path of the shipped model. */
export function defaultModelFile(): string {
  return join(packageFolder(), 'selector', 'models', 'horizon-model.json')
}

/**
 * Reads a model file. The caller must do so before simulated time passes.
 * @throws Error with a one-line message when the file cannot be read, or is not a model for this feature version.
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
