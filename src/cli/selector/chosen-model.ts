import { existsSync } from 'node:fs'
import type { HorizonModel } from '#selector/models/horizon-model'
import { defaultModelFile, readModel } from '#selector/models/read-model'
import { UsageError } from '#trial/errors'

/** The model in a file; null stands for the built-in one. @throws UsageError */
export function chosenModel(file: string | null): HorizonModel {
  try {
    return readModel(file ?? undefined)
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/** The model in a file, or the built-in one; null when there is neither. @throws UsageError */
export function modelIfAny(file: string | null): HorizonModel | null {
  return file !== null || existsSync(defaultModelFile()) ? chosenModel(file) : null
}
