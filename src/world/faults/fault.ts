import type { Vec3 } from 'vec3'
import type { WorldEditor } from '../commands/world-editor.ts'
import type { Column } from '../core/column.ts'
import type { GameClient } from '../core/connection.ts'
import type { ItemEntities } from '../entities/items.ts'
import type { Level } from '../level.ts'
import type { Player } from '../player.ts'
import type { Players } from '../players.ts'
import type { Movement } from '../survival/movement.ts'
import type { WorldDifficulty } from '../world-difficulty.ts'
import type { WorldTime } from '../world-time.ts'

/** What a fault can change in a world. */
export interface FaultWorld {
  /** The overworld's blocks. */
  readonly level: Level
  readonly players: Players
  isInOverworld(player: Player): boolean
  readonly time: WorldTime
  readonly movement: Movement
  readonly editor: WorldEditor
  /** The item entities of the overworld. */
  readonly items: Pick<ItemEntities, 'all'>
  readonly difficulty: WorldDifficulty
  /** Where new players start (feet). */
  readonly spawn: Vec3
  readonly hooks: FaultHooks
  /** A random source of the fault's own, from 0 to 1. */
  random(): number
}

/** Something that real servers do and a clean practice world does not. */
export interface Fault {
  /** What the server does, in one line for people. */
  readonly summary: string
  /** How a player or an agent that copes with it behaves, for the reference. */
  readonly coping: string
  install(world: FaultWorld): void
}

/** Where the parts of a world ask whether a fault changes what they do. Without faults, it changes nothing. */
export class FaultHooks {
  readonly #holds: (() => boolean)[] = []
  readonly #columnGates: (() => boolean)[] = []
  readonly #refusals: ((name: string) => string | undefined)[] = []
  readonly #guests: GameClient[] = []
  /** Players keep their items when they die. */
  keepsInventory = false
  /** The night passes when all players sleep. */
  skipsNights = true
  /** Players rejoin where they left. */
  keepsPlaces = false
  /** Columns to send at once around a joining player, as a distance (chunks); undefined for the usual one. */
  joinDistance: number | undefined
  /** Changes the blocks of a column on their way to a client. */
  disguise: ((column: Column) => Column) | undefined

  /** Lets ticks of the world wait while `holds` returns true; it is asked once in each tick of real time. */
  holdTicks(holds: () => boolean): void {
    this.#holds.push(holds)
  }

  /** Whether the world stands still for this tick of real time. */
  isHeld(): boolean {
    // Every fault is asked, so that each one's time goes on.
    return this.#holds.filter((holds) => holds()).length > 0
  }

  /** Lets columns wait in ticks in which `opens` returns false. */
  gateColumns(opens: () => boolean): void {
    this.#columnGates.push(opens)
  }

  /** Whether columns are sent in this tick. */
  sendsColumns(): boolean {
    return this.#columnGates.every((opens) => opens())
  }

  /** Lets a client inside this process join after this tick. */
  invite(client: GameClient): void {
    this.#guests.push(client)
  }

  /** The clients that join now. */
  takeGuests(): GameClient[] {
    return this.#guests.splice(0)
  }

  /** Refuses players who join, with a reason; undefined lets them in. */
  refuse(reasonFor: (name: string) => string | undefined): void {
    this.#refusals.push(reasonFor)
  }

  /** Why a player cannot join; undefined if it can. */
  refusal(name: string): string | undefined {
    for (const reasonFor of this.#refusals) {
      const reason = reasonFor(name)
      if (reason !== undefined) return reason
    }
    return undefined
  }
}

/** An event that recurs after random times. */
export class Recurring {
  readonly #random: () => number
  readonly #min: number
  readonly #max: number
  #left: number

  /** @param min shortest time between two events (ticks). @param max longest time. */
  constructor(random: () => number, min: number, max: number) {
    this.#random = random
    this.#min = min
    this.#max = max
    this.#left = this.#draw()
  }

  /** One tick; returns whether the event takes place now. */
  step(): boolean {
    if (--this.#left > 0) return false
    this.#left = this.#draw()
    return true
  }

  #draw(): number {
    return Math.round(this.#min + this.#random() * (this.#max - this.#min))
  }
}
