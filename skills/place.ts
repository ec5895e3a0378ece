import { Vec3 } from 'vec3'
import type { Body } from '../src/body/body.ts'
import { digBlock, wouldFlood } from '../src/body/dig.ts'
import type { Goal } from '../src/body/navigation/goal.ts'
import type { Position } from '../src/body/navigation/position.ts'
import { travel } from '../src/body/navigation/travel.ts'
import { placeBlock, supportFor } from '../src/body/place.ts'
import { failed, type Outcome, succeeded } from '../src/goal/outcome.ts'
import { countOf, tagMembers } from '../src/knowledge/item-tags.ts'
import type { Skill, SkillContext } from './skill.ts'

export interface PlaceArgs {
  /** Kind or tag of a block that is carried. */
  readonly item: string
  /** The cell to put it into; left out, any free ground near by. */
  readonly at?: Vec3
}

/** Standing places that are tried until the cell can be built on from one. */
const TRIES = 5
/** How near to the eye a cell is easily placed into (blocks). */
const ARM = 3.6
const EYE_ABOVE_FEET = 1.12

/** Puts a block down: at a given cell, or on free ground near by. */
export const place: Skill<PlaceArgs> = {
  name: 'place',
  effect: 'a block of the kind stands at the cell',
  budget: () => 600,
  precondition({ body, registry }, { item }) {
    if (countOf(registry, body.carried, item) > 0) return null
    return { kind: 'missing-material', detail: `no ${item} to put down` }
  },
  async run(context, { item, at }): Promise<Outcome> {
    const names = tagMembers(context.registry, item)
    if (at) return placeAt(context, names, at.floored())
    return (await putNearby(context, names))
      ? succeeded
      : failed('unreachable', `no free ground near by for ${item}`)
  },
}

/**
 * Puts a block of one of the given kinds on free ground within arm's length, and where there is none
 * into a block that is dug out for it.
 * @returns where it stands, undefined when there is no room.
 */
export async function putNearby(
  { body, signal }: SkillContext,
  names: readonly string[],
): Promise<Vec3 | undefined> {
  for (const cell of [...freeCells(body), ...diggableCells(body)]) {
    if (!body.traitsAt(cell).open && !(await digBlock(body, cell, signal))) continue
    if (await placeBlock(body, names, cell, signal)) return cell
  }
  return undefined
}

const AROUND: readonly Vec3[] = [1, -1].flatMap((side) => [
  new Vec3(side, 0, 0),
  new Vec3(0, 0, side),
  new Vec3(side, 1, 0),
  new Vec3(0, 1, side),
  new Vec3(side, 0, side),
  new Vec3(side, 0, -side),
  new Vec3(2 * side, 0, 0),
  new Vec3(0, 0, 2 * side),
])

const NEIGHBOURS: readonly Vec3[] = [1, -1].flatMap((side) => [
  new Vec3(side, 0, 0),
  new Vec3(0, side, 0),
  new Vec3(0, 0, side),
])

function freeCells(body: Body): Vec3[] {
  return AROUND.map((offset) => body.feet.plus(offset)).filter(
    (cell) => body.traitsAt(cell).open && supportFor(body, cell) !== undefined,
  )
}

function diggableCells(body: Body): Vec3[] {
  return AROUND.map((offset) => body.feet.plus(offset)).filter(
    (cell) =>
      Math.abs(cell.x - body.feet.x) + Math.abs(cell.z - body.feet.z) === 1 &&
      body.traitsAt(cell).diggable &&
      !body.traitsAt(cell.offset(0, 1, 0)).falls &&
      !wouldFlood(body, cell),
  )
}

async function placeAt(
  { body, signal }: SkillContext,
  names: readonly string[],
  cell: Vec3,
): Promise<Outcome> {
  const open = (at: Vec3) => body.traitsAt(at).open || body.traitsAt(at).water
  if (NEIGHBOURS.every((side) => open(cell.plus(side))))
    return failed('unreachable', 'nothing is there to put it against')
  const tried = new Set<string>()
  while (tried.size < TRIES) {
    if (!open(cell)) return failed('unreachable', `a ${body.traitsAt(cell).name} is in the way`)
    const arrival = await travel(body, besides(cell, tried), signal)
    if (arrival !== 'arrived') break
    if (await placeBlock(body, names, cell, signal)) return succeeded
    tried.add(String(body.feet))
  }
  return failed('unreachable', 'no place from which it can be put there')
}

/** Goal: near a cell, not in it, and not where it was tried in vain. */
function besides(cell: Vec3, tried: ReadonlySet<string>): Goal {
  const away = ({ x, y, z }: Position) =>
    Math.hypot(x - cell.x, y + EYE_ABOVE_FEET - cell.y, z - cell.z)
  const inTheWay = ({ x, y, z }: Position) =>
    x === cell.x && z === cell.z && (y === cell.y || y === cell.y - 1)
  return {
    dry: true,
    heuristic: (node) => Math.max(0, away(node) - ARM),
    isEnd: (node) =>
      away(node) <= ARM && !inTheWay(node) && !tried.has(String(new Vec3(node.x, node.y, node.z))),
  }
}
