import { Budget } from './budget.ts'
import type { CallEvent } from './call-event.ts'
import { type GameTime, InGameTime, type LlmTime } from './in-game-time.ts'
import { MeteredModel } from './metered-model.ts'
import type { ChatModel } from './model.ts'
import type { ReadableAnswer, Reading } from './reading.ts'
import type { ServerSettings } from './server-settings.ts'
import { MODEL_ROLES, type ModelRole, type ModelSettings } from './settings.ts'
import { readTranscript } from './transcript.ts'
import { TranscriptPlayer } from './transcript-player.ts'
import { TranscriptWriter } from './transcript-writer.ts'
import type { AskedPause, Transport, TransportReply, TransportRequest } from './transport.ts'
import { WorkerTransport } from './worker-transport.ts'

export interface OpenModelOptions {
  /** Called with every call, for the event log; `role` is null for the main model. */
  onCall(event: CallEvent, role: ModelRole | null): void
  /** The agent's simulated time; left out in real time. */
  readonly gameTime?: { readonly time: GameTime; readonly mode: LlmTime }
  /** Gets every call; the caller closes it. */
  readonly transcript?: TranscriptWriter
  /** Called while an answer arrives with what it has so far, and with null when the call is over. */
  onWords?(purpose: string, words: string | null): void
  /** Called when a server asks for a pause. */
  onPause?(purpose: string, pause: AskedPause): void
  /** How the strategy reads an answer, for the transcript; null where it has no parser. */
  read?(answer: ReadableAnswer): Reading | null
}

export interface OpenModel {
  readonly model: ChatModel
  /** Separate models for parts of the strategy, each with its own budget. */
  readonly roles: Readonly<Partial<Record<ModelRole, ChatModel>>>
  close(): Promise<void>
}

/**
 * Opens the models of one run. In a simulated world, await this before time passes.
 * @throws TranscriptError, or Error when the file to record to already exists.
 */
export async function openModel(
  settings: ModelSettings,
  given: OpenModelOptions,
): Promise<OpenModel> {
  const { transcript } = settings
  let failure: unknown = null
  const own =
    transcript?.mode === 'record'
      ? new TranscriptWriter(transcript.file, (error) => {
          failure = error
        })
      : null
  const transcripts = [given.transcript, own].filter((one) => one != null)
  const options = { ...given, transcripts }
  const main = await openOne(settings, null, options)
  const roles: Partial<Record<ModelRole, ChatModel>> = {}
  const opened = [main]
  for (const role of MODEL_ROLES) {
    const own = settings.roles[role]
    if (!own) continue
    const one = await openOne(own, role, options)
    opened.push(one)
    roles[role] = one.model
  }
  return {
    model: main.model,
    roles,
    async close() {
      for (const one of opened) await one.close()
      own?.close()
      if (failure !== null) throw failure
    },
  }
}

interface OpenOneOptions extends OpenModelOptions {
  readonly transcripts: readonly TranscriptWriter[]
}

async function openOne(
  settings: ModelSettings,
  role: ModelRole | null,
  { onCall, onWords, onPause, gameTime, transcripts, read }: OpenOneOptions,
): Promise<Omit<OpenModel, 'roles'>> {
  const { server, key, price, maxOutputTokens, limitsByPurpose, temperature } = settings
  const source = await openSource(settings, role, gameTime !== undefined)
  const record = (request: TransportRequest, reply: TransportReply) => {
    const { outcome } = reply
    const reading =
      read && outcome.ok
        ? read({
            purpose: request.purpose,
            text: outcome.text,
            calls: outcome.calls,
            isCutOff: outcome.finishReason === 'length',
            isStructured: request.schema !== null,
          })
        : null
    const call = { role, model: server.model, key: key?.reveal() ?? '', request, reply, reading }
    for (const transcript of transcripts) transcript.record(call)
  }
  const recorded = new RecordedTransport(source, record, { onWords, onPause })
  const transport = gameTime ? new InGameTime(recorded, gameTime.time, gameTime.mode) : recorded
  const budget = new Budget(settings.budget)
  return {
    model: new MeteredModel({
      name: server.model,
      transport,
      budget,
      price,
      maxOutputTokens,
      limitsByPurpose,
      temperature,
      onCall: (event) => onCall(event, role),
    }),
    close: () => transport.close(),
  }
}

type Heard = { readonly [Name in 'onWords' | 'onPause']: OpenModelOptions[Name] }

/** Passes on every request with its reply, and what arrives of it before. */
class RecordedTransport implements Transport {
  readonly #inner: Transport
  readonly #record: (request: TransportRequest, reply: TransportReply) => void
  readonly #listener: Heard

  constructor(
    inner: Transport,
    record: (request: TransportRequest, reply: TransportReply) => void,
    listener: Heard,
  ) {
    this.#inner = inner
    this.#record = record
    this.#listener = listener
  }

  async send(request: TransportRequest, signal: AbortSignal): Promise<TransportReply> {
    const { purpose } = request
    const { onWords, onPause } = this.#listener
    const reply = await this.#inner.send(request, signal, {
      onWords: (words) => onWords?.(purpose, words),
      onPause: (pause) => onPause?.(purpose, pause),
    })
    onWords?.(purpose, null)
    this.#record(request, reply)
    return reply
  }

  close(): Promise<void> {
    return this.#inner.close()
  }
}

/** Opens the server, or the transcript in its place. */
async function openSource(
  { server, key, transcript }: ModelSettings,
  role: ModelRole | null,
  simulated: boolean,
): Promise<Transport> {
  if (transcript?.mode === 'play')
    return new TranscriptPlayer(
      readTranscript(transcript.file).filter((line) => line.role === role),
    )
  return openClient(server, key?.reveal() ?? '', simulated)
}

async function openClient(
  server: ServerSettings,
  key: string,
  simulated: boolean,
): Promise<Transport> {
  if (simulated) return WorkerTransport.open(server, key)
  const { HttpTransport } = await import('./http-transport.ts')
  return HttpTransport.open(server, key)
}
