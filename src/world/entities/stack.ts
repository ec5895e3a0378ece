import type { Item } from 'prismarine-item'
import type { Kinds } from '../../knowledge/kinds.ts'
import { stacksOf } from '../windows/stacks.ts'

/**
 * A new stack of a kind.
 * @throws RangeError when the version has no such item.
 */
export function stackOf(kinds: Kinds, name: string, count = 1): Item {
  return stacksOf(kinds).make(name, count)
}
