import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { type OrderSink, orderStatus, takeOrder } from '#watch/server/order-box'

function appWith(sink: OrderSink): Hono {
  return new Hono()
    .get('/api/orders', (c) => orderStatus(c, sink))
    .post('/api/orders', (c) => takeOrder(c, sink)) as unknown as Hono
}

function post(app: Hono, body: string, headers: Record<string, string> = {}) {
  return app.request('http://127.0.0.1:3000/api/orders', {
    method: 'POST',
    headers: { host: '127.0.0.1:3000', 'content-type': 'application/json', ...headers },
    body,
  })
}

describe('the text box for orders', () => {
  it('passes an order on, trimmed', async () => {
    const heard: string[] = []
    const app = appWith((text) => heard.push(text))
    expect(await (await app.request('/api/orders')).json()).toEqual({ takesOrders: true })
    expect((await post(app, '{"text":" get 3 logs "}')).status).toBe(204)
    const own = { origin: 'http://127.0.0.1:3000' }
    expect((await post(app, '{"text":"<b>stop</b>"}', own)).status).toBe(204)
    expect(heard).toEqual(['get 3 logs', '<b>stop</b>'])
  })

  it('refuses other origins, other types, and what is no order', async () => {
    const heard: string[] = []
    const app = appWith((text) => heard.push(text))
    const foreign = { origin: 'http://evil.example' }
    expect((await post(app, '{"text":"stop"}', foreign)).status).toBe(403)
    expect((await post(app, '{"text":"stop"}', { 'content-type': 'text/plain' })).status).toBe(415)
    for (const wrong of [
      '',
      'x',
      '{}',
      '{"text":""}',
      '{"text":3}',
      `{"text":"${'x'.repeat(300)}"}`,
    ])
      expect((await post(app, wrong)).status).toBe(400)
    expect(heard).toEqual([])
  })

  it('is not there where nothing takes orders', async () => {
    const app = appWith(null)
    expect(await (await app.request('/api/orders')).json()).toEqual({ takesOrders: false })
    expect((await post(app, '{"text":"stop"}')).status).toBe(409)
  })
})
