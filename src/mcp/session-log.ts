import type { GameClock } from '#clock/game-clock'
import type { EventBody } from '#events/events'
import type { Settings } from '#events/settings'
import type { WatchBody } from '#life/port'
import { EventLog } from '#trial/event-log'
import { Recorder } from '#trial/recorder'
import { versionsInUse } from '#trial/versions'
import { WorldRecorder } from '#watch/recording/world-recorder'

/** The log and the recording of one agent, which the live page shows as those of a trial. */
export class SessionLog {
  readonly watchBody: WatchBody
  readonly #log: EventLog
  readonly #recorder: Recorder
  readonly #world: WorldRecorder

  /**
   * @param folder a new folder for `events.jsonl` and the recording.
   * @param startedAt date and time (ISO 8601), which a simulation replaces in this thread.
   * @throws UsageError when the folder contains a log.
   */
  constructor(folder: string, settings: Settings, clock: GameClock, startedAt: string) {
    this.#log = EventLog.create(folder)
    this.#recorder = new Recorder(this.#log, clock)
    this.#world = new WorldRecorder(folder)
    this.watchBody = this.#world.watchBody
    this.record({
      type: 'trial-start',
      startedAt,
      settings,
      target: { item: 'anything', count: 1, worn: false, milestone: 'jobs of a client' },
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
