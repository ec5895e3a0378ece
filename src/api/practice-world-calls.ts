import { Vec3 } from 'vec3'
import type { Difficulty } from '#knowledge/difficulty'
import type { Player } from '#world/player'
import type { PracticeWorld } from '#world/practice-world'

/** A position, in blocks. */
export interface Position {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** The items that a player carries, by name. */
export type Inventory = Readonly<Record<string, number>>

/** What the server knows at one tick. */
export interface Snapshot {
  /** Ticks since the world started. */
  readonly tick: number
  /** Ticks since sunrise. */
  readonly timeOfDay: number
  readonly difficulty: Difficulty
  readonly players: readonly {
    readonly name: string
    readonly position: Position
    readonly health: number
    readonly food: number
    readonly inventory: Inventory
  }[]
  readonly mobs: readonly {
    readonly kind: string
    readonly position: Position
    readonly health: number
  }[]
  /** Item entities. */
  readonly items: readonly {
    readonly name: string
    readonly count: number
    readonly position: Position
  }[]
}

/** Limit on the blocks of one fill. */
const MAX_FILLED = 1_000_000
const MAX_GIVEN = 6400

/** What the thread of a world does on request. Wrong arguments throw errors with a message for the caller. */
export function callsOf(world: PracticeWorld) {
  const { editor, level, registry, players, time, population, items, difficulty } = world.game
  const named = (name: string): Player => {
    const player = [...players].find((candidate) => candidate.name === name)
    if (!player) throw new Error(`no player ${name} is in the world`)
    return player
  }
  const vector = ({ x, y, z }: Position) => {
    if (![x, y, z].every(Number.isFinite)) throw new RangeError('a position needs numbers x, y, z')
    return new Vec3(x, y, z)
  }
  const point = ({ x, y, z }: Position): Position => ({ x, y, z })
  return {
    setBlock(place: Position, block: string, properties: Record<string, string> = {}) {
      return editor.setBlock(vector(place), registry.blockState(block, properties))
    },
    fill(from: Position, to: Position, block: string, properties: Record<string, string> = {}) {
      const size = vector(to).floored().minus(vector(from).floored()).abs().offset(1, 1, 1)
      if (size.x * size.y * size.z > MAX_FILLED)
        throw new RangeError(`a fill is limited to ${MAX_FILLED} blocks`)
      return editor.fill(vector(from), vector(to), registry.blockState(block, properties))
    },
    block(place: Position) {
      const { x, y, z } = vector(place).floored()
      return level.name(x, y, z)
    },
    give(player: string, item: string, count = 1) {
      if (!(Number.isInteger(count) && count > 0 && count <= MAX_GIVEN))
        throw new RangeError(`a count is a whole number from 1 to ${MAX_GIVEN}`)
      editor.give(named(player), item, count)
    },
    spawn(kind: string, position: Position) {
      if (!editor.spawn(kind, vector(position)))
        throw new RangeError(`the practice world has no mob ${kind}`)
    },
    time(ofDay: number) {
      if (!(ofDay >= 0 && ofDay < 24_000))
        throw new RangeError('a time of day is a number of ticks from 0 to 23999')
      editor.setTime(Math.floor(ofDay))
    },
    teleport(player: string, position: Position) {
      editor.teleport(named(player), vector(position))
    },
    ticks(count: number): Promise<number> {
      const until = time.tick + Math.max(0, count)
      return new Promise((resolve) => {
        const check = () => (time.tick >= until ? resolve(time.tick) : time.nextTick(check))
        check()
      })
    },
    inventory(player: string): Inventory | null {
      return world.carried(player)?.held ?? null
    },
    snapshot(): Snapshot {
      return {
        tick: time.tick,
        timeOfDay: time.ofDay,
        difficulty: difficulty.level,
        players: [...players].map(({ name, position, vitals }) => ({
          ...{ name, position: point(position), health: vitals.health, food: vitals.food },
          inventory: world.carried(name)?.held ?? {},
        })),
        mobs: [...population].map(({ kind, position, health }) => ({
          ...{ kind: kind.name, position: point(position), health },
        })),
        items: [...items.all].map(({ stack, position }) => ({
          ...{ name: registry.itemName(stack), count: stack.count, position: point(position) },
        })),
      }
    },
  }
}

export type WorldCalls = ReturnType<typeof callsOf>
export type WorldCall = keyof WorldCalls
