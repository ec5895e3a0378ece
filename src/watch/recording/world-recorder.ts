import type { GameState } from '#body/game-state'
import { Simulation } from '#clock/simulation'
import type { WatchBody } from '#life/port'
import type { TrialWatch } from '#trial/runner'
import { RECORDING_VERSION, type RecordingHeader } from '../recording-format.ts'
import { ChunkRecorder } from './chunk-recorder.ts'
import { EntityRecorder } from './entity-recorder.ts'
import { IntentRecorder } from './intent-recorder.ts'
import { RecordingWriter, type Say } from './recording-writer.ts'
import { SelfRecorder } from './self-recorder.ts'
import { SkyRecorder } from './sky-recorder.ts'

/** How often what was recorded is made readable (ms of the wall clock, however fast the game goes). */
const FLUSH_MS = 100

/** Longest line of chat that is kept (characters). */
const CHAT_LENGTH = 256

/**
 * Records what there is to see of a trial: all that the server has sent of the world around the
 * agent, whether the agent knows it or not, for it is meant for people. It only ever listens, and
 * does all of its work within the tick, so that the history of a trial is the same with it.
 */
export class WorldRecorder implements TrialWatch {
  readonly #folder: string
  #writer: RecordingWriter | null = null

  /** @param folder of the trial; the recording is begun in it when the agent stands in the world. */
  constructor(folder: string) {
    this.#folder = folder
  }

  readonly watchBody: WatchBody = (body) => {
    const first = this.#writer === null
    const writer = this.#writer ?? new RecordingWriter(this.#folder, headerOf(body.game))
    this.#writer = writer
    const { spectator, clock } = body
    const say: Say = (message) => writer.write({ t: clock.tick, ...message })
    if (!first) say({ name: 'reset' })
    const chunks = new ChunkRecorder(spectator.world, say)
    const self = new SelfRecorder(body, say)
    const parts = [
      chunks,
      self,
      new EntityRecorder(spectator, say),
      new IntentRecorder(body, say),
      new SkyRecorder(body.game, say),
    ]
    let ticks = 0
    const update = () => {
      if (writer.failure) return
      try {
        for (const part of parts) part.update(ticks)
      } catch (error) {
        writer.fail(error)
      }
    }
    let flushedMs = Number.NEGATIVE_INFINITY
    const onTick = () => {
      update()
      ticks++
      if (Simulation.wallMs() - flushedMs < FLUSH_MS) return
      flushedMs = Simulation.wallMs()
      writer.flush()
    }
    const onChat = (text: string) => say({ name: 'chat', text: text.slice(0, CHAT_LENGTH) })
    const unsubscribe = [body.onTick(onTick), spectator.onChat(onChat)]
    return () => {
      // What happened in the last tick.
      update()
      self.off()
      chunks.off()
      for (const end of unsubscribe) end()
      writer.flush()
    }
  }

  /** Why the recording stops short; null when it does not. */
  get failure(): Error | null {
    return this.#writer?.failure ?? null
  }

  /** Settles when the whole recording is written. */
  async close(): Promise<void> {
    await this.#writer?.close()
  }
}

function headerOf({ version, heights, username }: GameState): RecordingHeader {
  return { recording: RECORDING_VERSION, version, ...heights, username }
}
