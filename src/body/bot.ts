/**
 * The key under which a body and a connection keep their mineflayer bot. Only `src/body` and tests may import it, so
 * that other code cannot name the bot.
 */
export const BOT = Symbol('bot')
