import { existsSync } from 'node:fs'
import type { HorizonModel } from '../../../selector/horizon-model.ts'
import { defaultModelFile, readModel } from '../../../selector/read-model.ts'
import { UsageError } from '../../trial/usage-error.ts'

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
