import { type Duplex, duplexPair } from 'node:stream'
import type { ServerClient } from 'minecraft-protocol'
import { type Splitter, splitByLengths } from '#wire/packet-splitter'

/** The two ends of a connection inside this process, dressed as sockets. */
export interface Link {
  readonly client: Duplex
  readonly server: Duplex
  /** Hands over to the server what the client has sent so far: once a tick, as a server reads its packets. */
  deliver(): void
}

/**
 * A connection without a network. What the client sends arrives with the server's next tick; what
 * the server sends in one go arrives in one piece and at once.
 */
export function createLink(): Link {
  const [client, clientFar] = duplexPair()
  const [serverFar, server] = duplexPair()
  const upward = new Batch(serverFar)
  const downward = new Batch(clientFar)
  clientFar.on('data', (chunk: Buffer) => upward.add(chunk))
  clientFar.on('end', () => serverFar.end())
  serverFar.on('data', (chunk: Buffer) => {
    if (downward.add(chunk) === 1) queueMicrotask(() => downward.pass())
  })
  serverFar.on('end', () => {
    downward.pass()
    clientFar.end()
  })
  return { client: asSocket(client), server: asSocket(server), deliver: () => upward.pass() }
}

/** minecraft-protocol's side of a server for one client, and what takes apart what comes from it. */
type Side = ServerClient & { readonly socket: Duplex; readonly splitter: Splitter }

const ends = new WeakSet<Duplex>()

/**
 * Has what a server sends through a link go as it is, as from a server whose network-compression-threshold is -1: within a
 * process packing only takes time. To be called before minecraft-protocol tells the client to unpack. Other
 * connections stay as they are.
 */
export function leaveUnpacked(client: ServerClient): void {
  const side = client as Side
  if (!ends.has(side.socket)) return
  splitByLengths(side.splitter)
  Object.defineProperty(side, 'compressionThreshold', { set() {}, configurable: true })
  side.write = (name, params) => {
    if (name === 'compress') return
    // The next packet says that the client is let in: from here on all is minecraft-protocol's again.
    Reflect.deleteProperty(side, 'compressionThreshold')
    Reflect.deleteProperty(side, 'write')
    side.write(name, params)
  }
}

/** Chunks on their way to one end. */
class Batch {
  readonly #to: Duplex
  #chunks: Buffer[] = []

  constructor(to: Duplex) {
    this.#to = to
  }

  /** Returns how many chunks wait now. */
  add(chunk: Buffer): number {
    return this.#chunks.push(chunk)
  }

  pass(): void {
    if (this.#chunks.length > 0 && this.#to.writable) this.#to.write(Buffer.concat(this.#chunks))
    this.#chunks = []
  }
}

function asSocket(end: Duplex): Duplex {
  ends.add(end)
  return Object.assign(end, {
    setNoDelay() {},
    setTimeout() {},
    setKeepAlive() {},
    remoteAddress: '127.0.0.1',
    remotePort: 0,
  })
}
