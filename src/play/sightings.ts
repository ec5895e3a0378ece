import { Vec3 } from 'vec3'
import type { Workplace } from '#life/resident'
import type { RememberedBlock } from '#perception/perception'
import type { KnownBlock } from '#perception/world-memory'
import { knownPlayers } from '#skills/pursuit/approach-player'
import type { Memory, MemoryKind, Remembered, Spot } from './memory.ts'

/** Kinds of blocks that are worth a walk another day. */
const WORTHWHILE =
  /_ore$|^(ancient_debris|spawner|chest|trapped_chest|barrel|crafting_table|furnace|blast_furnace|smoker|anvil|enchanting_table|nether_portal)$|_bed$/

/** Blocks of one kind are compared, and kept, up to these numbers, the nearest first. */
const MAX_COMPARED = 512
const MAX_KEPT = 64
/** Of the blocks of a vein, one in each cube of this edge is kept (blocks). */
const CELL = 3

/** The rows of one kind that concern the present world, by key, as JSON. */
type Rows = Map<string, string>

/**
 * What the companion has seen, between its present life and its memory: ores, stations and chests of the world in which it
 * is, and where it saw players.
 */
export class Sightings {
  readonly #memory: Memory
  /** The world whose chests the agent knows again. */
  #world: string | undefined

  constructor(memory: Memory) {
    this.#memory = memory
  }

  /** The remembered blocks of a world, by the server's name of it. */
  blocksOf(world: string): RememberedBlock[] {
    return this.#memory
      .all('sightings')
      .filter((one) => one.world === world)
      .map(({ block, x, y, z }) => ({ kind: block, x, y, z }))
  }

  /** Brings the agent and the memory up to date with each other. */
  exchange({ world }: Workplace): void {
    const { body, agentState, registry, memory } = world
    const { world: name } = body.game
    if (this.#world !== name) {
      this.#world = name
      for (const { x, y, z, contents, world } of this.#memory.all('chests'))
        if (world === name && !agentState.chests.at(new Vec3(x, y, z)))
          agentState.chests.remember(new Vec3(x, y, z), contents)
    }
    const rowAt = ({ x, y, z }: Vec3) => ({ x, y, z, world: name })
    const found = [...registry.blockKinds]
      .filter((kind) => WORTHWHILE.test(kind))
      .flatMap((kind) =>
        oneOfEachCell(memory.blocks([kind], body.position, { limit: MAX_COMPARED })),
      )
    this.#store(
      'sightings',
      name,
      found.map(({ position, kind }) => [
        `${name} ${position}`,
        { ...rowAt(position), block: kind },
      ]),
    )
    this.#store(
      'chests',
      name,
      agentState.chests.all.map(({ place, contents }) => [
        `${name} ${place}`,
        { ...rowAt(place), contents: { ...contents } },
      ]),
    )
    this.notePeople({ world })
  }

  /** Remembers where players in sight are. */
  notePeople({ world: { body, memory } }: Pick<Workplace, 'world'>): void {
    const { dimension } = body.game
    for (const { username, position, visible } of knownPlayers({ memory }, body.position)) {
      if (username === undefined || !visible) continue
      const { x, y, z } = position.floored()
      const person = { name: username, x, y, z, dimension }
      this.#memory.remember('people', username.toLowerCase(), person)
    }
  }

  /** Where a player was in sight last. */
  personNamed(player: string): Spot | undefined {
    const name = player.toLowerCase()
    return this.#memory.all('people').find((one) => one.name.toLowerCase() === name)
  }

  /** Writes what is new of the present world, and forgets what is gone. */
  #store<Kind extends 'sightings' | 'chests'>(
    kind: Kind & MemoryKind,
    world: string,
    entries: readonly (readonly [key: string, value: Remembered<Kind>])[],
  ): void {
    const before: Rows = new Map(
      this.#memory
        .all(kind)
        .filter((one) => one.world === world)
        .map((one) => [`${world} ${new Vec3(one.x, one.y, one.z)}`, JSON.stringify(one)]),
    )
    const after = new Set(entries.map(([key]) => key))
    const gone = [...before.keys()].filter((key) => !after.has(key))
    const changed = entries.filter(([key, value]) => before.get(key) !== JSON.stringify(value))
    if (gone.length > 0 || changed.length > 0) this.#memory.change(kind, changed, gone)
  }
}

function oneOfEachCell(blocks: readonly KnownBlock[]): KnownBlock[] {
  const cells = new Map<string, KnownBlock>()
  for (const block of blocks) {
    const { x, y, z } = block.position
    const cell = [x, y, z].map((one) => Math.floor(one / CELL)).join()
    if (!cells.has(cell)) cells.set(cell, block)
    if (cells.size >= MAX_KEPT) break
  }
  return [...cells.values()]
}
