import type { Bot, BotEvents } from 'mineflayer'

/** Ends a subscription: the handler is called no more. */
export type Unsubscribe = () => void

/** Calls a handler whenever a bot tells of an event. */
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
