import type { Bot } from 'mineflayer'
import pathfinder from 'mineflayer-pathfinder'
import { NavigatorControl, type NavigatorOptions } from './navigator-control.ts'

/** Delver's navigator alone, for bots written for mineflayer-pathfinder: `mineflayer-delver/navigator`. */
export type {
  MovementLimits,
  NavigatorControl,
  NavigatorOptions,
  PathResult,
} from './navigator-control.ts'
/** mineflayer-pathfinder's goals and movements, unchanged. */
export const { goals, Movements } = pathfinder

declare module 'mineflayer' {
  interface Bot {
    /** Present after `bot.loadPlugin(navigator)`. */
    navigator: NavigatorControl
  }
}

/** Makes the plugin with options. */
export function createNavigatorPlugin(options: NavigatorOptions = {}): (bot: Bot) => void {
  return (bot) => {
    bot.navigator = new NavigatorControl(bot, options)
    // Code written for mineflayer-pathfinder finds the navigator under the name that it knows.
    Object.assign(bot, { pathfinder: bot.navigator })
  }
}

/** The mineflayer plugin with default options. It sets `bot.navigator`, and `bot.pathfinder` to the same object. */
export const navigator = createNavigatorPlugin()
