/**
 * Stands in for the process of a trial: it writes a trial's folder without a world, or goes wrong in
 * a way that a real process might. Its argument says, as JSON, which seed does what.
 */
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import type { EventBody } from '../../src/episode/events.ts'
import { EventLog, readEvents } from '../../src/trial/event-log.ts'
import { deriveResult, writeResult } from '../../src/trial/result.ts'
import { trialOrderSchema } from '../../src/trial/trial-order.ts'
import { sampleLog } from './sample-events.ts'

const OBTAINED = [
  [50, { type: 'milestone', name: 'stick' }],
  [51, { type: 'trial-end', end: 'success', detail: '' }],
] as const

const behaviours: Record<number, string> = JSON.parse(process.argv[2] ?? '{}')
const { settings, folder } = trialOrderSchema.parse((await once(process, 'message'))[0])
const behaviour = behaviours[settings.seed] ?? 'succeed'

if (behaviour === 'crash-at-once') {
  console.error('out of luck')
  process.exit(7)
}

mkdirSync(folder, { recursive: true })
const log = EventLog.create(folder)
if (behaviour === 'hang') {
  setInterval(() => {}, 1000)
  process.on('SIGTERM', () => end([[20, { type: 'trial-end', end: 'interrupted', detail: '' }]]))
}
const rest: (readonly [number, EventBody])[] = [[20, { type: 'milestone', name: 'log' }]]
for (const event of sampleLog(settings, rest)) log.append(event)

if (behaviour === 'crash-midway') throw new Error('out of luck')
else if (behaviour === 'be-killed') process.kill(process.pid, 'SIGKILL')
else if (behaviour === 'end-unwritten') {
  for (const event of sampleLog(settings, OBTAINED).slice(1)) log.append(event)
  process.kill(process.pid, 'SIGKILL')
} else if (behaviour === 'fail') end([[90, { type: 'trial-end', end: 'limit', detail: '' }]])
else if (behaviour === 'succeed') end(OBTAINED)

function end(more: readonly (readonly [number, EventBody])[]): void {
  for (const event of sampleLog(settings, more).slice(1)) log.append(event)
  writeResult(folder, deriveResult(readEvents(folder)))
  process.exit(0)
}
