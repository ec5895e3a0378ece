import type { Bot } from 'mineflayer'

/** Calls a function of mineflayer that would turn the head to the middle of its target. */
export function withStillHead<T>(bot: Bot, act: () => T): T {
  const { lookAt } = bot
  bot.lookAt = async () => {}
  try {
    return act()
  } finally {
    bot.lookAt = lookAt
  }
}
