import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Bot, BotOptions } from 'mineflayer'
import { DIFFICULTIES, type Difficulty } from '#knowledge/difficulty'
import { isServed, notServed } from '#world/served-versions'
import { TERRAIN_NAMES, type TerrainKind } from '#world/terrain/terrain-names'
import type {
  Inventory,
  Position,
  Snapshot,
  WorldCall,
  WorldCalls,
} from './practice-world-calls.ts'
import type { CallRequest, WorldMessage } from './practice-world-worker.ts'

export type { Inventory, Position, Snapshot } from './practice-world-calls.ts'

/** The practice world, for tests of any bot: `mineflayer-delver/practice-world`. */
export interface PracticeWorldOptions {
  /** One seed is one world; by default, 1. */
  readonly seed?: number
  /** Minecraft version, from 1.12.2 to 26.1; by default, 1.16.5. */
  readonly version?: string
  /** `normal` (by default) or `flat`: the game's superflat world, where a test can build what it needs. */
  readonly terrain?: TerrainKind
  /** By default, `normal`. */
  readonly difficulty?: Difficulty
  /** Time of day at which the world starts (ticks since sunrise); by default, 0. */
  readonly time?: number
  /**
   * Ticks of the world in a tick of real time; by default, 1. Mobs, furnaces and the day run faster or slower;
   * bots on mineflayer still move in real time.
   */
  readonly speed?: number
  /** Names of the players who may use commands such as `/give`. */
  readonly operators?: readonly string[]
  /** Address to listen on; by default, `127.0.0.1`. */
  readonly host?: string
  /** Port to listen on; by default, any free port. */
  readonly port?: number
}

/** A running practice world. It has no accounts: any offline client on this machine can join. */
export interface PracticeWorld {
  readonly host: string
  readonly port: number
  readonly version: string
  /**
   * Joins a plain mineflayer bot, and waits until it has spawned. It has the 16 columns next to it then; the others follow, one
   * a tick.
   * @throws Error when the server does not let it in.
   */
  join(name: string, options?: Partial<BotOptions>): Promise<Bot>
  /** Sets a block by name, such as `chest` with `{ facing: 'south' }`; resolves to whether it changed. */
  setBlock(place: Position, block: string, properties?: Record<string, string>): Promise<boolean>
  /** Fills a box, both corners included; resolves to the number of changed blocks. */
  fill(
    from: Position,
    to: Position,
    block: string,
    properties?: Record<string, string>,
  ): Promise<number>
  /** Name of a block. */
  block(place: Position): Promise<string>
  /** Adds items to a player's inventory. */
  give(player: string, item: string, count?: number): Promise<void>
  /** Spawns a mob, such as `cow` or `zombie`. */
  spawn(mob: string, position: Position): Promise<void>
  /** Sets the time of day (ticks since sunrise). */
  time(ofDay: number): Promise<void>
  /** Moves a player; the position is that of its feet. */
  teleport(player: string, position: Position): Promise<void>
  /** Waits for a number of ticks of the world; resolves to the ticks since its start. */
  ticks(count: number): Promise<number>
  /** What the server's own inventory holds for a player, by item; null for a player who never joined. */
  inventory(player: string): Promise<Inventory | null>
  /** Everything that the server knows about players, mobs and item entities. */
  snapshot(): Promise<Snapshot>
  /** Disconnects all players and frees the port. */
  close(): Promise<void>
}

const DEFAULT_VERSION = '1.16.5'
const LOOPBACK = '127.0.0.1'
const CLOSED = 'the world is closed'

/**
 * Serves a seeded survival world over the Minecraft protocol, from its own thread. It leaves the timers and
 * handlers of the calling process alone.
 * @throws RangeError for a version that the practice world does not serve, and for other options that it cannot have.
 * @throws Error when the address cannot be listened on.
 */
export async function createPracticeWorld(
  options: PracticeWorldOptions = {},
): Promise<PracticeWorld> {
  const { seed = 1, version = DEFAULT_VERSION, difficulty = 'normal', host = LOOPBACK } = options
  checkOptions({ ...options, seed, version, difficulty })
  const worker = new Worker(
    new URL(`./practice-world-worker${extname(import.meta.url)}`, import.meta.url),
    { workerData: { ...options, seed, version, difficulty, host } },
  )
  // The client gets ready while the world starts. If it cannot, joining says so.
  void prepareClient(version).catch(() => {})
  const calls = new Calls(worker)
  const port = await new Promise<number>((resolve, reject) => {
    worker.on('error', reject)
    worker.on('message', (message: WorldMessage) => {
      if (message.type === 'ready') resolve(message.port)
      else if (message.type === 'failed')
        reject(new Error(`the practice world cannot start: ${message.reason}`))
      else calls.settle(message)
    })
  }).catch(async (error: unknown) => {
    await worker.terminate()
    throw error
  })
  const bots = new Set<Bot>()
  return {
    ...{ host, port, version },
    async join(name, settings = {}) {
      const bot = await joined({ ...settings, host, port, version, username: name })
      endOnce(bot)
      bots.add(bot)
      bot.once('end', () => void bots.delete(bot))
      return bot
    },
    setBlock: (...values) => calls.make('setBlock', ...values),
    fill: (...values) => calls.make('fill', ...values),
    block: (place) => calls.make('block', place),
    give: (...values) => calls.make('give', ...values),
    spawn: (mob, position) => calls.make('spawn', mob, position),
    time: (ofDay) => calls.make('time', ofDay),
    teleport: (player, position) => calls.make('teleport', player, position),
    ticks: (count) => calls.make('ticks', count),
    inventory: (player) => calls.make('inventory', player),
    snapshot: () => calls.make('snapshot'),
    async close() {
      for (const bot of bots) bot.end()
      calls.close()
      await worker.terminate()
    },
  }
}

/** Programs without types pass anything. @throws RangeError for an option that a world cannot have. */
function checkOptions(options: PracticeWorldOptions & { readonly version: string }): void {
  const {
    seed = 1,
    version,
    difficulty = 'normal',
    terrain = 'normal',
    time = 0,
    speed = 1,
  } = options
  if (!isServed(version)) throw new RangeError(notServed(version))
  if (!Number.isSafeInteger(seed)) throw new RangeError(`seed: ${seed} is not a whole number`)
  if (!DIFFICULTIES.includes(difficulty)) throw new RangeError(notOneOf('difficulty', DIFFICULTIES))
  if (!TERRAIN_NAMES.includes(terrain)) throw new RangeError(notOneOf('terrain', TERRAIN_NAMES))
  if (!Number.isInteger(time) || time < 0)
    throw new RangeError(`time: ${time} is not a whole number of ticks from 0`)
  if (!Number.isFinite(speed) || speed <= 0)
    throw new RangeError(`speed: ${speed} is not a number above 0`)
}

function notOneOf(option: string, choices: readonly string[]): string {
  return `${option} must be one of ${choices.join(', ')}`
}

/** Calls of a world in its thread. */
class Calls {
  readonly #worker: Worker
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #last = 0
  #isClosed = false

  constructor(worker: Worker) {
    this.#worker = worker
  }

  /** @throws Error with the reason of the world when it cannot carry out the call, or when it is closed. */
  async make<C extends WorldCall>(
    call: C,
    ...values: Parameters<WorldCalls[C]>
  ): Promise<Awaited<ReturnType<WorldCalls[C]>>> {
    if (this.#isClosed) throw new Error(CLOSED)
    const id = ++this.#last
    const answer = Promise.withResolvers<unknown>()
    this.#waiting.set(id, answer)
    // Vectors lose their methods on the way.
    const request: CallRequest = { id, call, values: values.map(plain) }
    this.#worker.postMessage(request)
    return (await answer.promise) as Awaited<ReturnType<WorldCalls[C]>>
  }

  settle(message: Extract<WorldMessage, { id: number }>): void {
    const answer = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    if (message.type === 'done') answer?.resolve(message.value)
    else answer?.reject(new Error(message.reason))
  }

  /** Rejects the calls that a closed world does not answer: those that wait, and all later ones. */
  close(): void {
    this.#isClosed = true
    for (const answer of this.#waiting.values()) answer.reject(new Error(CLOSED))
    this.#waiting.clear()
  }
}

/** A position as plain numbers; other values unchanged. */
function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('x' in value)) return value
  const { x, y, z } = value as Position
  return { x, y, z }
}

/**
 * Lets a bot end its connection once. A second end would start minecraft-protocol's close timer again, and that timer keeps
 * the process alive for 30 s. A world that closes before the connection has ended resets it, which is no error of the bot.
 */
function endOnce(bot: Bot): void {
  const end = bot.end.bind(bot)
  let ended = false
  bot.end = (reason) => {
    if (ended) return
    ended = true
    bot._client.removeAllListeners('error').on('error', () => {})
    end(reason)
  }
}

async function loadMineflayer() {
  return (await import('mineflayer')).default
}

/** Loads mineflayer and compiles the packets of a version, which takes several 100 ms and would delay the first bot. */
async function prepareClient(version: string): Promise<void> {
  await loadMineflayer()
  const { default: protocol } = await import('minecraft-protocol')
  for (const state of Object.values(protocol.states)) {
    protocol.createSerializer({ state, version, customPackets: {} })
    protocol.createDeserializer({ state, version, customPackets: {} })
  }
}

async function joined(settings: BotOptions): Promise<Bot> {
  const mineflayer = await loadMineflayer()
  const bot = mineflayer.createBot({
    ...{ auth: 'offline', hideErrors: true, validateChannelProtocol: false },
    ...settings,
  })
  await new Promise<void>((resolve, reject) => {
    bot.once('spawn', resolve)
    bot.once('error', reject)
    bot.once('kicked', (reason: unknown) => reject(new Error(`kicked: ${JSON.stringify(reason)}`)))
    bot.once('end', (reason) => reject(new Error(`the connection ended: ${reason}`)))
  })
  return bot
}
