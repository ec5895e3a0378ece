import { Simulation } from '#clock/simulation'
import { EXIT } from './exit-codes.ts'

/** Two SIGINT within this time are one Ctrl-C, which the terminal and the launcher both send (ms). */
const SAME_MS = 500

/**
 * A signal that fires on Ctrl-C, SIGTERM, SIGHUP and the end of the launcher, so that commands can end cleanly. A second
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

/** Calls back when the parent process has ended, provided that it opened an IPC channel. */
export function whenParentIsGone(callback: () => void): void {
  if (process.connected === false) callback()
  else process.once('disconnect', callback)
}
