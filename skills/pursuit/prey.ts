import type { Vec3 } from 'vec3'
import type { KnownEntity } from '#perception/world-memory'
import type { SkillWorld } from '../core/skill.ts'

/** How far from where it got away an animal must be seen to be gone after again (blocks). */
const ELSEWHERE = 4
/** An animal that was seen farther away than this is not gone back for (blocks). */
const RANGE = 160

/** Which animal is next: the young are left alone, and one that got away until it is seen elsewhere. */
export class Prey {
  readonly #world: Pick<SkillWorld, 'body' | 'memory'>
  readonly #kinds: ReadonlySet<string>
  readonly #first: number | null
  readonly #done = new Set<number>()
  readonly #escaped = new Map<number, Vec3>()

  /** @param first id of the animal to begin with; null for the nearest. */
  constructor(
    world: Pick<SkillWorld, 'body' | 'memory'>,
    kinds: ReadonlySet<string>,
    first: number | null,
  ) {
    this.#world = world
    this.#kinds = kinds
    this.#first = first
  }

  /** The animal to begin with, or else the nearest; undefined when none is known. */
  next(): KnownEntity | undefined {
    const known = this.all()
    return known.find(({ id }) => id === this.#first) ?? known[0]
  }

  /** All that are known and not left alone, the nearest first. */
  all(): KnownEntity[] {
    const { body, memory } = this.#world
    return memory
      .entities(this.#kinds, body.position, RANGE)
      .filter((animal) => this.#isPrey(animal))
  }

  /** Leaves an animal alone from now on. */
  done({ id }: KnownEntity): void {
    this.#done.add(id)
  }

  /** Leaves an animal alone for as long as it stays where it is known to be. */
  escaped({ id, position }: KnownEntity): void {
    this.#escaped.set(id, this.#world.memory.entity(id)?.position ?? position)
  }

  #isPrey({ id, position, young }: KnownEntity): boolean {
    const left = this.#escaped.get(id)
    return !young && !this.#done.has(id) && (!left || position.distanceTo(left) > ELSEWHERE)
  }
}
