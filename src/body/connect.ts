import type { Duplex } from 'node:stream'
import mineflayer, { type Bot, type BotOptions } from 'mineflayer'

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

/** The connection could not be made, or was lost. */
export class ConnectionLost extends Error {
  /** Whether the server threw the bot out, rather than the line breaking. */
  readonly kicked: boolean

  constructor(reason: string, kicked: boolean) {
    super(reason)
    this.name = 'ConnectionLost'
    this.kicked = kicked
  }
}

/** mineflayer loses its login when an in-memory connection opens sooner than this (ms). */
const OPENING_MS = 100
const MAX_REASON = 300

/**
 * Joins a server.
 * @returns the bot when it stands in the world.
 * @throws ConnectionLost when it did not come to that.
 */
export function connect(options: JoinOptions): Promise<Bot> {
  const { host, port, version, username, auth } = options
  const settings: BotOptions = {
    host,
    port,
    version,
    username,
    auth,
    hideErrors: true,
    logErrors: false,
    ...(options.connect ? inMemory(options.connect) : {}),
  }
  return new Promise((resolve, reject) => {
    const bot = mineflayer.createBot(settings)
    const lost = onLost(bot, reject)
    bot.once('spawn', () => {
      lost.off()
      resolve(bot)
    })
  })
}

/** Calls back once when the connection of a bot ends, with the reason that the server gave. */
export function onLost(bot: Bot, callback: (error: ConnectionLost) => void): { off(): void } {
  let kickReason: string | undefined
  const kicked = (reason: unknown) => {
    kickReason = plainText(reason)
  }
  const ended = (reason: string) => finish(new ConnectionLost(kickReason ?? plainText(reason), kickReason !== undefined))
  const failed = (error: Error) => finish(new ConnectionLost(plainText(error.message), false))
  const off = () => {
    bot.off('kicked', kicked)
    bot.off('end', ended)
    bot.off('error', failed)
    // Errors after the end concern nobody, but would end the process when nobody listens.
    bot.on('error', () => {})
  }
  const finish = (error: ConnectionLost) => {
    off()
    callback(error)
  }
  bot.on('kicked', kicked)
  bot.on('end', ended)
  bot.on('error', failed)
  return { off }
}

function inMemory(open: () => Duplex): object {
  return {
    connect(client: { setSocket(socket: Duplex): void; emit(event: 'connect'): void }) {
      client.setSocket(open())
      setTimeout(() => client.emit('connect'), OPENING_MS)
    },
  }
}

/** What a server says may be a chat component, and of any length. */
function plainText(reason: unknown): string {
  const text = typeof reason === 'string' ? reason : JSON.stringify(reason)
  return (text ?? 'no reason given').slice(0, MAX_REASON)
}
