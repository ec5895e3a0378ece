import { once } from 'node:events'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'

/**
 * Serves one client on standard input and output until the client closes them or the signal fires. Nothing else may write to
 * standard output.
 */
export async function serveStdio(server: McpServer, signal: AbortSignal): Promise<void> {
  const gone = Promise.withResolvers<void>()
  const leave = () => gone.resolve()
  process.stdin.once('end', leave)
  process.stdin.once('close', leave)
  // A client that died closes the pipe.
  process.stdout.on('error', leave)
  await server.connect(new StdioServerTransport())
  if (!signal.aborted) await Promise.race([gone.promise, once(signal, 'abort')])
  await server.close()
}
