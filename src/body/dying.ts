import type { Bot } from 'mineflayer'
import { listen, type Unsubscribe } from './listen.ts'

/**
 * Takes a mob as gone when it dies. Servers remove its body a second later, and the agent would attack the body meanwhile.
 * Players come back under the same number.
 */
export function dismissTheDying(bot: Bot): Unsubscribe {
  return listen(bot, 'entityDead', (entity) => {
    // Others hear of the death first, while the mob is still there.
    if (entity.type !== 'player') queueMicrotask(() => Object.assign(entity, { isValid: false }))
  })
}
