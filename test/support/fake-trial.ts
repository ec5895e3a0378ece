/**
 * Stands in for a process that plays trials: it writes a trial's folder without a world, or goes wrong in
 * a way that a real process might. Its argument says, as JSON, which seed does what.
 */
import { mkdirSync } from 'node:fs'
import type { EventBody } from '#events/events'
import { EventLog, readEvents } from '#trial/event-log'
import { deriveResult, writeResult } from '#trial/result'
import { type TrialOrder, trialOrderSchema } from '#trial/trial-order'
import { READY } from '#trial/trial-processes'
import { sampleLog } from './sample-events.ts'

const behaviours: Record<number, string> = JSON.parse(process.argv[2] ?? '{}')
process.on('disconnect', () => process.exit(1))
process.on('message', (message) => play(trialOrderSchema.parse(message)))

function play({ settings, folder }: TrialOrder): void {
  const behaviour = behaviours[settings.seed] ?? 'succeed'
  console.error(`plays seed ${settings.seed}`)
  if (behaviour === 'crash-at-once') {
    console.error('out of luck')
    process.exit(7)
  }

  mkdirSync(folder, { recursive: true })
  const log = EventLog.create(folder)
  const end = (more: readonly (readonly [number, EventBody])[]) => {
    for (const event of sampleLog(settings, more).slice(1)) log.append(event)
    log.close()
    writeResult(folder, deriveResult(readEvents(folder)))
  }
  if (behaviour === 'hang')
    process.on('SIGTERM', () => {
      end([[20, { type: 'trial-end', end: 'interrupted', detail: '' }]])
      process.exit(1)
    })
  const rest: (readonly [number, EventBody])[] = [[20, { type: 'milestone', name: 'log' }]]
  for (const event of sampleLog(settings, rest)) log.append(event)

  if (behaviour === 'crash-midway') throw new Error('out of luck')
  else if (behaviour === 'be-killed') process.kill(process.pid, 'SIGKILL')
  else if (behaviour === 'kill-parent') process.kill(process.ppid, 'SIGKILL')
  else if (behaviour === 'end-unwritten') {
    for (const event of sampleLog(settings, obtained()).slice(1)) log.append(event)
    process.kill(process.pid, 'SIGKILL')
  } else if (behaviour === 'fail') {
    end([[90, { type: 'trial-end', end: 'limit', detail: '' }]])
    process.exit(1)
  } else if (behaviour === 'succeed') {
    end(obtained())
    process.send?.(READY)
  }
}

/** The last events of a trial that went well; it says which process played it. */
function obtained(): readonly (readonly [number, EventBody])[] {
  return [
    [50, { type: 'milestone', name: 'stick' }],
    [51, { type: 'trial-end', end: 'success', detail: `process ${process.pid}` }],
  ]
}
