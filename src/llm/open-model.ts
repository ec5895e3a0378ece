import { Budget } from './budget.ts'
import type { CallEvent } from './call-event.ts'
import { readCassette } from './cassette.ts'
import { CassettePlayer } from './cassette-player.ts'
import { CassetteRecorder } from './cassette-recorder.ts'
import type { ServerSettings } from './http-transport.ts'
import { type GameTime, InGameTime, type LlmTime } from './in-game-time.ts'
import { MeteredModel } from './metered-model.ts'
import type { ChatModel } from './model.ts'
import { MODEL_ROLES, type ModelRole, type ModelSettings } from './settings.ts'
import type { Transport } from './transport.ts'
import { WorkerTransport } from './worker-transport.ts'

export interface OpenModelOptions {
  /** Called with every call, for the event log; `role` is null for the main model. */
  onCall(event: CallEvent, role: ModelRole | null): void
  /** The agent's simulated time; left out in real time. */
  readonly gameTime?: { readonly time: GameTime; readonly mode: LlmTime }
}

export interface OpenModel {
  readonly model: ChatModel
  /** Separate models for parts of the strategy, each with its own budget. */
  readonly roles: Readonly<Partial<Record<ModelRole, ChatModel>>>
  close(): Promise<void>
}

/**
 * Opens the models of one run. In a simulated world, await this before time passes.
 * @throws CassetteError, or Error when the file to record to already exists.
 */
export async function openModel(
  settings: ModelSettings,
  options: OpenModelOptions,
): Promise<OpenModel> {
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
    },
  }
}

async function openOne(
  settings: ModelSettings,
  role: ModelRole | null,
  { onCall, gameTime }: OpenModelOptions,
): Promise<Omit<OpenModel, 'roles'>> {
  const { server, price, maxOutputTokens, temperature } = settings
  const source = await openSource(settings, gameTime !== undefined)
  const transport = gameTime ? new InGameTime(source, gameTime.time, gameTime.mode) : source
  const budget = new Budget(settings.budget)
  return {
    model: new MeteredModel({
      name: server.model,
      transport,
      budget,
      price,
      maxOutputTokens,
      temperature,
      onCall: (event) => onCall(event, role),
    }),
    close: () => transport.close(),
  }
}

/** Opens the server, or the recording in its place. */
async function openSource(
  { server, key, cassette }: ModelSettings,
  simulated: boolean,
): Promise<Transport> {
  if (cassette?.mode === 'play') return new CassettePlayer(readCassette(cassette.file))
  const client = await openClient(server, key?.reveal() ?? '', simulated)
  return cassette ? new CassetteRecorder(server.model, client, cassette.file) : client
}

async function openClient(
  server: ServerSettings,
  key: string,
  simulated: boolean,
): Promise<Transport> {
  if (simulated) return WorkerTransport.open(server, key)
  const { HttpTransport } = await import('./http-transport.ts')
  return new HttpTransport(server, key)
}
