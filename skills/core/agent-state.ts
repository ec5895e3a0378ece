import type { Vec3 } from 'vec3'
import { Avoided } from '#body/avoided'
import type { KnownPlaces } from '#body/body'
import { Chasms } from '#body/chasms'
import { Dangers } from '#body/dangers'
import type { GameClock } from '#clock/game-clock'
import type { ItemCounts } from '#goal/goal'
import type { Field } from './field.ts'
import type { PortalSite } from './portal-site.ts'
import { SearchedChunks } from './searched-chunks.ts'

/** What a furnace that the agent had to leave is still working on. */
export interface FurnaceLoad {
  readonly place: Vec3
  /** Kind or tag that comes out, as it was asked for. */
  readonly item: string
  readonly count: number
}

/** A chest that was opened, and what lay in it then. */
export interface KnownChest {
  readonly place: Vec3
  readonly contents: ItemCounts
}

/** A death, and what was carried then. */
export interface Death {
  readonly place: Vec3
  readonly tick: number
  readonly lost: ItemCounts
  /** About how long it takes to get again what is missed of it (ticks). */
  readonly worth: number
  /** Whether no way there was found without a pickaxe. */
  readonly walledOff: boolean
  /** When the agent set out to go back there (ticks), if it did. */
  readonly soughtSince?: number
}

/**
 * What the agent remembers of its own doings from one skill to the next, and from one connection to
 * the next.
 */
export class AgentState implements KnownPlaces {
  readonly avoided: Avoided
  readonly dangers: Dangers
  readonly chasms = new Chasms()
  /** Direction of the tunnel or walk that was under way, so that it goes on straight. */
  heading: { x: number; z: number } | undefined
  /** How often each item was looked for in vain. */
  readonly failedSearches = new Map<string, number>()
  /** Where it first stood in the world. */
  start: Vec3 | undefined
  /** Where tunnels came to an end that nothing led around. */
  readonly deadEnds: Vec3[] = []
  /** Where it has searched the land. */
  searchedChunks = new SearchedChunks()
  /** Every death so far. */
  readonly deaths: Death[] = []
  /** The last one, as long as it has not been back there. */
  unvisited: Death | undefined
  /** Tables and furnaces that it has put down and not taken back. */
  readonly stations = new Map<string, Vec3>()
  /** What it saw in chests, by their places, when it last had them open. */
  readonly chests = new Map<string, KnownChest>()
  /** Where it has begun a portal. */
  portalSite: PortalSite | undefined
  /** Where it grows crops. */
  field: Field | undefined
  /** Kinds that may serve what is pursued, so that they are not thrown away. */
  needed: ReadonlySet<string> = new Set()
  /** Where and when it last took cover. */
  fled: { readonly place: Vec3; readonly tick: number } | undefined
  /** About how long it takes to get things again that serve what is pursued (ticks). */
  ticksToReplace: (lost: ItemCounts) => number = () => 0
  /** The furnace that it was called away from. */
  furnaceLoad: FurnaceLoad | undefined
  /** Tick at which it last tried to light a dark place. */
  litAt = Number.NEGATIVE_INFINITY
  /** Tick at which it was last hit by somebody whom it looked for in vain. */
  hitUnseenAt = Number.NEGATIVE_INFINITY
  /** Kinds of monsters that the goal is to kill; empty for other goals. */
  hunted: ReadonlySet<string> = new Set()
  /** Where a patrol has looked around lately, the last place last. */
  patrolled: readonly Vec3[] = []
  /** Whether a hunt is in a fight of its own accord, so that no reflex need begin one. */
  inFight = false
  #dimension: string | undefined

  constructor(clock: GameClock) {
    this.avoided = new Avoided(clock)
    this.dangers = new Dangers(clock)
  }

  /** Says in which dimension the body is: the places of another one mean nothing there, and are forgotten. */
  enter(dimension: string): void {
    if (this.#dimension !== undefined && this.#dimension !== dimension) this.#forgetPlaces()
    this.#dimension = dimension
  }

  #forgetPlaces(): void {
    this.avoided.clear()
    this.dangers.clear()
    this.chasms.clear()
    this.deadEnds.length = 0
    this.stations.clear()
    this.chests.clear()
    this.searchedChunks = new SearchedChunks()
    this.patrolled = []
    this.start = undefined
    this.unvisited = undefined
    this.portalSite = undefined
    this.field = undefined
    this.fled = undefined
    this.furnaceLoad = undefined
  }

  died({ place, tick, lost }: Pick<Death, 'place' | 'tick' | 'lost'>): void {
    const death = { place, tick, lost, worth: this.ticksToReplace(lost), walledOff: false }
    this.deaths.push(death)
    this.unvisited = death
  }
}
