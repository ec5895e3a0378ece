import type { ClientEntity } from '#body/client-world'
import type { Spectator } from '#body/spectator'
import type { Emit } from './recording-writer.ts'
import { hundredths, roundedPosition } from './rounding.ts'

/** Interval between two updates (ticks). */
const INTERVAL = 2
/** Greatest horizontal dipose of recorded entities, along each axis (blocks). */
const RANGE = 64

interface Shown {
  label: string | undefined
  /** The last recorded position and yaw, as text. */
  pose: string
}

/** Records mobs, other players and item entities, but not the agent. */
export class EntityRecorder {
  readonly #spectator: Spectator
  readonly #emit: Emit
  readonly #shown = new Map<number, Shown>()

  constructor(spectator: Spectator, emit: Emit) {
    this.#spectator = spectator
    this.#emit = emit
  }

  update(ticks: number): void {
    if (ticks % INTERVAL !== 0) return
    const { entities, self } = this.#spectator.world
    if (!self) return
    for (const id of this.#shown.keys()) {
      const entity = entities[id]
      if (entity && isNear(entity, self)) continue
      this.#shown.delete(id)
      this.#emit({ name: 'entity-gone', id })
    }
    for (const entity of Object.values(entities))
      if (entity !== self && isNear(entity, self)) this.#record(entity)
  }

  #record(entity: ClientEntity): void {
    const { id } = entity
    const place = { pos: roundedPosition(entity.position), yaw: hundredths(entity.yaw) }
    const { pos, yaw } = place
    const pose = `${pos.x} ${pos.y} ${pos.z} ${yaw}`
    const before = this.#shown.get(id)
    // The server names an item entity's item in a later packet than its spawn.
    const label = before?.label ?? this.#spectator.labelOf(entity)
    if (before?.pose === pose && before.label === label) return
    this.#shown.set(id, { label, pose })
    if (before && before.label === label) {
      this.#emit({ name: 'entity', id, ...place })
      return
    }
    const { name: kind = 'unknown', width, height } = entity
    const size = width > 0 && height > 0 ? { width, height } : {}
    this.#emit({ name: 'entity', id, kind, ...(label && { label }), ...size, ...place })
  }
}

function isNear({ position }: ClientEntity, self: ClientEntity): boolean {
  return (
    Math.abs(position.x - self.position.x) <= RANGE &&
    Math.abs(position.z - self.position.z) <= RANGE
  )
}
