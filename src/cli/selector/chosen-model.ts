import type { HorizonModel } from '../../../selector/horizon-model.ts'
import { readModel } from '../../../selector/read-model.ts'
import { UsageError } from '../../trial/usage-error.ts'

/** The model of a file, null for the one that comes with Delver. @throws UsageError */
export function chosenModel(file: string | null): HorizonModel {
  try {
    return readModel(file ?? undefined)
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
