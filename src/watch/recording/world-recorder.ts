import type { Body } from '#body/body'
import { Simulation } from '#clock/simulation'
import type { WatchBody } from '#life/port'
import type { TrialWatch } from '#trial/runner'
import { RECORDING_VERSION, type RecordingHeader } from '../recording-format.ts'
import { ChunkRecorder } from './chunk-recorder.ts'
import { EntityRecorder } from './entity-recorder.ts'
import { IntentRecorder } from './intent-recorder.ts'
import { KnowledgeRecorder } from './knowledge-recorder.ts'
import { type Emit, RecordingWriter } from './recording-writer.ts'
import { SelfRecorder } from './self-recorder.ts'
import { SkyRecorder } from './sky-recorder.ts'

/** Interval between two flushes (ms of wall-clock time, independent of the game's speed). */
const FLUSH_MS = 100

/** Chat messages are cut to this length (characters). */
const MAX_CHAT = 256

/**
 * Records a trial for people: everything that the server has sent about the world near the agent, even what
 * the agent does not know. The recorder only listens, and works within the tick, so that a trial's history is
 * the same with and without it.
 */
export class WorldRecorder implements TrialWatch {
  readonly #folder: string
  #writer: RecordingWriter | null = null

  /** @param folder The trial's folder. The recording starts when the agent joins the world. */
  constructor(folder: string) {
    this.#folder = folder
  }

  readonly watchBody: WatchBody = (body) => {
    const first = this.#writer === null
    const writer = this.#writer ?? new RecordingWriter(this.#folder, headerOf(body))
    this.#writer = writer
    const { spectator, clock } = body
    const emit: Emit = (message) => writer.write({ t: clock.tick, ...message })
    if (!first) emit({ name: 'reset' })
    const chunks = new ChunkRecorder(spectator.world, emit)
    const self = new SelfRecorder(body, emit)
    const parts = [
      chunks,
      self,
      new EntityRecorder(spectator, emit),
      new IntentRecorder(body, emit),
      new KnowledgeRecorder(body, emit),
      new SkyRecorder(body.game, emit),
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
    const onChat = (text: string) => emit({ name: 'chat', text: text.slice(0, MAX_CHAT) })
    const unsubscribe = [body.onTick(onTick), spectator.onChat(onChat)]
    return () => {
      // The last tick has not been recorded yet.
      update()
      self.off()
      chunks.off()
      for (const end of unsubscribe) end()
      writer.flush()
    }
  }

  /** Why the recording is incomplete; null if it is complete. */
  get failure(): Error | null {
    return this.#writer?.failure ?? null
  }

  /** Resolves when the recording is completely written. */
  async close(): Promise<void> {
    await this.#writer?.close()
  }
}

function headerOf({ game, vision }: Body): RecordingHeader {
  const { version, heights, username } = game
  const header = { recording: RECORDING_VERSION, version, ...heights, username }
  return vision.omnidirectional ? header : { ...header, seesAhead: true }
}
