import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { networkInterfaces } from 'node:os'
import { plainText, withoutStyles } from '#wire/plain-text'

/** A world that a player opened to LAN. */
export interface LanWorld {
  /** Address of the player's machine. */
  readonly host: string
  readonly port: number
  /** The announced text, usually `<player> - <world>`, as one plain line. */
  readonly name: string
}

/** Where the game announces a world that is open to LAN, every 1.5 s. */
const GROUP = '224.0.2.60'
const GROUP_PORT = 4445

const ANNOUNCEMENT = /\[MOTD\](.*?)\[\/MOTD\].*?\[AD\](?:[\d.]*:)?(\d{1,5})\[\/AD\]/s
/** Limit on an announcement (bytes). */
const MAX_BYTES = 1500
/** Limit on the name of a world (characters). */
const MAX_NAME = 80
const MAX_WORLDS = 20
const MAX_PORT = 65_535

export interface LanSearch {
  readonly signal: AbortSignal
  /** How long to listen (ms of wall-clock time). The game announces a world every 1,500 ms. */
  readonly ms: number
  /** Listens on this port of 127.0.0.1 in place of the game's group, for tests. */
  readonly port?: number
}

/**
 * Finds the worlds that are open to LAN. It only listens to the game's announcements, and sends nothing.
 * @returns each world once, in the order of the announcements.
 * @throws Error when the machine cannot listen.
 * @throws the signal's reason when it fires.
 */
export async function lanWorlds({ signal, ms, port }: LanSearch): Promise<LanWorld[]> {
  signal.throwIfAborted()
  const found = new Map<string, LanWorld>()
  const socket = createSocket({ type: 'udp4', reuseAddr: true })
  const failed = Promise.withResolvers<never>()
  socket.on('error', failed.reject)
  socket.on('message', (message, { address }) => {
    const world = announcedWorld(message, address)
    if (world && found.size < MAX_WORLDS) found.set(`${world.host}:${world.port}`, world)
  })
  const aborted = Promise.withResolvers<never>()
  const onAbort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  let timer: NodeJS.Timeout | undefined
  const listen = async () => {
    await bind(socket, port)
    await new Promise((resolve) => {
      timer = setTimeout(resolve, ms)
    })
  }
  try {
    await Promise.race([listen(), failed.promise, aborted.promise])
    return [...found.values()]
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
    socket.close()
  }
}

/** Reads an announcement, which any machine on the network can send. @returns null for anything else. */
export function announcedWorld(message: Buffer, host: string): LanWorld | null {
  if (message.length > MAX_BYTES) return null
  const [, text = '', digits = ''] = ANNOUNCEMENT.exec(message.toString('utf8')) ?? []
  const port = Number(digits)
  if (port < 1 || port > MAX_PORT) return null
  const name = plainText(withoutStyles(text), MAX_NAME)
  return { host, port, name: name || 'a world without a name' }
}

async function bind(socket: Socket, port: number | undefined): Promise<void> {
  const address = port === undefined ? { port: GROUP_PORT } : { port, address: '127.0.0.1' }
  socket.bind(address)
  await once(socket, 'listening')
  if (port === undefined) joinGroup(socket)
}

/** Joins the group on each network that has it. @throws Error when no network has it. */
function joinGroup(socket: Socket): void {
  let hasJoined = false
  let failure: unknown
  for (const { address, family } of Object.values(networkInterfaces()).flatMap(
    (all) => all ?? [],
  )) {
    if (family !== 'IPv4') continue
    try {
      socket.addMembership(GROUP, address)
      hasJoined = true
    } catch (error) {
      failure = error
    }
  }
  if (!hasJoined) throw failure ?? new Error('this machine has no IPv4 network')
}
