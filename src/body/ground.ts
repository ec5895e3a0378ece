import type { Body } from './body.ts'
import type { Ground } from './route.ts'

/** Ticks that digging is deemed to cost at least, so that routes prefer open ground. */
const MIN_DIG_TICKS = 4

/** A block that takes longer than this to dig is no way (ticks). */
const SLOWEST_DIG = 160

/** The ground for route planning as this body knows it, with what it carries now. */
export function groundOf(body: Body): Ground {
  return {
    cells: body.cells,
    state: (x, y, z) => body.known(x, y, z),
    digTicks(state) {
      const choice = body.tools.choose(state)
      // Without the right tool even stone comes off, but it takes too long to be a way.
      return choice.ticks > SLOWEST_DIG ? Number.POSITIVE_INFINITY : Math.max(MIN_DIG_TICKS, choice.ticks)
    },
    scaffold: body.scaffold,
    avoids: (x, y, z) => body.avoided.has(x, y, z),
  }
}
