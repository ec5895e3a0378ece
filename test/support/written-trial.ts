import { mkdirSync } from 'node:fs'
import type { EventBody } from '#events/events'
import type { Settings } from '#events/settings'
import { trialFolder } from '#trial/campaign'
import { EventLog, readEvents } from '#trial/event-log'
import { deriveResult, writeResult } from '#trial/result'
import { sampleLog, sampleSettings } from './sample-events.ts'

/** Writes the folder of a trial with these events. @returns The folder. */
export function writeTrial(
  campaign: string,
  settings: Partial<Settings>,
  rest: readonly (readonly [tick: number, body: EventBody])[],
): string {
  const all = { ...sampleSettings, ...settings }
  const folder = trialFolder(campaign, all)
  mkdirSync(folder, { recursive: true })
  const log = EventLog.create(folder)
  for (const event of sampleLog(all, rest)) log.append(event)
  log.close()
  writeResult(folder, deriveResult(readEvents(folder)))
  return folder
}
