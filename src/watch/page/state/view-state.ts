import type {
  BlockMessage,
  BodyMessage,
  EntityMessage,
  MarkMessage,
  PathMessage,
  PoseMessage,
  RecordingLine,
  SkyMessage,
} from '../../recording-format.ts'
import type { BlockEdit } from '../mesher/messages.ts'

/** A chunk as it was recorded, and its changes since. */
export interface ViewChunk {
  readonly x: number
  readonly z: number
  readonly chunk: string
  /** Latest change of each cell, by coordinates. */
  readonly edits: Map<string, BlockEdit>
  /** Rises with each edit. */
  revision: number
}

/** The world around the agent, from the recording. */
export interface ViewState {
  /** Rises with each reconnection. */
  life: number
  readonly chunks: Map<string, ViewChunk>
  readonly entities: Map<number, EntityMessage>
  pose: PoseMessage | null
  body: BodyMessage | null
  path: PathMessage['cells']
  mark: (MarkMessage & { readonly t: number }) | null
  sky: SkyMessage | null
  readonly chat: { readonly tick: number; readonly text: string }[]
}

/** The state before the first line. */
export function noView(): ViewState {
  return {
    life: 0,
    chunks: new Map(),
    entities: new Map(),
    pose: null,
    body: null,
    path: [],
    mark: null,
    sky: null,
    chat: [],
  }
}

/**
 * Applies a line to the state. This mutates the state, because a recording has hundreds of thousands of lines,
 * and a jump back folds it from its start.
 */
export function foldLine(state: ViewState, line: RecordingLine): void {
  switch (line.name) {
    case 'chunk':
      state.chunks.set(chunkKey(line.x, line.z), {
        x: line.x,
        z: line.z,
        chunk: line.chunk,
        edits: new Map(),
        revision: 0,
      })
      break
    case 'chunk-gone':
      state.chunks.delete(chunkKey(line.x, line.z))
      break
    case 'block':
      edit(state, line)
      break
    case 'entity':
      state.entities.set(line.id, { ...state.entities.get(line.id), ...line })
      break
    case 'entity-gone':
      state.entities.delete(line.id)
      break
    case 'chat':
      state.chat.push({ tick: line.t, text: line.text })
      break
    case 'path':
      state.path = line.cells
      break
    case 'pose':
      state.pose = line
      break
    case 'body':
      state.body = line
      break
    case 'mark':
      state.mark = line
      break
    case 'sky':
      state.sky = line
      break
    case 'reset':
      reset(state)
  }
}

function edit({ chunks }: ViewState, { x, y, z, state }: BlockMessage): void {
  const chunk = chunks.get(chunkKey(x & ~15, z & ~15))
  if (!chunk) return
  chunk.edits.set(`${x},${y},${z}`, [x, y, z, state])
  chunk.revision++
}

function reset(state: ViewState): void {
  state.life++
  state.chunks.clear()
  state.entities.clear()
  state.path = []
  state.mark = null
}

/** Key of a chunk, from its corner (blocks). */
export function chunkKey(x: number, z: number): string {
  return `${x},${z}`
}
