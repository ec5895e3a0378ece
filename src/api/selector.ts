/** What chooses the next goal of a plan (DEPS, section 3.3): `mineflayer-delver/selector`. */
export type { Observation } from '#goal/observation'
export type { HorizonModel } from '#selector/models/horizon-model'
export { readModel } from '#selector/models/read-model'
export type { EstimatedCandidate, Interval, Scored, Selector } from '#selector/selector'
export {
  type ChooserName,
  createChooser,
  createSelector,
  type HorizonParts,
  SELECTORS,
  type SelectorName,
} from '#selector/selectors'
