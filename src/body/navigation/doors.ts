import type { Position } from './position.ts'
import type { TraitsAt } from './standing.ts'

/**
 * The doors and gates at both ends of a step, which the agent may have to open.
 * @returns undefined if the step is impossible: a panel blocks it open or closed, or no hand can move it.
 */
export function doorsOnWay(
  traits: TraitsAt,
  from: Position,
  to: Position,
): readonly Position[] | undefined {
  const alongX = from.x !== to.x
  const alongZ = from.z !== to.z
  const top = Math.max(from.y, to.y) + 1
  const places = [
    { ...from, y: from.y + 1 },
    from,
    ...Array.from({ length: top - to.y + 1 }, (_, i) => ({ x: to.x, y: top - i, z: to.z })),
  ]
  const doors: Position[] = []
  for (const { x, y, z } of places) {
    const { doorway, open } = traits(x, y, z)
    if (!doorway || open) continue
    if (alongX && alongZ) return undefined
    if (doorway.byHand) doors.push({ x, y, z })
    else if (alongX ? doorway.barsX : doorway.barsZ) return undefined
  }
  return doors
}
