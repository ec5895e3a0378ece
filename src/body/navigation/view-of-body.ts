import type { Body } from '../body.ts'
import { BOT } from '../bot.ts'
import type { NavigationView } from './navigation-view.ts'
import { isOutdoors } from './outdoors.ts'

/** Least cost of a dig (ticks), so that routes prefer open ground. */
const MIN_DIG_TICKS = 4

/** Routes avoid blocks that take longer to dig (ticks). */
const MAX_DIG_TICKS = 160

/** Deepest fall without damage, and deepest step that the agent can climb back up without a pickaxe (blocks). */
const MAX_DROP = 3
const STEP_DOWN = 0

/**
 * The input of route planning, as the agent knows the blocks and carries tools now.
 * @param slowestDig routes avoid blocks that take longer to dig (ticks).
 */
export function navigationView(body: Body, slowestDig = MAX_DIG_TICKS): NavigationView {
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
    isProtected: (kind, x, y, z) =>
      body.protectedLand.has(x, y, z) || body.builds.protects(kind, { x, y, z }),
    avoids: (x, y, z) => body.avoided.has(x, y, z),
  }
}

/** Whether a dig takes too long for a route. Without the right tool, even stone does. */
export function isTooSlow(ticks: number): boolean {
  return ticks > MAX_DIG_TICKS
}

/** Depth below open sky at which caves begin (blocks). */
const DAYLIGHT_DEPTH = 6

/** Height below which it is dark: {@link DAYLIGHT_DEPTH} below open sky, and everywhere under a roof. */
function daylightEnd(body: Body): number {
  return isOutdoors(body) ? body.feet.y - DAYLIGHT_DEPTH : Number.POSITIVE_INFINITY
}
