import type { Registry } from './registry.ts'

/**
 * Where in the metadata of a creature what is special to its kind begins; of animals, whether they are young. New entries
 * of all entities have moved it over the years.
 */
export function firstOwnKey({ data }: Registry): number {
  if (data.version['>=']('1.17')) return 16
  if (data.version['>=']('1.15')) return 15
  return data.version['>=']('1.14') ? 14 : 12
}
