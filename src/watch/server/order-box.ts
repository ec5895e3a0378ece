import type { Context } from 'hono'
import { z } from 'zod'

/** Limit on an order (characters): a line of chat. */
const MAX_ORDER = 256

const requestSchema = z.object({ text: z.string().trim().min(1).max(MAX_ORDER) })

/** Receives the orders that people type on the page; null where nothing takes orders. */
export type OrderSink = ((text: string) => void) | null

/** Tells the page whether to show its text box. */
export function orderStatus(c: Context, sink: OrderSink): Response {
  return c.json({ takesOrders: sink !== null })
}

/** Passes an order on. The answer of the companion appears in its chat. */
export async function takeOrder(c: Context, sink: OrderSink): Promise<Response> {
  if (!sink) return c.json({ error: 'nothing takes orders here' }, 409)
  // Pages of other origins can post forms and plain text, but JSON needs a preflight that fails.
  if (c.req.header('content-type') !== 'application/json')
    return c.json({ error: 'the content type must be application/json' }, 415)
  const { origin, host } = { origin: c.req.header('origin'), host: c.req.header('host') }
  if (origin !== undefined && origin !== `http://${host}`)
    return c.json({ error: 'orders come from this page only' }, 403)
  const read = requestSchema.safeParse(await c.req.json().catch(() => null))
  if (!read.success) return c.json({ error: `an order has 1 to ${MAX_ORDER} characters` }, 400)
  sink(read.data.text)
  return c.body(null, 204)
}
