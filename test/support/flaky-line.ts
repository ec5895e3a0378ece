import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A TCP line to a server on this machine that can be cut. */
export interface FlakyLine {
  readonly port: number
  /** Breaks every connection; new ones can be made. */
  cut(): void
  /** Breaks the next connection at the first word that comes over it. */
  cutNext(): void
  /** Lets nothing more through, without a word to either side; new connections are not affected. */
  fallSilent(): void
  /** Breaks every connection and refuses new ones. */
  close(): Promise<void>
}

export async function flakyLine(to: number): Promise<FlakyLine> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let toBreak = 0
  const server = createServer((near) => {
    if (toBreak > 0) {
      toBreak--
      near.once('data', () => near.resetAndDestroy())
      return
    }
    const far = connect(to, '127.0.0.1')
    const pair = [near, far] as const
    pairs.add(pair)
    near.pipe(far)
    far.pipe(near)
    for (const socket of pair) {
      socket.on('error', () => {})
      socket.on('close', () => {
        pairs.delete(pair)
        for (const other of pair) other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const pair of pairs) for (const socket of pair) socket.resetAndDestroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    cutNext() {
      toBreak++
    },
    fallSilent() {
      for (const [near, far] of pairs) {
        near.unpipe(far).pause()
        far.unpipe(near).pause()
      }
    },
    async close() {
      cut()
      await closed(server)
    },
  }
}

async function closed(server: Server): Promise<void> {
  if (!server.listening) return
  server.close()
  await once(server, 'close')
}
