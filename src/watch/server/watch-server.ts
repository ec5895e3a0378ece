import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { Assets } from '../assets/page-files.ts'
import { Access } from './access.ts'
import { Routes } from './routes.ts'
import type { SpeedControl } from './speed-control.ts'
import type { WatchedTrial } from './watched-trial.ts'

/** How long pages that are behind may take for the rest when the server closes (ms). */
const FAREWELL_MS = 2000

export interface WatchOptions {
  readonly trials: readonly WatchedTrial[]
  /** Address to listen on; from any but this machine's own, a token is asked for. */
  readonly host: string
  /** Port to listen on; 0 takes any free one. */
  readonly port: number
  readonly assets: Assets
  readonly control: SpeedControl
  /** How long a page may take no data before it is cut off (ms). */
  readonly stallMs?: number
}

/** Serves the page and the trials it shows, over one port. It only reads the trials' folders. */
export class WatchServer {
  /** Address to open in a browser, with the token where there is one. */
  readonly url: string
  readonly #server: Server
  readonly #routes: Routes

  private constructor(url: string, server: Server, routes: Routes) {
    this.url = url
    this.#server = server
    this.#routes = routes
  }

  /** @throws Error when the address cannot be listened on (`EADDRINUSE` and the like). */
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

  /** Shows these trials and no others. */
  show(trials: readonly WatchedTrial[]): void {
    this.#routes.show(trials)
  }

  /** Lets pages have the rest of what they are shown, for a short time, and ends. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    await Promise.race([this.#routes.close(), wait(FAREWELL_MS, undefined, { ref: false })])
    this.#server.closeAllConnections()
    await closed
  }
}

/** How a browser finds an address that is listened on: of all addresses, the first from outside. */
function publicAddress(host: string): string {
  if (host === '0.0.0.0' || host === '::') {
    const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
    const outer = all.find(({ internal, family }) => !internal && family === 'IPv4')
    return outer?.address ?? '127.0.0.1'
  }
  return host.includes(':') ? `[${host}]` : host
}
