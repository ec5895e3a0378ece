import { EXIT } from './exit-codes.ts'

/**
 * Fires on Ctrl-C and on a request to end, so that what runs can end cleanly. A second Ctrl-C ends
 * the process at once.
 */
export function stopSignal(): AbortSignal {
  const stop = new AbortController()
  process.on('SIGTERM', () => stop.abort())
  process.on('SIGINT', () => {
    if (stop.signal.aborted) process.exit(EXIT.infrastructure)
    stop.abort()
  })
  return stop.signal
}
