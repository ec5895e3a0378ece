import type { Bot } from 'mineflayer'
import type { Delver } from './delver.ts'
import { DelverControl } from './delver-control.ts'
import type { PlayOptions } from './play-options.ts'

declare module 'mineflayer' {
  interface Bot {
    /** Present after `bot.loadPlugin(delver)`. */
    delver: Delver
  }
}

/** Makes a mineflayer plugin that plays with the given options. */
export function createDelver(options: PlayOptions = {}): (bot: Bot) => void {
  return (bot) => {
    bot.delver = new DelverControl(bot, options)
  }
}

/** The mineflayer plugin with default options: `bot.loadPlugin(delver)`. */
export const delver = createDelver()
