import type { Duplex } from 'node:stream'
import mineflayer, { type Bot, type BotOptions } from 'mineflayer'
import type { GameClock } from '#clock/game-clock'
import { DIFFICULTIES } from '#knowledge/difficulty'
import { type AccountKind, accountOf } from './accounts.ts'
import { ChunkErrors, readGlobalPalette, type UnreadableChunk } from './chunks.ts'
import { Client } from './client.ts'
import { confirmClicks } from './confirmations.ts'
import { showCursorStack } from './cursor-stack.ts'
import { heedDigAnswers } from './dig-answers.ts'
import { guardLine } from './line-guard.ts'
import { shareOwnSlots } from './own-slots.ts'
import { guardPackets } from './packet-guard.ts'
import { guardPhysics } from './physics-guard.ts'
import { reviveOnRespawn } from './revival.ts'
import { keepReasons, serverText } from './server-text.ts'
import { countServerTicks } from './server-ticks.ts'
import { rememberVersions } from './version-lookup.ts'
import { trackWorld } from './world-identity.ts'

/** The server to join, and the account. */
export interface JoinOptions {
  readonly host: string
  readonly port: number
  readonly version: string
  readonly username: string
  readonly auth: AccountKind
  /** Opens a connection within this process, in place of `host` and `port`. */
  readonly connect?: () => Duplex
}

/**
 * How a connection ends: the server kicks the player, the connection breaks, the server refuses the player, or an
 * uncaught error ends it.
 */
export type Loss = 'kicked' | 'cut' | 'refused' | 'fault'

/** The connection failed or was lost. */
export class ConnectionLost extends Error {
  readonly loss: Loss

  constructor(reason: string, loss: Loss, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'ConnectionLost'
    this.loss = loss
  }

  get kicked(): boolean {
    return this.loss === 'kicked'
  }

  /** A connection that ends with an uncaught error, which becomes the `cause`. */
  static byFault(error: Error): ConnectionLost {
    const reason = (error.stack ?? error.message).slice(0, FAULT_LENGTH)
    return new ConnectionLost(reason, 'fault', { cause: error })
  }
}

/** Limit on the text of an error with its stack (characters). */
const FAULT_LENGTH = 1000

/** Delay before an in-memory connection opens (ms). mineflayer misses its login if it opens sooner. */
const OPENING_MS = 100
/** Handlers of one event, above which Node warns of a leak: skills, reflexes and records watch the ticks. */
const MAX_LISTENERS = 32
/** Interval of the requests to respawn (ticks). */
const RESPAWN_TICKS = 20

/**
 * Joins a server.
 * @param onLost called once, when the connection ends after the player has spawned.
 * @param onUnreadable called for each chunk that the client cannot read. It stays unknown.
 * @returns the connection when the player has spawned at a position that the server has sent.
 * @throws ConnectionLost if the player cannot join.
 * @throws the signal's reason when `signal` fires first.
 */
export async function connect(
  options: JoinOptions,
  clock: GameClock,
  signal: AbortSignal,
  onLost: (error: ConnectionLost) => void,
  onUnreadable: (chunk: UnreadableChunk) => void = () => {},
): Promise<Client> {
  const { host, port, version, username, auth } = options
  const account = accountOf(auth)
  const settings: BotOptions = {
    host,
    port,
    version,
    username,
    auth,
    // Delver does not use the patterns, and crafted chat can keep their regular expressions busy forever.
    defaultChatPatterns: false,
    // Checking the types of the protocol's own channels again for each connection takes time.
    validateChannelProtocol: false,
    hideErrors: true,
    logErrors: false,
    // Standard output can be the line of a protocol.
    ...account.options((line) => console.error(line)),
    ...(options.connect ? inMemory(options.connect) : {}),
  }
  rememberVersions()
  const bot = createBot(settings)
  bot.setMaxListeners(MAX_LISTENERS)
  keepReasons(bot._client)
  guardLine(bot)
  guardPackets(bot, clock)
  readGlobalPalette(bot)
  const chunkErrors = new ChunkErrors(bot, onUnreadable)
  // mineflayer's own packet handlers are registered by then.
  bot.once('inject_allowed', () => {
    trackDifficulty(bot)
    trackWorld(bot)
    guardPhysics(bot)
    confirmClicks(bot, clock)
    countServerTicks(bot, clock)
    heedDigAnswers(bot)
    reviveOnRespawn(bot)
    shareOwnSlots(bot)
    showCursorStack(bot)
  })
  bot.on('resourcePack', () => acceptPack(bot))
  const over = new AbortController()
  let joinedDead = false
  bot.once('death', () => {
    if (over.signal.aborted) return
    joinedDead = true
    keepRespawning(bot, clock, over.signal).catch(() => {})
  })
  try {
    await new Promise<void>((resolve, reject) => {
      let lost = reject
      whenInWorld(bot, () => {
        lost = onLost
        resolve()
      })
      whenLost(bot, version, chunkErrors, (error) => lost(error))
      clock
        .wait(account.joinTicks, AbortSignal.any([signal, over.signal]))
        .then(() => reject(new ConnectionLost('the server did not let the player join', 'refused')))
        .catch(reject)
    })
    return new Client(bot, joinedDead)
  } catch (error) {
    bot.end('done')
    throw error
  } finally {
    over.abort()
  }
}

/** @throws ConnectionLost if mineflayer does not support the version. */
function createBot(settings: BotOptions): Bot {
  try {
    return mineflayer.createBot(settings)
  } catch (error) {
    throw new ConnectionLost(error instanceof Error ? error.message : String(error), 'refused')
  }
}

/**
 * Calls back once when the player is alive and the server has sent its position. Some servers send health first, and the
 * position only after they have made the chunks around it.
 */
function whenInWorld(bot: Bot, callback: () => void): void {
  let isSpawned = false
  let hasPosition = false
  let isOver = false
  const check = () => {
    if (isOver || !isSpawned || !hasPosition) return
    isOver = true
    callback()
  }
  bot.once('spawn', () => {
    isSpawned = true
    check()
  })
  bot.once('inject_allowed', () => {
    bot._client.on('respawn', () => {
      hasPosition = false
    })
    bot._client.on('position', () => {
      hasPosition = true
      check()
    })
  })
}

/** Repeats the request to respawn, because a server can ignore it while the player is still joining. */
async function keepRespawning(bot: Bot, clock: GameClock, over: AbortSignal): Promise<void> {
  for (;;) {
    await clock.wait(RESPAWN_TICKS, over)
    bot.respawn()
  }
}

/** Calls back once when the connection ends, with the reason that the server sent. */
function whenLost(
  bot: Bot,
  version: string,
  chunkErrors: ChunkErrors,
  callback: (error: ConnectionLost) => void,
): void {
  let kickReason: string | undefined
  let isOver = false
  let isOpen = false
  const finish = (reason: unknown) => {
    if (isOver) return
    isOver = true
    const loss = kickReason !== undefined ? 'kicked' : isOpen ? 'cut' : 'refused'
    callback(new ConnectionLost(kickReason ?? serverText(version, reason), loss))
  }
  bot._client.once('connect', () => {
    isOpen = true
  })
  const noteKick = (reason: unknown) => {
    kickReason = serverText(version, reason)
  }
  bot.once('kicked', noteKick)
  // A refusal can arrive before mineflayer listens to it.
  bot._client.once('disconnect', ({ reason }: { reason?: unknown }) => noteKick(reason))
  bot.once('end', finish)
  // Without a listener, an error after the end would terminate the process.
  bot.on('error', (error) => {
    // An unreadable packet is skipped, and the connection stays open.
    if ('field' in error || 'buffer' in error || chunkErrors.handle(error)) return
    finish(reasonOf(error))
  })
}

/**
 * Accepts a resource pack, because a server may kick players who do not. During the configuration phase mineflayer
 * accepts by itself.
 */
function acceptPack(bot: Bot): void {
  // mineflayer stores the id of the pack only after it emits the event.
  queueMicrotask(() => {
    if (bot._client.state === 'play') bot.acceptResourcePack()
  })
}

function inMemory(open: () => Duplex): object {
  return {
    connect(client: { setSocket(socket: Duplex): void; emit(event: 'connect'): void }) {
      client.setSocket(open())
      setTimeout(() => client.emit('connect'), OPENING_MS)
    },
  }
}

/** A host with several addresses fails with one error for each address. */
function reasonOf(error: Error): string {
  const [first = error] = error instanceof AggregateError ? error.errors : []
  return first instanceof Error ? first.message : String(first)
}

/**
 * Reads the difficulty from packets, because mineflayer confuses its names with numbers and omits `peaceful`. It is
 * undefined until the server sends it.
 */
function trackDifficulty(bot: Bot): void {
  const readDifficulty = ({ difficulty }: { difficulty?: unknown }) => {
    const known = DIFFICULTIES.find((name, number) => difficulty === name || difficulty === number)
    if (known) bot.game.difficulty = known
  }
  bot._client.on('login', readDifficulty)
  bot._client.on('difficulty', readDifficulty)
}
