import type { Bot, BotEvents } from 'mineflayer'

/** Ends a subscription. */
export type Unsubscribe = () => void

/** Calls a handler for each event of a bot. */
export function listen<Event extends keyof BotEvents>(
  bot: Bot,
  event: Event,
  handler: BotEvents[Event],
): Unsubscribe {
  bot.on(event, handler)
  return () => {
    bot.off(event, handler)
  }
}
