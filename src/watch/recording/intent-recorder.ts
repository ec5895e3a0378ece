import type { Body } from '#body/body'
import type { MarkMessage, RecordingPosition } from '../recording-format.ts'
import type { Emit } from './recording-writer.ts'

const NOTHING: MarkMessage = { name: 'mark', block: null, entity: null }

interface Dig {
  readonly place: RecordingPosition
  readonly ticks: number
}

/** Records the agent's path, and its target block or entity. */
export class IntentRecorder {
  readonly #body: Body
  readonly #emit: Emit
  #path: Body['intent']['path'] = []
  #mark = JSON.stringify(NOTHING)
  /** The dig that was recorded last. Each dig has its own position object. */
  #dig: Dig | null = null

  constructor(body: Body, emit: Emit) {
    this.#body = body
    this.#emit = emit
  }

  update(): void {
    const { path } = this.#body.intent
    if (path !== this.#path)
      this.#emit({ name: 'path', cells: path.map(({ x, y, z }) => [x, y, z]) })
    this.#path = path
    const before = this.#dig
    this.#dig = this.#currentDig(before)
    const mark = this.#target()
    const text = JSON.stringify(mark)
    const isNewDig = this.#dig !== null && this.#dig !== before
    if (text !== this.#mark || isNewDig) this.#emit(mark)
    this.#mark = text
  }

  /** The current dig, with its duration at the start. */
  #currentDig(before: Dig | null): Dig | null {
    const { digTarget: place, digTicks: ticks } = this.#body.spectator.world
    if (!place || ticks === null) return null
    return before?.place === place ? before : { place, ticks }
  }

  /** The block that is dug or, without one, the target. A target that no longer exists is not marked. */
  #target(): MarkMessage {
    const { spectator, intent } = this.#body
    const { entities } = spectator.world
    if (this.#dig) return { ...markBlock(this.#dig.place), dig: this.#dig.ticks }
    const { entity, block } = intent
    if (entity !== null && entities[entity]) return { ...NOTHING, entity }
    return block && spectator.isSolid(block) ? markBlock(block) : NOTHING
  }
}

function markBlock({ x, y, z }: RecordingPosition): MarkMessage {
  return { ...NOTHING, block: { x, y, z } }
}
