import type { Bot } from 'mineflayer'
import type { Vec3 } from 'vec3'

/** Movement below which a position of the server corrects nothing (blocks). */
const TOLERANCE = 0.01

/** Counts how often the server moves the player to another place than its client, except to begin a new life. */
export class Corrections {
  #count = 0
  #expected = false

  constructor(bot: Bot) {
    const { _client: client } = bot
    let before: Vec3 | undefined
    client.on('respawn', () => {
      this.#expected = true
    })
    client.prependListener('position', () => {
      before = bot.entity?.position.clone()
    })
    bot.on('forcedMove', () => {
      const moved = before ? bot.entity.position.distanceTo(before) : 0
      if (moved > TOLERANCE && !this.#expected) this.#count++
      this.#expected = false
    })
  }

  get count(): number {
    return this.#count
  }
}
