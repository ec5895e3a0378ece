import type {
  BlockMessage,
  BodyMessage,
  EntityMessage,
  KnownMessage,
  MarkMessage,
  PathMessage,
  PoseMessage,
  RecordingLine,
  RecordingPosition,
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

/** The blocks of a section that the agent knows. */
export interface KnownSection {
  /** Corner of the section (blocks). */
  readonly x: number
  readonly y: number
  readonly z: number
  /** 255 for a known block, with x varying fastest, then z, then y. */
  readonly known: Uint8Array<ArrayBuffer>
  /** Rises with each change. */
  revision: number
}

/** A straight part of the way that the agent has gone. */
export type TrailPart = readonly [from: RecordingPosition, to: RecordingPosition]

/** Length of a part of the trail; a longer step is a teleport and leaves a gap (blocks). */
const TRAIL_STEP = 0.8
const MAX_TRAIL_STEP = 8

/** The world around the agent, from the recording. */
export interface ViewState {
  /** Rises with each reconnection. */
  life: number
  readonly chunks: Map<string, ViewChunk>
  readonly entities: Map<number, EntityMessage>
  pose: PoseMessage | null
  /** By the section's corner. Empty when the recording does not contain them. */
  readonly known: Map<string, KnownSection>
  /** The way of the agent since the start, and the end of its last part. */
  readonly trail: TrailPart[]
  trailEnd: RecordingPosition | null
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
    known: new Map(),
    trail: [],
    trailEnd: null,
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
      extendTrail(state, line.pos)
      break
    case 'body':
      state.body = line
      break
    case 'mark':
      state.mark = line
      break
    case 'known':
      learn(state, line)
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

function learn({ known: sections }: ViewState, { x, y, z, runs }: KnownMessage): void {
  const key = `${x},${y},${z}`
  const section = sections.get(key) ?? { x, y, z, known: new Uint8Array(4096), revision: 0 }
  sections.set(key, section)
  section.revision++
  let at = 0
  for (let i = 0; i + 1 < runs.length; i += 2) {
    const start = at + (runs[i] ?? 0)
    at = start + (runs[i + 1] ?? 0)
    section.known.fill(255, start, at)
  }
}

function extendTrail(state: ViewState, pos: RecordingPosition): void {
  const last = state.trailEnd
  const step = last ? Math.hypot(pos.x - last.x, pos.y - last.y, pos.z - last.z) : MAX_TRAIL_STEP
  if (step < TRAIL_STEP) return
  if (last && step < MAX_TRAIL_STEP) state.trail.push([last, pos])
  state.trailEnd = pos
}

function reset(state: ViewState): void {
  state.life++
  state.chunks.clear()
  state.entities.clear()
  state.known.clear()
  state.path = []
  state.mark = null
}

/** Key of a chunk, from its corner (blocks). */
export function chunkKey(x: number, z: number): string {
  return `${x},${z}`
}
