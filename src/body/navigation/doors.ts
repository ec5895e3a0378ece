import type { Position } from './position.ts'
import type { TraitsAt } from './standing.ts'

/**
 * The doors and gates that a step leads into or out of, which may have to be opened for it.
 * @returns undefined where it cannot be taken: along a panel that opens to another side, or past one
 *   that no hand moves.
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
