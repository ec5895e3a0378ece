import type { OrderDesk } from '#mcp/order-desk'
import { ordersReference } from '#play/orders-reference'
import type { Terminal } from './terminal.ts'

/** How programs give orders over MCP: on standard input and output, or over HTTP. */
export type McpAccess =
  | { readonly type: 'stdio' }
  | {
      readonly type: 'http'
      readonly port: number
      /** Null for a new one. */
      readonly token: string | null
    }

/** An MCP server that takes orders. */
export interface OrderPost {
  /** Lets the orders of clients reach the companion, now that it has joined. */
  open(desk: OrderDesk): void
  /** Resolves when the client on standard input is gone; never for HTTP, which outlives its clients. */
  readonly abandoned: Promise<void>
  close(): Promise<void>
}

/** How long a call waits for its orders by default (s): less than the usual time limit of clients. */
const WAIT_SECONDS = 50

/**
 * Serves MCP clients that give orders. Call it before a simulation replaces the timers of the process.
 * @param name name of the companion.
 * @throws UsageError when the server cannot listen on the port.
 */
export async function serveOrders(
  access: McpAccess,
  name: string,
  terminal: Terminal,
): Promise<OrderPost> {
  const { createOrderServer } = await import('#mcp/order-server')
  const { promise: desk, resolve: open } = Promise.withResolvers<OrderDesk>()
  const reference = ordersReference()
  const newServer = () => createOrderServer({ name, reference, desk, waitSeconds: WAIT_SECONDS })
  if (access.type === 'stdio') {
    const { serveStdio } = await import('#mcp/stdio')
    const over = new AbortController()
    const abandoned = serveStdio(newServer(), over.signal)
    const close = async () => {
      over.abort()
      await abandoned
    }
    return { open, abandoned, close }
  }
  const { newToken, serveHttp } = await import('#mcp/http')
  const { port, token } = access
  const secret = token ?? newToken()
  const { url, close } = await serveHttp(newServer, { port, token: secret })
  terminal.note(`taking orders over MCP at ${url}`)
  if (token === null) terminal.note(`Authorization: Bearer ${secret}`)
  return { open, abandoned: new Promise(() => {}), close }
}
