import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import {
  getDefaultEnvironment,
  StdioClientTransport,
} from '@modelcontextprotocol/sdk/client/stdio.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'

const LAUNCHER = fileURLToPath(new URL('../../bin/delver.js', import.meta.url))

/** An answer of a tool. */
export interface ToolAnswer {
  readonly text: string
  readonly isError: boolean
}

/** A client of a `delver mcp` process. */
export interface McpSession {
  readonly client: Client
  readonly pid: number
  /** Problems of the transport, such as text on standard output that is no message. */
  readonly errors: string[]
  /** What the process wrote to standard error. */
  stderr(): string
  call(tool: string, args?: Record<string, unknown>, options?: CallOptions): Promise<ToolAnswer>
  /** Waits for a job that an answer says is running. */
  finish(answer: ToolAnswer): Promise<ToolAnswer>
  close(): Promise<void>
}

export interface CallOptions {
  signal?: AbortSignal
  timeout?: number
  onprogress?: (progress: { progress: number; message?: string | undefined }) => void
}

/** Starts `delver mcp` with arguments, and connects a client over standard input and output. */
export function mcpProcess(...args: readonly string[]): Promise<McpSession> {
  return clientOf('mcp', args)
}

/** Starts a command with arguments, and connects a client over standard input and output. */
export async function clientOf(
  command: 'mcp' | 'play',
  args: readonly string[],
): Promise<McpSession> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [LAUNCHER, command, ...args],
    // The client passes on few variables by itself.
    env: { ...getDefaultEnvironment(), ...dataHome() },
    stderr: 'pipe',
  })
  let stderr = ''
  transport.stderr?.on('data', (chunk: Buffer) => {
    stderr += String(chunk)
  })
  const errors: string[] = []
  const client = new Client({ name: 'test', version: '1.0.0' })
  client.onerror = (error) => errors.push(error.message)
  try {
    await client.connect(transport)
  } catch (error) {
    throw new Error(stderr, { cause: error })
  }
  return {
    ...sessionOf(client),
    pid: transport.pid ?? 0,
    errors,
    stderr: () => stderr,
  }
}

function dataHome(): Record<string, string> {
  const { XDG_DATA_HOME: home } = process.env
  return home === undefined ? {} : { XDG_DATA_HOME: home }
}

/** The calls of a connected client. */
export function sessionOf(
  client: Client,
): Pick<McpSession, 'client' | 'call' | 'finish' | 'close'> {
  const call: McpSession['call'] = async (name, args = {}, options = {}) => {
    const result = (await client.callTool(
      { name, arguments: args },
      undefined,
      options,
    )) as CallToolResult
    const texts = result.content.flatMap((part) => (part.type === 'text' ? [part.text] : []))
    return { text: texts.join('\n'), isError: result.isError === true }
  }
  return {
    client,
    call,
    async finish(answer) {
      let latest = answer
      for (;;) {
        const job = jobOf(latest)
        if (job === undefined) return latest
        latest = await call('wait', { job, seconds: 30 })
      }
    },
    close: () => client.close(),
  }
}

/** The number of the job that an answer says is running. */
export function jobOf({ text }: ToolAnswer): number | undefined {
  const [, id] = /^running: job (\d+)/.exec(text) ?? []
  return id === undefined ? undefined : Number(id)
}

/** How many of an item the inventory holds, by the answer of `inventory`. */
export function held({ text }: ToolAnswer, item: string): number {
  const [, count = '0'] = new RegExp(`\\b${item} (\\d+)`).exec(text) ?? []
  return Number(count)
}
