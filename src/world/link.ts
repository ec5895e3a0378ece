import { type Duplex, duplexPair } from 'node:stream'
import type { ServerClient } from 'minecraft-protocol'
import { type Splitter, splitByLengths } from '#wire/packet-splitter'

/** The two ends of an in-process connection, which behave as sockets. */
export interface Link {
  readonly client: Duplex
  readonly server: Duplex
  /** Delivers what the client sent to the server: once a tick, when a server reads its packets. */
  deliver(): void
}

/**
 * A connection without a network. The client's packets arrive with the server's next tick; the server's packets
 * of one task arrive at once, in one chunk.
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

/** minecraft-protocol's server-side client with the fields that its types omit. */
type Side = ServerClient & { readonly socket: Duplex; readonly splitter: Splitter }

const ends = new WeakSet<Duplex>()

/**
 * Disables compression for a client on a link, as network-compression-threshold -1 does: within a process it only
 * costs time. Call it before minecraft-protocol sends the client the threshold. It ignores other connections.
 */
export function disableCompression(client: ServerClient): void {
  const side = client as Side
  if (!ends.has(side.socket)) return
  splitByLengths(side.splitter)
  Object.defineProperty(side, 'compressionThreshold', { set() {}, configurable: true })
  side.write = (name, params) => {
    if (name === 'compress') return
    // The next packet accepts the login: from there on minecraft-protocol works as usual.
    Reflect.deleteProperty(side, 'compressionThreshold')
    Reflect.deleteProperty(side, 'write')
    side.write(name, params)
  }
}

/** Chunks of data in transit to one end. */
class Batch {
  readonly #to: Duplex
  #chunks: Buffer[] = []

  constructor(to: Duplex) {
    this.#to = to
  }

  /** Returns the number of waiting chunks. */
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
