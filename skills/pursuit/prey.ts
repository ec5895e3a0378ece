import type { Vec3 } from 'vec3'
import type { KnownEntity } from '#perception/world-memory'
import { isFairGame } from '../core/fair-game.ts'
import type { SkillWorld } from '../core/skill.ts'

/** An escaped animal is prey again once the agent sees it this far from where it escaped (blocks). */
const ELSEWHERE = 4
/** The agent does not return for animals farther away than this (blocks). */
const RANGE = 160

/** Chooses the next animal of a hunt. It skips young animals, those of players, and escaped ones until the agent sees them elsewhere. */
export class Prey {
  readonly #world: Pick<SkillWorld, 'body' | 'memory'>
  readonly #kinds: ReadonlySet<string>
  readonly #first: number | null
  readonly #done = new Set<number>()
  readonly #escaped = new Map<number, Vec3>()

  /** @param first entity id of the animal to begin with; null for the nearest. */
  constructor(
    world: Pick<SkillWorld, 'body' | 'memory'>,
    kinds: ReadonlySet<string>,
    first: number | null,
  ) {
    this.#world = world
    this.#kinds = kinds
    this.#first = first
  }

  /** The first animal, or else the nearest; undefined when the agent knows of none. */
  next(): KnownEntity | undefined {
    const known = this.all()
    return known.find(({ id }) => id === this.#first) ?? known[0]
  }

  /** All known prey, nearest first. */
  all(): KnownEntity[] {
    const { body, memory } = this.#world
    return memory
      .entities(this.#kinds, body.position, RANGE)
      .filter((animal) => this.#isPrey(animal))
  }

  /** Skips an animal from now on. */
  done({ id }: KnownEntity): void {
    this.#done.add(id)
  }

  /** Skips an animal for as long as it stays where the agent last saw it. */
  escaped({ id, position }: KnownEntity): void {
    this.#escaped.set(id, this.#world.memory.entity(id)?.position ?? position)
  }

  #isPrey(animal: KnownEntity): boolean {
    const left = this.#escaped.get(animal.id)
    const isElsewhere = !left || animal.position.distanceTo(left) > ELSEWHERE
    return isFairGame(animal) && !this.#done.has(animal.id) && isElsewhere
  }
}
