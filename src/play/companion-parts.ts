import type { GameClock } from '#clock/game-clock'
import type { EventBody } from '#events/events'
import type { AgentSettings } from '#life/port'
import type { Resident } from '#life/resident'
import type { Memory } from './memory.ts'
import type { OrderQueue } from './order-queue.ts'
import type { SchematicShelf } from './schematics/shelf.ts'
import type { Sightings } from './sightings.ts'

/** What the parts of a companion share. */
export interface CompanionParts {
  /** Name of the companion. */
  readonly name: string
  readonly clock: GameClock
  readonly settings: AgentSettings
  readonly resident: Resident
  readonly queue: OrderQueue
  readonly memory: Memory
  readonly sightings: Sightings
  readonly schematics: SchematicShelf
  record(event: EventBody): void
  say(text: string): void
}
