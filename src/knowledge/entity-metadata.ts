import type { Registry } from './registry.ts'

/**
 * The first metadata key that is specific to a kind of mob; for animals, whether they are young. It depends on the version,
 * because the metadata that all mobs share has grown.
 */
export function firstOwnKey({ data }: Registry): number {
  if (data.version['>=']('1.17')) return 16
  if (data.version['>=']('1.15')) return 15
  return data.version['>=']('1.14') ? 14 : 12
}

/** The first metadata key after those of all animals: whether they are young, and from 26.1 on whether they stay so. */
export function firstAnimalKey(registry: Registry): number {
  return firstOwnKey(registry) + (registry.data.version['>=']('26.1') ? 2 : 1)
}

/** The metadata key of an entity's name tag. */
export const NAME_KEY = 2
