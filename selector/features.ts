export const FEATURE_VERSION = 1
export interface Feature {
  readonly name: string
  readonly unit: string
}
export const FEATURES: readonly Feature[] = [{ name: 'estimate', unit: 'log(1+ticks)' }]
