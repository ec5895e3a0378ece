import { unknownItem } from '#goal/parse-inventory'
import { resolveItem } from '#knowledge/names'
import type { Registry } from '#knowledge/registry'
import {
  approachJob,
  followJob,
  giveJob,
  goalJob,
  goJob,
  type JobContext,
  obtainJob,
} from '#life/jobs'
import type { Job } from '#life/resident'
import type { SkillWorld } from '#skills/core/skill'
import { knownPlayer } from '#skills/pursuit/approach-player'
import { plainText } from '#wire/plain-text'
import type { JobRequest, Trouble } from './protocol.ts'

/** Limits of jobs (game ticks): an hour for a whole task, half an hour for one goal. */
const OBTAIN_TICKS = 72_000
const GOAL_TICKS = 36_000
/** Distance from a place and from a player at which the agent has arrived (blocks). */
const PLACE_RANGE = 2
const PLAYER_RANGE = 3

/** A job, and the item that the client wants to have at its end: null for none. */
export type RequestedJob = Job & { readonly wanted: string | null }

/** A place that a client has named. */
export interface Place {
  readonly x: number
  readonly y: number
  readonly z: number
  readonly dimension: string
}

/** What requests are read with. */
interface RequestContext {
  readonly jobs: JobContext
  /** Undefined between two connections. */
  readonly world: SkillWorld | undefined
  readonly places: ReadonlyMap<string, Place>
}

/** The job of a client's request, or what is wrong with the request. */
export function jobOf(request: JobRequest, context: RequestContext): RequestedJob | Trouble {
  const { jobs } = context
  const { registry } = jobs.language
  switch (request.type) {
    case 'obtain': {
      const item = itemNamed(registry, request.item)
      if (typeof item !== 'string') return item
      const { count } = request
      return { ...obtainJob(jobs, { item, count, maxTicks: OBTAIN_TICKS }), wanted: item }
    }
    case 'do':
      return doing(jobs, request)
    case 'go':
      return walk(request.place, context)
    case 'follow': {
      const { player, seconds } = request
      return { ...followJob(jobs, { player, ticks: seconds * 20 }), wanted: null }
    }
    case 'give': {
      const item = itemNamed(registry, request.item)
      if (typeof item !== 'string') return item
      const { player, count } = request
      return { ...giveJob(jobs, { player, item, count }), wanted: item }
    }
  }
}

/** The item or tag that a client names, or what is wrong with the name. */
export function itemNamed(registry: Registry, name: string): string | Trouble {
  return resolveItem(registry, name) ?? badRequest(unknownItem(registry, plainText(name, 60)))
}

/** A single goal of one skill. */
function doing(
  jobs: JobContext,
  { skill, item: name, count, inBuilds }: Extract<JobRequest, { type: 'do' }>,
): RequestedJob | Trouble {
  const { language } = jobs
  if (!language.hasSkill(skill)) return badRequest(`there is no skill ${skill}`)
  const spec = language.skill(skill)
  if (spec.object === null && name === null)
    return badRequest(`the skill ${skill} needs an item; give one, like log or iron_pickaxe`)
  const item = spec.object ?? itemNamed(language.registry, name ?? '')
  if (typeof item !== 'string') return item
  if (!spec.brings(language.registry, item))
    return badRequest(`the skill ${skill} cannot bring ${item}`)
  const goal = { skill, target: { [item]: count }, using: {}, tool: null }
  return {
    ...goalJob(jobs, { goal, maxTicks: GOAL_TICKS, inBuilds }),
    wanted: spec.object === null ? item : null,
  }
}

/** A walk to coordinates, to a remembered place, or to a player. */
function walk(place: string, { jobs, world, places }: RequestContext): RequestedJob | Trouble {
  const numbers = /^\s*(-?\d{1,8})[\s,]+(?:(-?\d{1,4})[\s,]+)?(-?\d{1,8})\s*$/.exec(place)
  if (numbers) {
    const [, x, y, z] = numbers
    const at = { x: Number(x), y: y === undefined ? null : Number(y), z: Number(z) }
    return { ...goJob(jobs, { ...at, range: PLACE_RANGE }), wanted: null }
  }
  const known = places.get(place)
  if (known && world && known.dimension !== world.body.game.dimension)
    return { kind: 'unreachable', detail: `${place} is in ${known.dimension}` }
  if (known) return { ...goJob(jobs, { ...known, range: PLACE_RANGE }), wanted: null }
  if (!/^\w{1,16}$/.test(place) || (world && !knownPlayer(world, place)))
    return badRequest(
      `no remembered place and no player in sight has the name ${plainText(place, 40)}`,
    )
  return { ...approachJob(jobs, { player: place, range: PLAYER_RANGE }), wanted: null }
}

function badRequest(detail: string): Trouble {
  return { kind: 'bad-request', detail }
}
