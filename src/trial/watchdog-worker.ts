import { appendFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { workerData } from 'node:worker_threads'
import { BEATS, OVER, type WatchdogInput } from './watchdog.ts'

// The thread of the watchdog. All else may stand still, so nothing here waits for another thread.
const { shared, folder, beatMs, patienceMs } = workerData as WatchdogInput
const memory = new Int32Array(shared)
const STDERR = 2

if (hasDied()) {
  const detail = `the process stood still for ${patienceMs / 1000} s and was killed`
  try {
    await writeEnd(detail)
    writeSync(STDERR, `${detail}; what there is of the trial is in ${folder}\n`)
  } finally {
    process.kill(process.pid, 'SIGKILL')
  }
}

/** Returns true when no beat has come for too long, false when the trial is over. */
function hasDied(): boolean {
  let last = 0
  let missed = 0
  // It counts its own turns: who was put to sleep with the whole process has missed none.
  while (missed * beatMs < patienceMs) {
    if (Atomics.wait(memory, OVER, 0, beatMs) !== 'timed-out') return false
    const beats = Atomics.load(memory, BEATS)
    missed = beats === last ? missed + 1 : 0
    last = beats
  }
  return true
}

/** Writes what is missing of the trial's end. */
async function writeEnd(detail: string): Promise<void> {
  const { EVENTS_FILE, readEvents } = await import('./event-log.ts')
  const { deriveResult, readResult, writeResult } = await import('./result.ts')
  const last = readEvents(folder).at(-1)
  if (last && last.type !== 'trial-end') {
    const { v, t, wall } = last
    const end = { v, t, wall: wall + patienceMs, type: 'trial-end', end: 'crash', detail }
    appendFileSync(join(folder, EVENTS_FILE), `${JSON.stringify(end)}\n`)
  }
  if (!readResult(folder)) writeResult(folder, deriveResult(readEvents(folder)))
}
