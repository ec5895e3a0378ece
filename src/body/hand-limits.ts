import { VANILLA_CLIENT } from '#knowledge/vanilla-client'

/** Input limits of a body: its cooldowns (ticks) and how it breaks blocks. */
export interface HandLimits {
  /** From the end of a dig to the start of the next. */
  readonly digPause: number
  /** Between two uses of the right button: placing, eating, opening, using creatures. */
  readonly usePause: number
  /** Between two clicks in a window. */
  readonly clickPause: number
  /** A block that breaks at once takes one packet, the start of the dig; mineflayer sends an end as well. */
  readonly breaksByStart: boolean
}

/** All input limits by the names that settings and the command line use, the default first. */
const LIMITS = {
  /** As the vanilla client. */
  vanilla: { ...VANILLA_CLIENT, breaksByStart: true },
  /** As mineflayer, without cooldowns. */
  bot: { digPause: 0, usePause: 0, clickPause: 0, breaksByStart: false },
} satisfies Readonly<Record<string, HandLimits>>

export type HandsName = keyof typeof LIMITS

export const HANDS = Object.keys(LIMITS) as HandsName[]

export function handLimits(name: HandsName): HandLimits {
  return LIMITS[name]
}
