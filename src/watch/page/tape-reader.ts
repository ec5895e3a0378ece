import type { TapeHeader, TapeLine } from '../tape-format.ts'

/** Lines that are handed on at a time, so that the page can draw between them. */
const BATCH = 2_000

export interface TapeSink {
  onHeader(header: TapeHeader): void
  onLines(lines: readonly TapeLine[]): void
}

/** Reads a tape; what follows the place where it was cut off is left out. */
export async function readTape(gzip: ReadableStream<BufferSource>, sink: TapeSink): Promise<void> {
  const reader = gzip
    .pipeThrough(new DecompressionStream('gzip'))
    .pipeThrough(new TextDecoderStream())
    .getReader()
  let rest = ''
  let batch: TapeLine[] = []
  while (true) {
    // A tape of a trial that was cut off has no end, which the decoder takes for an error.
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

/** Whether a value is a tape's first line. */
export function isHeader(value: unknown): value is TapeHeader {
  return typeof value === 'object' && value !== null && 'tape' in value && 'minY' in value
}

function isLine(value: unknown): value is TapeLine {
  return typeof value === 'object' && value !== null && 'name' in value && 't' in value
}
