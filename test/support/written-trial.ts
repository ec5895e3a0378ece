import { mkdirSync } from 'node:fs'
import type { EventBody } from '../../src/episode/events.ts'
import type { Settings } from '../../src/episode/settings.ts'
import { trialFolder } from '../../src/trial/campaign.ts'
import { EventLog, readEvents } from '../../src/trial/event-log.ts'
import { deriveResult, writeResult } from '../../src/trial/result.ts'
import { sampleLog, sampleSettings } from './sample-events.ts'

/** Writes the folder of a trial that went as these events have it. @returns The folder. */
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
