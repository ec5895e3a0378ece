import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { Assets } from '../assets/page-files.ts'
import type { FilmSink } from '../film/film-sink.ts'
import { Access } from './access.ts'
import type { OrderSink } from './order-box.ts'
import { Routes } from './routes.ts'
import type { SpeedControl } from './speed-control.ts'
import type { WatchedTrial } from './watched-trial.ts'

/** How long slow pages may take to receive the rest when the server closes (ms). */
const CLOSE_MS = 2000

export interface WatchOptions {
  readonly trials: readonly WatchedTrial[]
  /** Address to listen on. Requests need a token unless it is a loopback address. */
  readonly host: string
  /** Port to listen on; 0 picks a free one. */
  readonly port: number
  readonly assets: Assets
  readonly control: SpeedControl
  /** Receives orders from the page; omitted where nothing takes orders. */
  readonly orders?: OrderSink
  /** Called whenever a page begins to follow a trial. */
  readonly onFollowed?: () => void
  /** Receives a film that a page makes; omitted where none is made. */
  readonly film?: FilmSink
  /** How long a page may accept no data before it is disconnected (ms). */
  readonly stallMs?: number
}

/** Serves the page and its trials on one port. The server only reads the trials' folders. */
export class WatchServer {
  /** Address to open in a browser, including the token if there is one. */
  readonly url: string
  readonly #server: Server
  readonly #routes: Routes

  private constructor(url: string, server: Server, routes: Routes) {
    this.url = url
    this.#server = server
    this.#routes = routes
  }

  /** @throws Error when the server cannot listen on the address, such as `EADDRINUSE`. */
  static async start(options: WatchOptions): Promise<WatchServer> {
    const access = new Access(options.host)
    const routes = new Routes(options, access)
    const server = createServer(getRequestListener(routes.app.fetch))
    server.listen(options.port, options.host)
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const query = access.token ? `?token=${access.token}` : ''
    return new WatchServer(`http://${publicAddress(options.host)}:${port}/${query}`, server, routes)
  }

  /** Replaces the trials that are shown. */
  show(trials: readonly WatchedTrial[]): void {
    this.#routes.show(trials)
  }

  /** Closes the server, after giving pages a short time to receive the rest. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    await Promise.race([this.#routes.close(), wait(CLOSE_MS, undefined, { ref: false })])
    this.#server.closeAllConnections()
    await closed
  }
}

/** The host for the page's URL; for a wildcard address, the machine's first external IPv4 address. */
function publicAddress(host: string): string {
  if (host === '0.0.0.0' || host === '::') {
    const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
    const outer = all.find(({ internal, family }) => !internal && family === 'IPv4')
    return outer?.address ?? '127.0.0.1'
  }
  return host.includes(':') ? `[${host}]` : host
}
