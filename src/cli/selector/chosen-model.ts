import { existsSync } from 'node:fs'
import type { HorizonModel } from '#selector/models/horizon-model'
import { defaultModelFile, readModel } from '#selector/models/read-model'
import { UsageError } from '#trial/usage-error'

/** The model of a file, null for the one that comes with Delver. @throws UsageError */
export function chosenModel(file: string | null): HorizonModel {
  try {
    return readModel(file ?? undefined)
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/** The model of a file, or else the one that comes with Delver, or null where there is none. @throws UsageError */
export function modelIfAny(file: string | null): HorizonModel | null {
  return file !== null || existsSync(defaultModelFile()) ? chosenModel(file) : null
}
