import type { RecordingHeader, RecordingLine } from '../recording-format.ts'

/** Lines per call of `onLines`, so that the page can draw in between. */
const BATCH = 2_000

export interface RecordingSink {
  onHeader(header: RecordingHeader): void
  onLines(lines: readonly RecordingLine[]): void
}

/** Reads a recording, which may be truncated. */
export async function readRecording(
  gzip: ReadableStream<BufferSource>,
  sink: RecordingSink,
): Promise<void> {
  const reader = gzip
    .pipeThrough(new DecompressionStream('gzip'))
    .pipeThrough(new TextDecoderStream())
    .getReader()
  let rest = ''
  let batch: RecordingLine[] = []
  while (true) {
    // The decoder reports the missing end of a truncated recording as an error.
    const { value, done } = await reader.read().catch(() => ({ value: undefined, done: true }))
    if (done || value === undefined) break
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    for (const text of lines) {
      const line: unknown = JSON.parse(text)
      if (isHeader(line)) sink.onHeader(line)
      else if (isLine(line)) batch.push(line)
    }
    if (batch.length < BATCH) continue
    sink.onLines(batch)
    batch = []
  }
  sink.onLines(batch)
}

/** Whether a value is a recording's header. */
export function isHeader(value: unknown): value is RecordingHeader {
  return typeof value === 'object' && value !== null && 'recording' in value && 'minY' in value
}

function isLine(value: unknown): value is RecordingLine {
  return typeof value === 'object' && value !== null && 'name' in value && 't' in value
}
