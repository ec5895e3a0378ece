import type { Bot } from 'mineflayer'
import type { Entity } from 'prismarine-entity'
import type { Item } from 'prismarine-item'

/**
 * The stack of an item entity; null for other entities. It is also null at first, because the server sends the stack in a
 * packet after the entity.
 */
export function droppedItem(bot: Bot, entity: Entity): Item | null {
  // The value of this feature in prismarine-registry is a number.
  const slot = Number(bot.supportFeature('metadataIxOfItem'))
  return entity.metadata[slot] ? entity.getDroppedItem() : null
}
