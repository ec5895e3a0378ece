import type { RecordingHeader, RecordingLine } from '../recording-format.ts'

/** Lines that are handed on at a time, so that the page can draw between them. */
const BATCH = 2_000

export interface RecordingSink {
  onHeader(header: RecordingHeader): void
  onLines(lines: readonly RecordingLine[]): void
}

/** Reads a recording; what follows the place where it was cut off is left out. */
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
    // A recording of a trial that was cut off has no end, which the decoder takes for an error.
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

/** Whether a value is a recording's first line. */
export function isHeader(value: unknown): value is RecordingHeader {
  return typeof value === 'object' && value !== null && 'recording' in value && 'minY' in value
}

function isLine(value: unknown): value is RecordingLine {
  return typeof value === 'object' && value !== null && 'name' in value && 't' in value
}
