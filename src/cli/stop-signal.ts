import { Simulation } from '#clock/simulation'
import { EXIT } from './exit-codes.ts'

/** One Ctrl-C may arrive twice, from the terminal and from the launcher (ms). */
const SAME_MS = 500

/**
 * Fires on Ctrl-C, on a request to end and when the launcher is gone, so that what runs can end cleanly. A second
 * Ctrl-C ends the process at once.
 */
export function stopSignal(): AbortSignal {
  const stop = new AbortController()
  let firstMs = Number.POSITIVE_INFINITY
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => stop.abort())
  whenParentIsGone(() => stop.abort())
  process.on('SIGINT', () => {
    if (Simulation.wallMs() - firstMs > SAME_MS) process.exit(EXIT.infrastructure)
    firstMs = Math.min(firstMs, Simulation.wallMs())
    stop.abort()
  })
  return stop.signal
}

/** Calls back when the process that started this one is gone, if it keeps a channel to tell that by. */
export function whenParentIsGone(callback: () => void): void {
  if (process.connected === false) callback()
  else process.once('disconnect', callback)
}
