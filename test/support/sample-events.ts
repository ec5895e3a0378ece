import { EVENT_VERSION, type EventBody, type TrialEvent } from '#events/events'
import type { Settings } from '#events/settings'
import { trialStart } from '#trial/trial-start'

/** Settings of a trial in the practice world. */
export const sampleSettings: Settings = {
  task: 'craft_sticks',
  seed: 3,
  world: 'practice',
  host: null,
  port: null,
  version: '1.16.5',
  difficulty: 'peaceful',
  time: 0,
  faults: [],
  username: 'Delver',
  auth: 'offline',
  perception: 'seen',
  planner: 'symbolic',
  strategy: 'deps',
  executor: 'skills',
  rounds: null,
  skillMemory: null,
  planMemory: null,
  llm: null,
  selector: 'nearest',
  choose: null,
  chooseTemperature: null,
  selectorModel: null,
  overrideChoice: [],
  maxDecisions: null,
  navigator: 'grid',
  hands: 'vanilla',
  builds: 'ignore',
  descriptor: 'typed',
  goals: 'lenient',
  replan: 'after-gathering',
  maxTicks: 200,
  speed: 'max',
}

/** A log: the start of a trial, followed by events at given ticks. */
export function sampleLog(
  settings: Settings,
  rest: readonly (readonly [tick: number, body: EventBody])[],
): TrialEvent[] {
  const start = trialStart(settings, '2026-01-01T00:00:00.000Z')
  return [[0, start] as const, ...rest].map(([t, body]) => ({
    v: EVENT_VERSION,
    t,
    wall: t * 2,
    ...body,
  }))
}
