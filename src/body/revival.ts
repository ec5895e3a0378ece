import type { Bot } from 'mineflayer'

/** Health, food and saturation of a client's new player. */
const FRESH = { health: 20, food: 20, foodSaturation: 5 }

/**
 * Makes a player alive that the server has let respawn without sending its health, because mineflayer takes it for dead until then.
 * In the vanilla client, the new player has full health from the start. It does not burn either, although the old one may have.
 */
export function reviveOnRespawn(bot: Bot): void {
  const client = bot._client
  let isReviving = false
  client.on('respawn', () => {
    isReviving = bot.health <= 0
    if (isReviving) bot.entity.metadata = []
  })
  client.on('update_health', () => {
    isReviving = false
  })
  // The player is in the world once it has a position.
  client.on('position', () => {
    if (isReviving) client.emit('update_health', FRESH)
  })
}
