import type { Duplex } from 'node:stream'
import mineflayer, { type Bot, type BotOptions } from 'mineflayer'
import type { GameClock } from '#clock/game-clock'
import { DIFFICULTIES } from '#knowledge/difficulty'
import { Client } from './client.ts'
import { guardLine } from './line-guard.ts'
import { guardPackets } from './packet-guard.ts'
import { guardPhysics } from './physics-guard.ts'
import { serverText } from './server-text.ts'
import { rememberVersions } from './version-lookup.ts'

/** Where and how to join. */
export interface JoinOptions {
  readonly host: string
  readonly port: number
  readonly version: string
  readonly username: string
  readonly auth: 'offline' | 'microsoft'
  /** Opens a connection inside this process; where it is given, `host` and `port` are not used. */
  readonly connect?: () => Duplex
}

/**
 * How a connection ends: the server throws the bot out, the line breaks, nobody lets the bot in, or it
 * is given up for an error that nobody caught.
 */
export type Loss = 'kicked' | 'cut' | 'refused' | 'fault'

/** The connection could not be made, or was lost. */
export class ConnectionLost extends Error {
  readonly loss: Loss

  constructor(reason: string, loss: Loss, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'ConnectionLost'
    this.loss = loss
  }

  /** Whether the server threw the bot out. */
  get kicked(): boolean {
    return this.loss === 'kicked'
  }

  /** The connection is given up for an error that nobody caught; it is the `cause`. */
  static byFault(error: Error): ConnectionLost {
    const reason = (error.stack ?? error.message).slice(0, FAULT_LENGTH)
    return new ConnectionLost(reason, 'fault', { cause: error })
  }
}

/** How much of an error and its stack is kept (characters). */
const FAULT_LENGTH = 1000

/** mineflayer loses its login when an in-memory connection opens sooner than this (ms). */
const OPENING_MS = 100
/** Longest time from dialling to standing in the world; signing in with an account takes a person (ticks). */
const JOIN_TICKS = { offline: 1200, microsoft: 6000 }

/**
 * Joins a server.
 * @param onLost called once, when the connection ends after the bot has come to stand in the world.
 * @returns the connection when the bot stands in the world.
 * @throws ConnectionLost when it did not come to that.
 * @throws the signal's reason when `signal` fires first.
 */
export async function connect(
  options: JoinOptions,
  clock: GameClock,
  signal: AbortSignal,
  onLost: (error: ConnectionLost) => void,
): Promise<Client> {
  const { host, port, version, username, auth } = options
  const settings: BotOptions = {
    host,
    port,
    version,
    username,
    auth,
    // Nothing here reads the patterns, and a line of chat can be made to take them forever.
    defaultChatPatterns: false,
    // The types of the protocol's own channels are not to be checked anew with each connection.
    validateChannelProtocol: false,
    hideErrors: true,
    logErrors: false,
    ...(options.connect ? inMemory(options.connect) : {}),
  }
  rememberVersions()
  const bot = createBot(settings)
  guardLine(bot)
  guardPackets(bot, clock)
  // After mineflayer's own readers of packets, which are there by then.
  bot.once('inject_allowed', () => {
    learnDifficulty(bot)
    guardPhysics(bot)
  })
  bot.on('resourcePack', () => acceptPack(bot))
  const over = new AbortController()
  try {
    await new Promise<void>((resolve, reject) => {
      let lost = reject
      bot.once('spawn', () => {
        lost = onLost
        resolve()
      })
      whenLost(bot, version, (error) => lost(error))
      clock
        .wait(JOIN_TICKS[auth], AbortSignal.any([signal, over.signal]))
        .then(() => reject(new ConnectionLost('the server does not let the player in', 'refused')))
        .catch(reject)
    })
    return new Client(bot)
  } catch (error) {
    bot.end('done')
    throw error
  } finally {
    over.abort()
  }
}

/** @throws ConnectionLost when mineflayer does not play the version. */
function createBot(settings: BotOptions): Bot {
  try {
    return mineflayer.createBot(settings)
  } catch (error) {
    throw new ConnectionLost(error instanceof Error ? error.message : String(error), 'refused')
  }
}

/** Calls back once when the connection of a bot ends, with the reason that the server gave. */
function whenLost(bot: Bot, version: string, callback: (error: ConnectionLost) => void): void {
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
  bot.once('kicked', (reason: unknown) => {
    kickReason = serverText(version, reason)
  })
  bot.once('end', finish)
  // Errors after the end concern nobody, but would end the process when nobody listens.
  bot.on('error', (error) => {
    // A packet that cannot be read is skipped; the connection goes on.
    if (!('field' in error || 'buffer' in error)) finish(reasonOf(error))
  })
}

/**
 * A server may throw out who does not take its pictures and sounds. While the connection is being
 * configured mineflayer says yes by itself.
 */
function acceptPack(bot: Bot): void {
  // It notes which pack it is about only after it has told of it.
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

/** A host with several addresses fails with one error for each of them. */
function reasonOf(error: Error): string {
  const [first = error] = error instanceof AggregateError ? error.errors : []
  return first instanceof Error ? first.message : String(first)
}

/**
 * Reads the difficulty from the packets: mineflayer takes names of it for numbers, and leaves
 * `peaceful` out. It is undefined until the server has told it.
 */
function learnDifficulty(bot: Bot): void {
  const learn = ({ difficulty }: { difficulty?: unknown }) => {
    const known = DIFFICULTIES.find((name, number) => difficulty === name || difficulty === number)
    if (known) bot.game.difficulty = known
  }
  bot._client.on('login', learn)
  bot._client.on('difficulty', learn)
}
