import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { delverVersion } from '#trial/versions'
import type { Agents } from './agents.ts'
import { answerText } from './answers.ts'
import { PROMPTS } from './prompts.ts'
import type { AgentService, Answer, JobView } from './protocol.ts'
import { type TakePicture, TOOLS, type Tool } from './tools.ts'

/** Shortest time between two notifications of progress (ms). */
const PROGRESS_MS = 1000

export interface McpOptions {
  readonly agents: Agents
  /** How long a call waits for its job (ms). */
  readonly waitMs: number
  /** Address of the live page; null for none. */
  readonly page: string | null
  /** Null without a recording, which it needs. */
  readonly takePicture: TakePicture | null
}

const INSTRUCTIONS = `A Minecraft player that finishes jobs by itself and stays alive between them. Call obtain for whole tasks. Answers come from the server's inventory. One job at a time; a call that says "running" continues, and wait gets its end. 20 ticks are a second of game time.`

/** What clients can read, by name. */
const RESOURCES: Readonly<
  Record<string, { readonly description: string; read(agent: AgentService): Promise<Answer> }>
> = {
  inventory: { description: 'What the agent carries', read: (agent) => agent.inventory() },
  map: { description: 'Map of the surface that the agent knows', read: (agent) => agent.map() },
  memory: { description: 'Remembered places', read: (agent) => agent.memory() },
  events: { description: 'The latest events, one JSON a line', read: (agent) => agent.events() },
}

/** An MCP server for one client. Clients of one process share the agents. */
export function createMcpServer(options: McpOptions): McpServer {
  const server = new McpServer(
    { name: 'delver', version: delverVersion() },
    { instructions: INSTRUCTIONS },
  )
  for (const [name, tool] of Object.entries<Tool>(TOOLS)) addTool(server, name, tool, options)
  for (const agent of options.agents.names) addResources(server, agent, options.agents)
  for (const [name, { description, text }] of Object.entries(PROMPTS))
    server.registerPrompt(name, { description }, () => ({
      messages: [{ role: 'user', content: { type: 'text', text } }],
    }))
  return server
}

function addTool(server: McpServer, name: string, tool: Tool, options: McpOptions): void {
  const { agents, waitMs, page, takePicture } = options
  const [first = '', ...others] = agents.names
  // A client with one agent does not need to name it.
  const who = others.length > 0 ? { agent: z.enum([first, ...others]).default(first) } : {}
  server.registerTool(
    name,
    {
      description: tool.description,
      inputSchema: z.strictObject({ ...tool.input, ...who }),
      ...(tool.readOnly && { annotations: { readOnlyHint: true } }),
    },
    async ({ agent = first, ...args }: Record<string, unknown>, extra) => {
      const token = extra._meta?.progressToken
      const report = throttled((job, progress) => {
        if (token === undefined) return
        const params = {
          progressToken: token,
          progress,
          message: `${job.step} (${job.ticks} ticks)`,
        }
        // A client that is gone needs no progress.
        extra.sendNotification({ method: 'notifications/progress', params }).catch(() => {})
      })
      const call = { agents, agent: String(agent), waitMs, page, takePicture, signal: extra.signal }
      return tool.run(args, { ...call, progress: report })
    },
  )
}

/** Passes on at most one job a second, with a number that rises. */
function throttled(send: (job: JobView, progress: number) => void): (job: JobView) => void {
  let last = Number.NEGATIVE_INFINITY
  let sent = 0
  return (job) => {
    if (Date.now() - last < PROGRESS_MS) return
    last = Date.now()
    send(job, ++sent)
  }
}

function addResources(server: McpServer, name: string, agents: Agents): void {
  for (const [kind, { description, read }] of Object.entries(RESOURCES)) {
    const mimeType = kind === 'events' ? 'application/jsonl' : 'text/plain'
    server.registerResource(
      `${name} ${kind}`,
      `delver://${name}/${kind}`,
      { description, mimeType },
      async ({ href }) => {
        const text = answerText(await read(agents.agent(name)))
        return { contents: [{ uri: href, mimeType, text }] }
      },
    )
  }
}
