import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { HorizonModel } from './horizon-model.ts'

/** The model that comes with Delver. */
export function packagedModel(): string {
  const manifest = findPackageJSON('..', import.meta.url)
  if (!manifest) throw new Error('the package has no manifest')
  return join(dirname(manifest), 'selector', 'horizon-model.json')
}

/**
 * Reads a model.
 * @param file null for the one that comes with Delver.
 * @throws Error in one line when it cannot be read, or is no model of these features.
 */
export function loadModel(file: string | null): HorizonModel {
  const path = file ?? packagedModel()
  try {
    return HorizonModel.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`, { cause: error })
  }
}
