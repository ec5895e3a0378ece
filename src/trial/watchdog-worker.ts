import { appendFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { workerData } from 'node:worker_threads'
import { BEATS, LATE, OVER, type WatchdogInput } from './watchdog.ts'

// The thread of the watchdog. All other threads may hang, so it waits for none of them.
const { shared, folder, beatMs, patienceMs } = workerData as WatchdogInput
const memory = new Int32Array(shared)
const STDERR = 2
/** Share of the patience for which a thread that hangs in a loop has used the processor. */
const MIN_CPU_SHARE = 1 / 4
/** Patience with a thread that neither beats nor uses the processor: a busy machine lets processes of low priority wait. */
const STARVED_PATIENCE = 10

if (hasHung()) {
  const detail = `the process hung for ${patienceMs / 1000} s and was killed`
  try {
    await writeEnd(detail)
    writeSync(STDERR, `${detail}; the incomplete trial is in ${folder}\n`)
  } finally {
    process.kill(process.pid, 'SIGKILL')
  }
}

/** Waits for the end of the trial. @returns true when the trial's thread stops beating before it. */
function hasHung(): boolean {
  let last = 0
  let missed = 0
  let usedBefore = process.cpuUsage()
  // Missed beats are counted rather than timed: while the whole process is suspended, this thread misses none.
  for (;;) {
    if (Atomics.wait(memory, OVER, 0, beatMs) !== 'timed-out') return false
    const beats = Atomics.load(memory, BEATS)
    missed = beats === last ? missed + 1 : 0
    if (missed === 0) usedBefore = process.cpuUsage()
    last = beats
    const { user, system } = process.cpuUsage(usedBefore)
    const isBusy = (user + system) / 1000 >= patienceMs * MIN_CPU_SHARE
    const isLate = Atomics.load(memory, LATE) === 1
    const patience = isBusy || isLate ? patienceMs : patienceMs * STARVED_PATIENCE
    if (missed * beatMs >= patience) return true
  }
}

/** Writes the last event and the result unless they exist. */
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
