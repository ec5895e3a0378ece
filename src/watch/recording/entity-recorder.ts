import type { ClientEntity } from '#body/client-world'
import type { Spectator } from '#body/spectator'
import type { Say } from './recording-writer.ts'
import { hundredths, roundedPlace } from './rounding.ts'

/** How often entities are looked at (ticks). */
const LOOK_TICKS = 2
/** Farther away than this, on the map, they are not shown (blocks). */
const RANGE = 64

interface Shown {
  label: string | undefined
  /** Place and direction that were told last, as one text. */
  stance: string
}

/** Records animals, monsters, players and things that lie about, but not the agent itself. */
export class EntityRecorder {
  readonly #spectator: Spectator
  readonly #say: Say
  readonly #shown = new Map<number, Shown>()

  constructor(spectator: Spectator, say: Say) {
    this.#spectator = spectator
    this.#say = say
  }

  update(ticks: number): void {
    if (ticks % LOOK_TICKS !== 0) return
    const { entities, self } = this.#spectator.world
    if (!self) return
    for (const id of this.#shown.keys()) {
      const entity = entities[id]
      if (entity && isNear(entity, self)) continue
      this.#shown.delete(id)
      this.#say({ name: 'entity-gone', id })
    }
    for (const entity of Object.values(entities))
      if (entity !== self && isNear(entity, self)) this.#tell(entity)
  }

  #tell(entity: ClientEntity): void {
    const { id } = entity
    const place = { pos: roundedPlace(entity.position), yaw: hundredths(entity.yaw) }
    const { pos, yaw } = place
    const stance = `${pos.x} ${pos.y} ${pos.z} ${yaw}`
    const before = this.#shown.get(id)
    // What a thing is comes after it has been thrown, in a packet of its own.
    const label = before?.label ?? this.#spectator.labelOf(entity)
    if (before?.stance === stance && before.label === label) return
    this.#shown.set(id, { label, stance })
    if (before && before.label === label) {
      this.#say({ name: 'entity', id, ...place })
      return
    }
    const { name: kind = 'unknown', width, height } = entity
    const size = width > 0 && height > 0 ? { width, height } : {}
    this.#say({ name: 'entity', id, kind, ...(label && { label }), ...size, ...place })
  }
}

function isNear({ position }: ClientEntity, self: ClientEntity): boolean {
  return (
    Math.abs(position.x - self.position.x) <= RANGE &&
    Math.abs(position.z - self.position.z) <= RANGE
  )
}
