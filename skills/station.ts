import type { Vec3 } from 'vec3'
import { Vec3 as V } from 'vec3'
import type { Body } from '../src/body/body.ts'
import { digBlock, digThrough, inReach, wouldFlood } from '../src/body/dig.ts'
import { placeBlock, supportFor } from '../src/body/place.ts'
import { travelToReach } from '../src/body/travel.ts'
import { collect } from './collect.ts'
import { failed, succeeded, type SkillResult } from './failure.ts'
import { perform, type SkillContext } from './skill.ts'

/** A block to work at. */
export type StationKind = 'crafting_table' | 'furnace'

/** A known station nearer than this is walked to rather than a new one put down (blocks). */
const WALK_TO = 16
/** A burning furnace is a block of its own before 1.13. */
const BLOCKS: Record<StationKind, readonly string[]> = {
  crafting_table: ['crafting_table'],
  furnace: ['furnace', 'lit_furnace'],
}

const MISSING = { crafting_table: 'no-table', furnace: 'no-furnace' } as const

/** Whether a station is carried or known near enough to be used. */
export function hasStation(context: SkillContext, kind: StationKind): boolean {
  const { body, memory } = context
  return (
    (body.carried[kind] ?? 0) > 0 ||
    memory.blocks(BLOCKS[kind], body.position, { maxDistance: WALK_TO, limit: 1 }).length > 0
  )
}

/**
 * Works at a crafting table or furnace: at a known one near by, or at the carried one, which is put
 * down for it. Afterwards what the agent has put down itself is taken back, also when the work fails.
 * @param keep leaves it standing, for more work that is to come here.
 */
export async function withStation(
  context: SkillContext,
  kind: StationKind,
  keep: boolean,
  work: (station: Vec3) => Promise<SkillResult>,
): Promise<SkillResult> {
  const station = (await walkToKnown(context, kind)) ?? (await putDown(context, kind))
  if (!station) {
    return failed(MISSING[kind], hasStation(context, kind) ? `no room to put a ${kind}` : `no ${kind}`)
  }
  let result: SkillResult
  try {
    result = await work(station)
  } catch (error) {
    if (!context.signal.aborted) await takeBack(context, station)
    throw error
  }
  if (!keep) await takeBack(context, station)
  return result
}

async function walkToKnown(context: SkillContext, kind: StationKind): Promise<Vec3 | undefined> {
  const { body, memory, signal } = context
  const known = memory.blocks(BLOCKS[kind], body.position, {
    maxDistance: WALK_TO,
    limit: 3,
    accept: ({ position: { x, y, z } }) => !body.avoided.has(x, y, z),
  })
  for (const { position } of known) {
    const arrival = await travelToReach(body, position, signal)
    const block = body.bot.blockAt(position)
    if (arrival === 'arrived' && block && BLOCKS[kind].includes(body.kinds.blockName(block.stateId ?? 0))) return position
    body.avoided.add(position)
  }
  return undefined
}

async function putDown(context: SkillContext, kind: StationKind): Promise<Vec3 | undefined> {
  const { body, signal, journal } = context
  if (!body.carried[kind]) return undefined
  for (const cell of [...freeCells(body), ...diggableCells(body)]) {
    if (!body.traitsAt(cell).open && !(await digBlock(body, cell, signal))) continue
    if (await placeBlock(body, [kind], cell, signal)) {
      journal.stations.set(String(cell), cell)
      return cell
    }
  }
  return undefined
}

const AROUND: readonly Vec3[] = [1, -1].flatMap((side) => [
  new V(side, 0, 0),
  new V(0, 0, side),
  new V(side, 1, 0),
  new V(0, 1, side),
  new V(side, 0, side),
  new V(side, 0, -side),
  new V(2 * side, 0, 0),
  new V(0, 0, 2 * side),
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

/** Digs up a station that the agent has put down itself and pockets it. */
async function takeBack(context: SkillContext, station: Vec3): Promise<SkillResult> {
  const { body, signal, journal } = context
  if (!journal.stations.has(String(station))) return succeeded
  const kind = body.kinds.blockName(body.bot.blockAt(station)?.stateId ?? 0)
  if (!inReach(body, station)) await travelToReach(body, station, signal)
  if (await digThrough(body, station, signal)) {
    journal.stations.delete(String(station))
    await perform(context, collect, { kinds: new Set([kind.replace('lit_', '')]), range: 5 })
  }
  return succeeded
}
