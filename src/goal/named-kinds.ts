import { membersOf } from '../knowledge/families.ts'
import type { Kinds } from '../knowledge/kinds.ts'
import type { Plan } from './goal.ts'

/** Every kind of item that a plan makes, uses up or works with; all variants of the families it names. */
export function namedKinds(kinds: Kinds, plan: Plan): Set<string> {
  const names = plan.flatMap(({ target, using, tool }) => [
    ...Object.keys(target),
    ...Object.keys(using),
    ...(tool === null ? [] : [tool]),
  ])
  return new Set(names.flatMap((name) => membersOf(kinds, name)))
}
