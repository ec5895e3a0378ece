import type { Bot } from 'mineflayer'
import type { Entity } from 'prismarine-entity'
import { buildOf, creatureSize } from '#knowledge/creature-size'
import { firstOwnKey } from '#knowledge/entity-metadata'
import type { Registry } from '#knowledge/registry'
import { listen } from './listen.ts'

/**
 * Gives young creatures and slimes the size that the game's client shows. mineflayer gives all creatures of a kind the size of an
 * adult, so the crosshair would miss a young zombie.
 */
export function fitSizes(bot: Bot, registry: Registry): void {
  const key = firstOwnKey(registry)
  const adjust = (entity: Entity) => {
    const { name = '', metadata } = entity
    const build = buildOf(name, metadata[key])
    if (build) Object.assign(entity, creatureSize(registry, name, build))
  }
  for (const entity of Object.values(bot.entities)) adjust(entity)
  listen(bot, 'entitySpawn', adjust)
  listen(bot, 'entityUpdate', adjust)
}
