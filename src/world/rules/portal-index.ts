import { Vec3 } from 'vec3'
import type { Level } from '../level.ts'
import { PORTAL } from './portal.ts'

/** The portal blocks of a dimension. Terrain has none, so that each is one that a rule set. */
export class PortalIndex {
  readonly #level: Level
  readonly #blocks = new Map<string, Vec3>()

  constructor(level: Level) {
    this.#level = level
    const { registry } = level
    level.on('change', ({ x, y, z, before, after }) => {
      if (registry.blockName(after) === PORTAL)
        this.#blocks.set(`${x},${y},${z}`, new Vec3(x, y, z))
      else if (this.#blocks.size > 0 && registry.blockName(before) === PORTAL)
        this.#blocks.delete(`${x},${y},${z}`)
    })
  }

  get isEmpty(): boolean {
    return this.#blocks.size === 0
  }

  /**
   * The lowest block of the portal nearest to a place.
   * @param range greatest distance along x and z (blocks).
   */
  nearest(place: Vec3, range: number): Vec3 | undefined {
    let found: Vec3 | undefined
    let least = Number.POSITIVE_INFINITY
    for (const block of this.#blocks.values()) {
      const away = Math.max(Math.abs(block.x - place.x), Math.abs(block.z - place.z))
      const distance = block.distanceSquared(place)
      if (away > range || distance > least) continue
      if (distance === least && found && block.y >= found.y) continue
      found = block
      least = distance
    }
    return found && this.foot(found)
  }

  /** The lowest portal block below one. */
  foot(block: Vec3): Vec3 {
    const foot = block.clone()
    while (this.#blocks.has(`${foot.x},${foot.y - 1},${foot.z}`)) foot.y--
    return foot
  }

  /** Axis of the portal at a block; that along x without a block. */
  axis(block: Vec3 | undefined): 'x' | 'z' {
    if (!block) return 'x'
    const { x, y, z } = block
    const { registry } = this.#level
    return registry.blockProperties(this.#level.state(x, y, z)).axis === 'z' ? 'z' : 'x'
  }

  /** The middle of the floor of the portal that has a block (feet of a player). */
  middle(block: Vec3): Vec3 {
    const foot = this.foot(block)
    const step = this.axis(foot) === 'x' ? new Vec3(1, 0, 0) : new Vec3(0, 0, 1)
    const has = (at: Vec3) => this.#blocks.has(`${at.x},${at.y},${at.z}`)
    let first = foot
    while (has(first.minus(step))) first = first.minus(step)
    let last = foot
    while (has(last.plus(step))) last = last.plus(step)
    return first.plus(last).scaled(0.5).offset(0.5, 0, 0.5)
  }
}
