import { Mesher } from './mesher.ts'
import type { FromMesher, ToMesher } from './messages.ts'

/** How long the worker draws before it handles new messages (ms). */
const SLICE_MS = 30

let mesher: Mesher | null = null
let isDrawing = false
/** Number of messages from the page. */
let received = 0

self.onmessage = ({ data }: MessageEvent<ToMesher>) => {
  received++
  receive(data)
  if (isDrawing || !mesher) return
  isDrawing = true
  setTimeout(draw)
}

function receive(message: ToMesher): void {
  if (message.type === 'world') mesher = new Mesher(message.blocks, message.minY, message.height)
  else if (message.type === 'chunk') answer(mesher?.addChunk(message))
  else if (message.type === 'chunk-gone') mesher?.removeChunk(message.x, message.z)
  else if (message.type === 'edits') answer(...(mesher?.edit(message.edits) ?? []))
  else if (message.type === 'cut') mesher?.cut(message.cut)
  else if (message.type === 'xray') mesher?.xray(message.isOn)
  else mesher?.focus(message.x, message.y, message.z)
}

function answer(...messages: (FromMesher | undefined)[]): void {
  for (const message of messages) if (message) post(message)
}

function draw(): void {
  answer(...(mesher?.changes() ?? []))
  const until = performance.now() + SLICE_MS
  while (mesher && performance.now() < until) {
    const section = mesher.next()
    if (!section) break
    post({ type: 'section', ...section })
  }
  isDrawing = Boolean(mesher?.waiting)
  post({ type: 'waiting', sections: mesher?.waiting ?? 0, received })
  if (isDrawing) setTimeout(draw)
}

/** Posts a message, and transfers its geometry instead of copying it. */
function post(message: FromMesher): void {
  const geometry = 'geometry' in message ? message.geometry : null
  const transfer = Object.values(geometry ?? {}).map(({ buffer }) => buffer)
  self.postMessage(message, { transfer })
}
