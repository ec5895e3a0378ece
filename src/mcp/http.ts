import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { UsageError } from '#trial/errors'
import { isSameSecret, namesThisMachine } from '#wire/loopback'

const LOOPBACK = '127.0.0.1'
const PATH = '/mcp'
const TOKEN_BYTES = 24
/** Limit on clients, and on the size of a request (bytes). */
const MAX_SESSIONS = 32
const MAX_BODY_BYTES = 65_536

export interface HttpServer {
  readonly url: string
  close(): Promise<void>
}

/** A random token for clients of the HTTP server. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/**
 * Serves clients over streamable HTTP, on this machine only. Each request must contain the token, name this machine as its
 * host, and come from no page of another site.
 * @param newServer called for each client.
 * @throws UsageError when the server cannot listen on the port.
 */
export async function serveHttp(
  newServer: () => McpServer,
  { port, token }: { port: number; token: string },
): Promise<HttpServer> {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>()
  const app = new Hono()
  app.use(guard(token))
  app.all(PATH, async (c) => {
    const id = c.req.header('mcp-session-id')
    if (id !== undefined) {
      const session = sessions.get(id)
      return session ? session.handleRequest(c.req.raw) : c.text('unknown session\n', 404)
    }
    const [oldest] = sessions
    if (sessions.size >= MAX_SESSIONS && oldest) {
      sessions.delete(oldest[0])
      await oldest[1].close()
    }
    return (await newSession(newServer, sessions)).handleRequest(c.req.raw)
  })
  const server = createServer(getRequestListener(app.fetch))
  server.listen(port, LOOPBACK)
  await once(server, 'listening').catch((error: Error) => {
    throw new UsageError(`cannot listen on port ${port} (${error.message}); choose another --http`)
  })
  const bound = server.address() as AddressInfo
  return {
    url: `http://${LOOPBACK}:${bound.port}${PATH}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      await Promise.all([...sessions.values()].map((session) => session.close()))
      server.closeAllConnections()
      await closed
    },
  }
}

async function newSession(
  newServer: () => McpServer,
  sessions: Map<string, WebStandardStreamableHTTPServerTransport>,
): Promise<WebStandardStreamableHTTPServerTransport> {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (id) => void sessions.set(id, transport),
    onsessionclosed: (id) => void sessions.delete(id),
    maxRequestBodySize: MAX_BODY_BYTES,
  })
  await newServer().connect(transport)
  return transport
}

/** Rejects requests without the token, for other host names, and from pages of other sites. */
function guard(token: string) {
  return createMiddleware(async (c, next) => {
    const origin = c.req.header('origin')
    const isLocal =
      namesThisMachine(c.req.header('host')) && (origin === undefined || isLocalOrigin(origin))
    if (!isLocal) return c.text('forbidden: for clients on this machine only\n', 403)
    const [, given] = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '') ?? []
    if (!isSameSecret(given, token))
      return c.text('unauthorized: send the header "Authorization: Bearer TOKEN"\n', 401)
    return next()
  })
}

function isLocalOrigin(origin: string): boolean {
  const url = URL.parse(origin)
  return url !== null && namesThisMachine(url.host)
}
