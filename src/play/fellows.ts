import type { Vec3 } from 'vec3'
import type { Workplace } from '#life/resident'
import { knownPlayers } from '#skills/pursuit/approach-player'

/** Limit on the companions that are remembered. */
const MAX_FELLOWS = 32
/** Blocks within this distance of another companion are its own, where it is nearer (blocks), and for how long (ticks). */
const RANGE = 5
const YIELD_TICKS = 120
/** Blocks that companions come for. */
const SOURCES = /_log$|_ore$|^ancient_debris$/
const MAX_SOURCES = 128

/** What a companion says when it joins. */
export function greeting(name: string): string {
  return `Hello, I am ${name}. Say "help" for what I can do.`
}

/**
 * Other companions in the world, by their greetings. What they say is no order, and the agent leaves them the trees and ores
 * at which it sees them.
 */
export class Fellows {
  readonly #own: string
  readonly #names = new Set<string>()

  /** @param own the agent's own name. */
  constructor(own: string) {
    this.#own = own
  }

  has(player: string): boolean {
    return this.#names.has(player)
  }

  /** Listens to a line. @returns whether a companion has introduced itself that the agent did not know. */
  hear(speaker: string, text: string): boolean {
    if (speaker === this.#own || text !== greeting(speaker)) return false
    if (this.#names.has(speaker) || this.#names.size >= MAX_FELLOWS) return false
    this.#names.add(speaker)
    return true
  }

  /** Leaves known trees and ores to companions in sight that are nearer to them. */
  yieldSources({ world: { body, memory, registry } }: Workplace): void {
    const seen = knownPlayers({ memory }, body.position).filter(
      ({ username, visible }) => visible && username !== undefined && this.has(username),
    )
    if (seen.length === 0) return
    const kinds = [...registry.blockKinds].filter((kind) => SOURCES.test(kind))
    for (const { username = '', position } of seen) {
      const query = { maxDistance: RANGE, limit: MAX_SOURCES }
      for (const block of memory.blocks(kinds, position, query))
        if (isNearer(block.position, position, body.position, username < this.#own))
          body.avoided.add(block.position, YIELD_TICKS)
    }
  }
}

/** Whether a block is nearer to one place than to another. */
function isNearer(block: Vec3, one: Vec3, other: Vec3, isFirst: boolean): boolean {
  const gap = block.distanceTo(other) - block.distanceTo(one)
  return isFirst ? gap >= 0 : gap > 0
}
