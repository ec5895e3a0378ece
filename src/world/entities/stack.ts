import type { Item } from 'prismarine-item'
import type { Registry } from '../../knowledge/registry.ts'
import { stacksOf } from '../windows/stacks.ts'

/**
 * A new stack of a kind.
 * @throws RangeError when the version has no such item.
 */
export function stackOf(registry: Registry, name: string, count = 1): Item {
  return stacksOf(registry).make(name, count)
}
