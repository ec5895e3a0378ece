import { tagMembers } from '../knowledge/item-tags.ts'
import type { Registry } from '../knowledge/registry.ts'
import type { Plan } from './goal.ts'

/** Every kind of item that a plan makes, uses up or works with; all variants of the tags it names. */
export function namedKinds(registry: Registry, plan: Plan): Set<string> {
  const names = plan.flatMap(({ target, using, tool }) => [
    ...Object.keys(target),
    ...Object.keys(using),
    ...(tool === null ? [] : [tool]),
  ])
  return new Set(names.flatMap((name) => tagMembers(registry, name)))
}
