import type { Vec3 } from 'vec3'
import { digThrough, inReach } from '#body/dig'
import { ticksBetween } from '#body/navigation/estimate'
import { GoalNear } from '#body/navigation/goal'
import { travel, travelToReach, travelToUse } from '#body/navigation/travel'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { mostOfOneKind } from '#knowledge/item-tags'
import { perform, type Skill, type SkillContext, type SkillWorld } from '../core/skill.ts'
import type { SkillDefinition, Station } from '../core/skill-definition.ts'
import { collect, stepOnto } from './collect.ts'
import { putNearby } from './place.ts'

/** Portable blocks to work at. */
export const STATIONS = ['crafting_table', 'furnace'] as const
export type StationKind = (typeof STATIONS)[number]

/** Distance up to which the agent walks to a known station instead of placing a new one (blocks). */
const WALK_TO = 16
/** Time to dig up or craft another station (ticks): a longer walk to one is not worth it. */
const WORTH_TICKS = 100
/** Materials of another station. */
const MATERIALS = {
  crafting_table: { of: 'planks', count: 4 },
  furnace: { of: 'stone_material', count: 8 },
} as const
/** Time for a stack to enter or leave the inventory (ticks). */
const PICKUP_TICKS = 10
const MISSING = { crafting_table: 'no-table', furnace: 'no-furnace' } as const

/** A crafting table or a furnace, as skills that use one name it. */
export function stationOf(kind: StationKind): Station {
  return { name: kind, isNear: (world) => knownStations(world, kind).length > 0 }
}

/** Stations of some skills that are near enough to use. */
export function stationsNear(
  world: SkillWorld,
  skills: readonly Pick<SkillDefinition, 'stations'>[],
): ReadonlySet<string> {
  const stations = [...STATIONS.map(stationOf), ...skills.flatMap((skill) => skill.stations)]
  return new Set(stations.filter((station) => station.isNear(world)).map(({ name }) => name))
}

/**
 * Works at a crafting table or furnace: at a known one nearby, or at the carried one, which is placed and stays
 * for more work; see {@link takeBackStations}.
 */
export async function withStation(
  context: SkillContext,
  kind: StationKind,
  work: (station: Vec3) => Promise<Outcome>,
): Promise<Outcome> {
  const station = (await walkToKnown(context, kind)) ?? (await putDown(context, kind))
  if (!station) {
    const carried = (context.body.carried[kind] ?? 0) > 0
    return failed(MISSING[kind], carried ? `no room to place a ${kind}` : `no ${kind}`)
  }
  return work(station)
}

/** Stations nearby. The furnace with the agent's own load comes first. */
function knownStations(context: SkillWorld, kind: StationKind): Vec3[] {
  const { body, memory, agentState } = context
  const isReplaceable = hasAnother(context, kind)
  const load = kind === 'furnace' ? agentState.stations.furnaceLoad?.place : undefined
  const near = memory
    .blocks([kind], body.position, {
      maxDistance: WALK_TO,
      limit: 3,
      accept: ({ position }) =>
        !body.avoided.has(position.x, position.y, position.z) &&
        !(isReplaceable && isFar(context, position)),
    })
    .map(({ position }) => position)
  return load ? [load, ...near.filter((place) => !place.equals(load))] : near
}

/** Whether the inventory holds another station, or the materials for one. */
export function hasAnother({ body, registry }: SkillWorld, kind: StationKind): boolean {
  const { of, count } = MATERIALS[kind]
  return (body.carried[kind] ?? 0) > 0 || mostOfOneKind(registry, body.carried, of) >= count
}

function isFar({ body }: SkillWorld, place: Vec3): boolean {
  return ticksBetween(body.feet, place) > WORTH_TICKS
}

async function walkToKnown(context: SkillContext, kind: StationKind): Promise<Vec3 | undefined> {
  const { body, signal } = context
  for (const place of knownStations(context, kind)) {
    const arrival = await travelToUse(body, place, signal)
    if (arrival === 'arrived' && kindAt(context, place) === kind) return place
    body.avoided.add(place)
  }
  return undefined
}

/** Places a carried station nearby. @returns undefined if there is no room or none is carried. */
export async function putDown(context: SkillContext, kind: StationKind): Promise<Vec3 | undefined> {
  const { body, agentState, signal } = context
  const before = body.carried[kind] ?? 0
  if (before === 0) return undefined
  const place = await putNearby(context, [kind])
  if (!place) return undefined
  agentState.stations.add(place)
  // Until the server confirms that the item has left the hand, the inventory seems to hold another one.
  await body.until(() => (body.carried[kind] ?? 0) < before, PICKUP_TICKS, signal)
  return place
}

/** Digs up a station that the agent placed, and picks it up, if the agent has the tool for it. */
async function takeBack(context: SkillContext, kind: StationKind, place: Vec3): Promise<void> {
  const { body, registry, signal, agentState } = context
  const { harvests } = body.tools.choose(registry.blockState(kind))
  if (!agentState.stations.has(place) || !harvests) return
  // After an interruption or without a way there, the agent returns for it later.
  if (!inReach(body, place) && (await travelToReach(body, place, signal)) !== 'arrived') return
  const isDug = await digThrough(body, place, signal)
  // A station that cannot be dug up is abandoned.
  agentState.stations.remove(place)
  if (!isDug) return
  const before = body.carried[kind] ?? 0
  const pickUp = () => perform(context, collect, { kinds: new Set([kind]), range: 5 })
  const pocketed = () => (body.carried[kind] ?? 0) > before
  await pickUp()
  if (await body.until(pocketed, PICKUP_TICKS, signal)) return
  // An item that rolled out of sight is where the station was, or visible from there.
  const goal = new GoalNear(place.x, place.y, place.z, 0.9)
  await travel(body, goal, signal, { until: pocketed })
  // In a hole one block high, it is within reach only from right before the hole.
  if (!pocketed()) await stepOnto(context, place.offset(0.5, 0, 0.5))
  if (!pocketed()) await pickUp()
  await body.until(pocketed, PICKUP_TICKS, signal)
}

/** Abandons one of the agent's own stations. */
export function abandon({ agentState }: SkillContext, place: Vec3): void {
  agentState.stations.abandon(place)
}

export interface TakeBackArgs {
  /** Stations that are faster to craft again than to dig up: the agent abandons them. */
  readonly replaced?: readonly StationKind[]
}

/** Picks up the stations that the agent has placed nearby, before its work leads it away. */
export const takeBackStations: Skill<TakeBackArgs> = {
  name: 'take-back-stations',
  effect: 'the inventory holds the stations from nearby',
  budget: () => 600,
  precondition: (context) =>
    STATIONS.some((kind) => ownStations(context, kind).length > 0)
      ? null
      : { kind: 'not-found', detail: 'no station of its own nearby' },
  async run(context, { replaced = [] }): Promise<Outcome> {
    const load = context.agentState.stations.furnaceLoad?.place
    for (const kind of STATIONS) {
      for (const place of ownStations(context, kind)) {
        if (replaced.includes(kind) && !load?.equals(place)) abandon(context, place)
        else await takeBack(context, kind, place)
      }
    }
    return succeeded
  },
}

/** The agent's own stations within a walk that is worth it. */
export function ownStations(context: SkillWorld, kind: StationKind): Vec3[] {
  const { feet } = context.body
  return context.agentState.stations.places.filter(
    (place) =>
      place.distanceTo(feet) <= WALK_TO &&
      !isFar(context, place) &&
      kindAt(context, place) === kind,
  )
}

/** The kind of a block as far as the agent knows, after a look at it where it is in sight. */
export function kindAt(
  { body, memory }: Pick<SkillContext, 'body' | 'memory'>,
  place: Vec3,
): string | undefined {
  body.vision.examine(place.x, place.y, place.z)
  return memory.kindAt(place)
}
