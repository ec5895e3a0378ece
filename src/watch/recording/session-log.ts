import type { GameClock } from '#clock/game-clock'
import type { EventBody } from '#events/events'
import type { Settings } from '#events/settings'
import type { AgentSettings, Connection, WatchBody } from '#life/port'
import { EventLog } from '#trial/event-log'
import { Recorder } from '#trial/recorder'
import { versionsInUse } from '#trial/versions'
import { WorldRecorder } from './world-recorder.ts'

/** The length of a session that the live page assumes (ticks): an hour. */
const SESSION_TICKS = 72_000

/**
 * What the live page shows of an agent in a session.
 * @param task the command of the session.
 * @param practice the practice world; null for an existing server.
 */
export function sessionSettings(
  task: string,
  { host, port, version, auth, username }: Connection,
  agent: AgentSettings,
  practice: Pick<Settings, 'difficulty' | 'time' | 'speed'> | null,
): Settings {
  return {
    ...agent,
    task,
    world: practice ? 'practice' : 'existing',
    ...{ host, port, version, auth, username },
    difficulty: practice?.difficulty ?? null,
    time: practice?.time ?? 0,
    faults: [],
    llm: null,
    maxDecisions: null,
    maxTicks: SESSION_TICKS,
    speed: practice?.speed ?? 1,
  }
}

/** The log and the recording of one agent, which the live page shows as those of a trial. */
export class SessionLog {
  readonly watchBody: WatchBody
  readonly #log: EventLog
  readonly #recorder: Recorder
  readonly #world: WorldRecorder

  /**
   * @param folder a new folder for `events.jsonl` and the recording.
   * @param startedAt date and time (ISO 8601), which a simulation replaces in this thread.
   * @param purpose what the agent does in the session, for people.
   * @throws UsageError when the folder contains a log.
   */
  constructor(
    folder: string,
    settings: Settings,
    clock: GameClock,
    { startedAt, purpose }: { readonly startedAt: string; readonly purpose: string },
  ) {
    this.#log = EventLog.create(folder)
    this.#recorder = new Recorder(this.#log, clock)
    this.#world = new WorldRecorder(folder)
    this.watchBody = this.#world.watchBody
    this.record({
      type: 'trial-start',
      startedAt,
      settings,
      target: { item: 'anything', count: 1, worn: false, milestone: purpose },
      versions: versionsInUse(),
      cheats: false,
    })
  }

  record(event: EventBody): void {
    this.#recorder.record(event)
  }

  /** Ends the log and the recording. */
  async close(): Promise<void> {
    this.record({ type: 'trial-end', end: 'interrupted', detail: 'the agent left' })
    await this.#world.close()
    this.#log.close()
  }
}
