import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Access } from './access.ts'
import type { Assets } from './assets.ts'
import { publicAddress } from './public-address.ts'
import { answer, type Reply } from './reply.ts'
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
    const routes = new Routes(options)
    const server = createServer((request, response) => {
      handle(access, routes, request, response).catch((error: unknown) => {
        console.error(error)
        if (response.headersSent) response.destroy()
        else answer(response, refusal(500, 'something is broken; the terminal says what'))
      })
    })
    server.listen(options.port, options.host)
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const query = access.token ? `?token=${access.token}` : ''
    return new WatchServer(`http://${publicAddress(options.host)}:${port}/${query}`, server, routes)
  }

  /** Lets pages have the rest of what they are shown, for a short time, and ends. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    await Promise.race([this.#routes.close(), wait(FAREWELL_MS, undefined, { ref: false })])
    this.#server.closeAllConnections()
    await closed
  }
}

async function handle(
  access: Access,
  routes: Routes,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = URL.parse(request.url ?? '', 'http://server')
  if (!url) return answer(response, refusal(400, 'no such address'))
  if (!access.admits(request, url, response))
    return answer(response, refusal(403, access.token ? NO_TOKEN : WRONG_HOST))
  const reply = await routes.reply(request, response, url.pathname)
  if (reply) answer(response, reply)
}

const NO_TOKEN = 'the address needs the ?token= that the command has printed'
const WRONG_HOST = 'open the page by the address that the command has printed'

function refusal(status: number, text: string): Reply {
  return { status, type: 'text/plain; charset=utf-8', body: `${text}\n` }
}
