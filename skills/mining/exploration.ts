import type { Vec3 } from 'vec3'
import { SearchedChunks } from './searched-chunks.ts'

/** Trapdoors that failed within this distance say what to expect here (blocks). */
const TRAPDOOR_RANGE = 64

/** Number of viewpoints to remember. */
const MAX_VIEWPOINTS = 40

/** A position on dry land from which the agent has looked around. */
export interface DryViewpoint {
  readonly place: Vec3
  /** Whether the agent has swum since the viewpoint before it. */
  readonly isBeyondWater: boolean
}

/** A direction on the map. */
interface Direction {
  readonly x: number
  readonly z: number
}

/** Where the agent has searched, with what result, and in which direction it is searching. */
export class Exploration {
  /** Chunks searched on the surface. */
  readonly searchedChunks = new SearchedChunks()
  readonly #viewpoints: DryViewpoint[] = []
  #hasSwum = false
  readonly #failedSearches = new Map<string, number>()
  readonly #deadEnds: Vec3[] = []
  #heading: Direction | undefined
  #start: Vec3 | undefined
  #failedTrapdoors: Vec3[] = []
  #hangsTrapdoors = false

  /** Direction of the current tunnel or walk, so that the next piece continues straight. */
  get heading(): Direction | undefined {
    return this.#heading
  }

  /** The agent's first position in this dimension. */
  get start(): Vec3 | undefined {
    return this.#start
  }

  /** Where the agent has looked around on dry land, the latest last. */
  get viewpoints(): readonly DryViewpoint[] {
    return this.#viewpoints
  }

  /** Whether the agent has swum since the latest of them. */
  get hasSwum(): boolean {
    return this.#hasSwum
  }

  swam(): void {
    this.#hasSwum = true
  }

  /** Where tunnels ended without a way around. */
  get deadEnds(): readonly Vec3[] {
    return this.#deadEnds
  }

  /** Number of failed searches by item. */
  get failedSearches(): ReadonlyMap<string, number> {
    return this.#failedSearches
  }

  /** Number of trapdoors around a place that did not force the crawling pose, since one did. */
  failedTrapdoorsNear(place: Vec3): number {
    return this.#failedTrapdoors.filter((failed) => failed.distanceTo(place) <= TRAPDOOR_RANGE)
      .length
  }

  /** Whether trapdoors go against walls, because the server orients those on the ground unlike vanilla. */
  get hangsTrapdoors(): boolean {
    return this.#hangsTrapdoors
  }

  hangTrapdoors(): void {
    this.#hangsTrapdoors = true
  }

  addFailedTrapdoor(place: Vec3): void {
    this.#failedTrapdoors.push(place)
  }

  crawled(): void {
    this.#failedTrapdoors = []
  }

  startAt(place: Vec3): void {
    this.#start ??= place
  }

  lookedFrom(place: Vec3): void {
    this.#viewpoints.push({ place, isBeyondWater: this.#hasSwum })
    this.#hasSwum = false
    if (this.#viewpoints.length > MAX_VIEWPOINTS) this.#viewpoints.shift()
  }

  headFor(direction: Direction): void {
    this.#heading = direction
  }

  addDeadEnd(place: Vec3): void {
    this.#deadEnds.push(place)
  }

  countFailedSearch(item: string): void {
    this.#failedSearches.set(item, (this.#failedSearches.get(item) ?? 0) + 1)
  }

  /** Forgets everything that holds only in one dimension. */
  forgetPlaces(): void {
    this.searchedChunks.clear()
    this.#deadEnds.length = 0
    this.#viewpoints.length = 0
    this.#hasSwum = false
    this.#start = undefined
  }
}
