import type { Body } from '../../body/body.ts'
import type { MarkMessage, RecordingPosition } from '../recording-format.ts'
import type { Say } from './recording-writer.ts'

const NOTHING: MarkMessage = { name: 'mark', block: null, entity: null }

/** Records the way that the agent walks, and the block or entity that it works at. */
export class IntentRecorder {
  readonly #body: Body
  readonly #say: Say
  #path: Body['intent']['path'] = []
  #mark = JSON.stringify(NOTHING)

  constructor(body: Body, say: Say) {
    this.#body = body
    this.#say = say
  }

  update(): void {
    const { path } = this.#body.intent
    if (path !== this.#path)
      this.#say({ name: 'path', cells: path.map(({ x, y, z }) => [x, y, z]) })
    this.#path = path
    const mark = this.#worksAt()
    const text = JSON.stringify(mark)
    if (text !== this.#mark) this.#say(mark)
    this.#mark = text
  }

  /** What is being dug before what is to be reached; neither of them once it is gone. */
  #worksAt(): MarkMessage {
    const { spectator, intent } = this.#body
    const { digTarget, entities } = spectator.world
    if (digTarget) return markBlock(digTarget)
    const { entity, block } = intent
    if (entity !== null && entities[entity]) return { ...NOTHING, entity }
    return block && spectator.isSolid(block) ? markBlock(block) : NOTHING
  }
}

function markBlock({ x, y, z }: RecordingPosition): MarkMessage {
  return { ...NOTHING, block: { x, y, z } }
}
