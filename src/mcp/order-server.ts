import { randomUUID } from 'node:crypto'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { delverVersion } from '#trial/versions'
import { plainText } from '#wire/plain-text'
import { said, type ToolResult } from './answers.ts'
import type { OrderDesk, OrderView } from './order-desk.ts'

// A simulation replaces the timers of the process, but clients live in real time: load this file before it begins.
const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis

/** Limits of arguments: a line of chat, and the time of a call (s). */
const MAX_TEXT = 256
const MAX_WAIT_SECONDS = 600
/** Time between two notifications of progress (ms). */
const PROGRESS_MS = 1000
/** Limit on a line of an answer (characters). */
const MAX_LINE = 600

const INSTRUCTIONS =
  'A Minecraft companion that stays in its world and carries out orders in plain English, one after the other. Give orders with `order`; the resource of its orders lists all of them. It says done only if the inventory shows it. Orders stay on its list when a call ends. Other people may give it orders too.'

export interface OrderServerOptions {
  /** Name of the companion. */
  readonly name: string
  /** Every order that it understands, as Markdown. */
  readonly reference: string
  /** Resolves when the companion has joined: clients connect before, because some wait only briefly. */
  readonly desk: Promise<OrderDesk>
  /** How long a call waits for the end of its orders by default (s). */
  readonly waitSeconds: number
}

/** How a call waits for orders. */
interface Waiting {
  readonly seconds: number
  /** Fires when the client cancels the call or is gone. */
  readonly signal: AbortSignal
  /** Tells the client what the companion does now, with a number that rises. */
  progress(step: string, count: number): void
}

/** An MCP server for one client that gives orders to a companion. */
export function createOrderServer(options: OrderServerOptions): McpServer {
  const { name, reference, waitSeconds } = options
  const server = new McpServer(
    { name: 'delver-companion', version: delverVersion() },
    { instructions: INSTRUCTIONS },
  )
  const asker = ` client ${randomUUID()}`
  const seconds = z.int().min(0).max(MAX_WAIT_SECONDS).default(waitSeconds)
  server.registerTool(
    'order',
    {
      description:
        'Give orders in plain English, such as "get 3 iron ingots, then come", "bring Ann 16 torches", "build a hut", "what do you have", "stop". Waits for their end. Cancelling the call stops waiting, not the order: say "never mind".',
      inputSchema: z.strictObject({
        text: z.string().trim().min(1).max(MAX_TEXT),
        seconds: seconds.describe('how long to wait for the end'),
      }),
    },
    async ({ text, seconds }, extra) => {
      const desk = await options.desk
      const { says, taken } = desk.order(text, asker)
      const lines = says.map((line) => `says: ${plainText(line, MAX_LINE)}`)
      await waitFor(desk, taken, { seconds, ...clientOf(extra) })
      return answered(desk, taken, lines)
    },
  )
  server.registerTool(
    'wait',
    {
      description: 'Wait for the end of an order.',
      inputSchema: z.strictObject({ order: z.int().positive(), seconds }),
      annotations: { readOnlyHint: true },
    },
    async ({ order, seconds }, extra) => {
      const desk = await options.desk
      if (!desk.find(order))
        return { ...said(`failed (bad-request): there is no order ${order}`), isError: true }
      await waitFor(desk, [order], { seconds, ...clientOf(extra) })
      return answered(desk, [order], [])
    },
  )
  server.registerTool(
    'orders',
    {
      description: 'The orders on its list, those of other people too, and what it does now.',
      inputSchema: z.strictObject({}),
      annotations: { readOnlyHint: true },
    },
    async () => {
      const desk = await options.desk
      const lines = desk.list().map((one) => lineOf(one, desk))
      return said(lines.length > 0 ? lines.join('\n') : 'no orders')
    },
  )
  let heard = 0
  server.registerTool(
    'messages',
    {
      description: 'What it has said to all people since the last call.',
      inputSchema: z.strictObject({}),
      annotations: { readOnlyHint: true },
    },
    async () => {
      const desk = await options.desk
      const { lines, missed, next } = desk.said(heard)
      heard = next
      const note = missed > 0 ? [`(${missed} earlier lines left out)`] : []
      const text = [...note, ...lines.map((line) => plainText(line, MAX_LINE))]
      return said(text.join('\n') || 'nothing new')
    },
  )
  const uri = `delver://${name}/orders`
  const mimeType = 'text/markdown'
  server.registerResource(
    `${name} orders`,
    uri,
    { description: 'Every order that the companion understands', mimeType },
    ({ href }) => ({ contents: [{ uri: href, mimeType, text: reference }] }),
  )
  return server
}

/** What a request says about its client, as far as waiting is concerned. */
interface Client {
  readonly signal: AbortSignal
  readonly _meta?: { readonly progressToken?: string | number | undefined } | undefined
  sendNotification(notification: {
    method: 'notifications/progress'
    params: { progressToken: string | number; progress: number; message: string }
  }): Promise<void>
}

function clientOf(extra: Client): Pick<Waiting, 'signal' | 'progress'> {
  const progressToken = extra._meta?.progressToken
  return {
    signal: extra.signal,
    progress(message, progress) {
      if (progressToken === undefined) return
      const params = { progressToken, progress, message }
      // A client that is gone needs no progress.
      extra.sendNotification({ method: 'notifications/progress', params }).catch(() => {})
    },
  }
}

/** Waits until orders are over, are on hold or last until another order, or the time is up. */
async function waitFor(
  desk: OrderDesk,
  ids: readonly number[],
  { seconds, signal, progress }: Waiting,
): Promise<void> {
  const isAwaited = () => ids.some((id) => isUnderWay(desk.find(id)))
  if (!isAwaited() || seconds === 0 || signal.aborted) return
  const timeUp = Promise.withResolvers<void>()
  const end = () => timeUp.resolve()
  const timer = setTimeout(end, seconds * 1000)
  let count = 0
  const reports = setInterval(() => progress(desk.step, ++count), PROGRESS_MS)
  signal.addEventListener('abort', end, { once: true })
  const isUp = timeUp.promise.then(() => true)
  try {
    while (isAwaited()) if (await Promise.race([isUp, desk.changed().then(() => false)])) break
  } finally {
    clearTimeout(timer)
    clearInterval(reports)
    signal.removeEventListener('abort', end)
  }
}

/** Whether an order will be over without another word. */
function isUnderWay(order: OrderView | undefined): boolean {
  const kind = order?.state.kind
  return (kind === 'present' || kind === 'waiting') && order?.isOpenEnded === false
}

function answered(desk: OrderDesk, ids: readonly number[], lines: readonly string[]): ToolResult {
  const views = ids.flatMap((id) => desk.find(id) ?? [])
  const text = [...lines, ...views.map((one) => lineOf(one, desk))].join('\n')
  const hasFailed = views.some(({ state }) => state.kind === 'failed')
  return { ...said(text), ...(hasFailed && { isError: true }) }
}

/** An order and how far it is, in a line. */
function lineOf({ id, title, state, isOpenEnded }: OrderView, desk: OrderDesk): string {
  const order = `order ${id} (${title})`
  switch (state.kind) {
    case 'present':
      return isOpenEnded
        ? `present: ${order}, until another order; now: ${desk.step}`
        : `running: ${order}; now: ${desk.step}; use wait with order ${id} for its end`
    case 'waiting':
      return `waiting: ${order}`
    case 'on-hold':
      return `on hold: ${order}; order "continue" to resume`
    case 'dropped':
      return `dropped: ${order}`
    case 'done':
    case 'failed':
      return `${state.kind}: ${order}: ${plainText(state.text, MAX_LINE)}`
  }
}
