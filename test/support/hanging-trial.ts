/**
 * The process of a trial whose agent hangs, in the way that the first argument says, in the folder of
 * the second.
 */
import { runTrial } from '#trial/runner'
import { sampleSettings } from './sample-events.ts'

const [how, folder = ''] = process.argv.slice(2)
const stop = new AbortController()
process.on('SIGTERM', () => stop.abort())

await runTrial({
  settings: { ...sampleSettings, maxTicks: 1_000_000 },
  folder,
  signal: stop.signal,
  patienceMs: 3000,
  watch: {
    watchBody: () => () => {},
    // Keeps the process alive, and the trial from its end.
    close: async () => {
      if (how !== 'starves') await new Promise(() => setInterval(() => {}, 1000))
    },
  },
  loadAgent: async () => async (context) => {
    await context.clock.wait(30)
    context.record({ type: 'thought', text: 'I could continue like this forever' })
    for (;;) {
      if (how === 'loops') continue
      if (how === 'starves') {
        // The thread waits for a processor: it does nothing, for longer than the patience.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 6000)
        return { end: 'stopped', detail: 'it got a processor again' }
      }
      await context.clock.wait(1)
      if (context.clock.tick === 40) stop.abort()
      if (context.signal.aborted) return { end: 'stopped', detail: 'the signal fired' }
    }
  },
})
