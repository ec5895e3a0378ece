import type { HorizonModel } from '../../../selector/horizon-model.ts'
import { loadModel } from '../../../selector/load-model.ts'
import { UsageError } from '../../trial/usage-error.ts'

/** The model of a file, null for the one that comes with Delver. @throws UsageError */
export function chosenModel(file: string | null): HorizonModel {
  try {
    return loadModel(file)
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
