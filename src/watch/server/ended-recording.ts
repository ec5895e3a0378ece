import type { Readable } from 'node:stream'
import { constants, createGunzip, createGzip } from 'node:zlib'

/** Ends a recording (gzip) that is still being written, or whose process was killed, after what can be read of it. */
export function ended(recording: Readable): Readable {
  const text = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH })
  const whole = createGzip({ level: constants.Z_BEST_SPEED })
  const end = () => whole.end()
  recording.once('error', end)
  text.once('error', end)
  recording.pipe(text).pipe(whole)
  return whole
}
