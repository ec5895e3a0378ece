import type { Body } from '../body.ts'
import { BOT } from '../bot.ts'
import type { NavigationView } from './navigation-view.ts'

/** Ticks that digging is deemed to cost at least, so that routes prefer open ground. */
const MIN_DIG_TICKS = 4

/** A block that takes longer than this to dig is no way (ticks). */
const SLOWEST_DIG = 160

/** Falls that do no harm; underground without a pickaxe only such that one can climb back up (blocks). */
const MAX_DROP = 3
const STEP_DOWN = 0

/**
 * The ground for route planning as this body knows it, with what it carries now.
 * @param slowestDig ticks; what takes longer to dig is not dug.
 */
export function navigationView(body: Body, slowestDig = SLOWEST_DIG): NavigationView {
  const digsRock = body.tools.choose(body.registry.blockState('stone')).harvests
  const daylight = daylightEnd(body)
  return {
    registry: body.registry,
    blocks: body.blocks,
    state: (x, y, z) => body.vision.state(x, y, z),
    digTicks(state) {
      const { ticks } = body.tools.choose(state)
      return ticks > slowestDig ? Number.POSITIVE_INFINITY : Math.max(MIN_DIG_TICKS, ticks)
    },
    digPause: body.hands.limits.digPause,
    fillerCount: body.fillerCount,
    maxDrop: (y) => (digsRock || y >= daylight ? MAX_DROP : STEP_DOWN),
    waryBelow: body[BOT].game.difficulty === 'peaceful' ? Number.NEGATIVE_INFINITY : daylight,
    isKnown: (x, y, z) => body.vision.isKnown(x, y, z),
    isDangerous: (x, y, z) => body.dangers.near({ x, y, z }),
    chasmsNear: (x, y, z) => body.chasms.near(x, y, z),
    avoids: (x, y, z) => body.avoided.has(x, y, z),
  }
}

/** Whether what takes so many ticks to dig is no way: without the right tool even stone comes off, but too late. */
export function isTooSlow(ticks: number): boolean {
  return ticks > SLOWEST_DIG
}

/** How far under open sky a cave begins (blocks). */
const DAYLIGHT_DEPTH = 6
const SKY_CHECK = 24

/** Height below which it is dark: some way under open sky, everywhere under a roof. */
function daylightEnd(body: Body): number {
  const { x, y, z } = body.feet
  for (let up = 2; up < SKY_CHECK; up++) {
    const { open, name } = body.traits(x, y + up, z)
    if (!open && !name.endsWith('leaves')) return Number.POSITIVE_INFINITY
  }
  return y - DAYLIGHT_DEPTH
}
