import type { Bot } from 'mineflayer'
import { listen } from './listen.ts'

/**
 * Takes a mob as gone when it dies. Servers remove its body a second later, and the agent would attack the body meanwhile.
 * Players come back under the same number.
 */
export function dismissTheDying(bot: Bot): void {
  listen(bot, 'entityDead', (entity) => {
    if (entity.type === 'player') return
    // Others hear of the death first, while the mob is still there.
    queueMicrotask(() => {
      entity.isValid = false
    })
  })
}
