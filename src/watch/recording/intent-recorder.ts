import type { Body } from '#body/body'
import type { MarkMessage, RecordingPosition } from '../recording-format.ts'
import type { Say } from './recording-writer.ts'

const NOTHING: MarkMessage = { name: 'mark', block: null, entity: null }

interface Dig {
  readonly place: RecordingPosition
  readonly ticks: number
}

/** Records the way that the agent walks, and the block or entity that it works at. */
export class IntentRecorder {
  readonly #body: Body
  readonly #say: Say
  #path: Body['intent']['path'] = []
  #mark = JSON.stringify(NOTHING)
  /** The dig that was told last: its place is another one for each. */
  #dig: Dig | null = null

  constructor(body: Body, say: Say) {
    this.#body = body
    this.#say = say
  }

  update(): void {
    const { path } = this.#body.intent
    if (path !== this.#path)
      this.#say({ name: 'path', cells: path.map(({ x, y, z }) => [x, y, z]) })
    this.#path = path
    const before = this.#dig
    this.#dig = this.#digs(before)
    const mark = this.#worksAt()
    const text = JSON.stringify(mark)
    const isNewDig = this.#dig !== null && this.#dig !== before
    if (text !== this.#mark || isNewDig) this.#say(mark)
    this.#mark = text
  }

  /** What is dug, and how long it takes as it was begun. */
  #digs(before: Dig | null): Dig | null {
    const { digTarget: place, digTicks: ticks } = this.#body.spectator.world
    if (!place || ticks === null) return null
    return before?.place === place ? before : { place, ticks }
  }

  /** What is being dug before what is to be reached; neither of them once it is gone. */
  #worksAt(): MarkMessage {
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
