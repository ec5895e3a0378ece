import type { Bot } from 'mineflayer'
import type { Entity } from 'prismarine-entity'
import type { Item } from 'prismarine-item'

/**
 * What a thing that lies about is; null for other entities, and for as long as the server has not
 * told: that comes after the thing itself, in a packet of its own.
 */
export function droppedItem(bot: Bot, entity: Entity): Item | null {
  // For this feature prismarine-registry answers with a number.
  const slot = Number(bot.supportFeature('metadataIxOfItem'))
  return entity.metadata[slot] ? entity.getDroppedItem() : null
}
