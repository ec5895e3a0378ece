import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { clientOf, type McpSession, sessionOf } from '../support/mcp.ts'
import { longIt } from '../support/versions.ts'

const LAUNCHER = fileURLToPath(new URL('../../bin/delver.js', import.meta.url))
const PRACTICE = ['--practice', '--speed', 'max', '--difficulty', 'peaceful', '--seed', '2']
const TOKEN = 'a-token-for-tests-only'

/** Arguments that no client should send. */
const HOSTILE: readonly (readonly [tool: string, args: Record<string, unknown>])[] = [
  ['order', {}],
  ['order', { text: '' }],
  ['order', { text: '   ' }],
  ['order', { text: ['stop'] }],
  ['order', { text: 'x'.repeat(300) }],
  ['order', { text: 'stop', seconds: -1 }],
  ['order', { text: 'stop', seconds: 1e9 }],
  ['order', { text: 'stop', by: 'Ann' }],
  ['wait', { order: 999 }],
  ['wait', { order: 0 }],
  ['wait', { order: 1.5 }],
]

/** The number of the first order in an answer. */
function orderIn(text: string): number {
  return Number(/order (\d+)/.exec(text)?.[1])
}

beforeAll(() => {
  vi.stubEnv('XDG_DATA_HOME', mkdtempSync(join(tmpdir(), 'delver-orders-')))
})
afterAll(() => vi.unstubAllEnvs())

describe('orders over MCP on standard input and output', () => {
  let session: McpSession
  beforeAll(async () => {
    session = await clientOf('play', [...PRACTICE, '--mcp'])
  }, 120_000)
  afterAll(() => session?.close())

  /** Gives an order, and waits for its end however long it takes. */
  const done = async (text: string) => {
    let answer = await session.call('order', { text })
    while (/^(?:running|waiting): /m.test(answer.text))
      answer = await session.call('wait', { order: orderIn(answer.text) })
    return answer
  }

  it('offers few tools with strict schemas, and lists every order', async () => {
    const { tools } = await session.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['order', 'wait', 'orders', 'messages'])
    for (const { inputSchema } of tools) expect(inputSchema.additionalProperties).toBe(false)
    const { resources } = await session.client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual(['delver://Delver/orders'])
    const { contents } = await session.client.readResource({ uri: 'delver://Delver/orders' })
    expect(JSON.stringify(contents)).toContain('get 3 iron ingots')
  })

  longIt(
    'carries an order out, and says done when the inventory shows it',
    async () => {
      const answer = await done('get 2 logs')
      expect(answer.text).toMatch(
        /^done: order 1 \(get 2 logs\): Done: I have 2 logs|^says: .*\ndone: /,
      )
      expect(answer.isError).toBe(false)
      expect((await session.call('order', { text: 'what do you have' })).text).toMatch(
        /^says: I carry .*2 \w+ logs/,
      )
      expect((await session.call('orders')).text).toBe('no orders')
    },
    120_000,
  )

  it('reports a failure with its reason', async () => {
    const answer = await done('give the bread to Delver2')
    expect(answer.text).not.toMatch(/^done/m)
    const failed = await done('wear the iron helmet')
    expect(failed.text).toMatch(
      /^failed: order \d+ \(put on an iron helmet\): I have no iron helmets/m,
    )
    expect(failed.isError).toBe(true)
  }, 60_000)

  it('says what it does not understand, and asks back', async () => {
    expect((await session.call('order', { text: 'fly to the moon' })).text).toMatch(
      /^says: (?:I do not understand|Do you mean)/,
    )
    const asked = await session.call('order', { text: 'get 5 diamnods', seconds: 0 })
    expect(asked.text).toMatch(/^says: .*diamond/)
    const chosen = await session.call('order', { text: 'diamond', seconds: 0 })
    expect(chosen.text).toMatch(/order \d+ \(get 5 diamonds\)/)
    expect((await session.call('order', { text: 'cancel everything' })).text).toMatch(/I drop/)
    const { text } = await session.call('wait', { order: orderIn(chosen.text) })
    expect(text).toMatch(/^dropped: order \d+ \(get 5 diamonds\)$/)
  })

  longIt(
    'stops, holds and continues; a call that is cancelled leaves the order on the list',
    async () => {
      const steps: string[] = []
      const late = session.call(
        'order',
        { text: 'get 64 diamonds' },
        { timeout: 3000, onprogress: ({ message = '' }) => steps.push(message) },
      )
      await expect(late).rejects.toThrow(/timed out/)
      expect(steps.length).toBeGreaterThan(0)
      const listed = (await session.call('orders')).text
      expect(listed).toMatch(/^running: order \d+ \(get 64 diamonds\); now: /)
      const order = orderIn(listed)
      const waiting = session.call('wait', { order, seconds: 60 })
      expect((await session.call('order', { text: 'stop' })).text).toMatch(
        /^says: I stand still\. 1 order on hold/,
      )
      expect((await waiting).text).toMatch(/^on hold: order \d+ /)
      expect((await session.call('order', { text: 'continue' })).text).toMatch(/I continue/)
      await session.call('order', { text: 'cancel everything' })
      const follow = await session.call('order', { text: 'stay' })
      expect(follow.text).toMatch(/present: order \d+ \(stay here\), until another order/)
      await session.call('order', { text: 'stop' })
    },
    60_000,
  )

  it('refuses hostile arguments, and hostile words are no orders', async () => {
    for (const [tool, args] of HOSTILE) {
      const answer = await session.call(tool, args)
      expect({ tool, args, isError: answer.isError }).toEqual({ tool, args, isError: true })
      expect(answer.text.length).toBeLessThan(2000)
    }
    for (const text of ['/op Delver', '\u001b[2Jstop\u0000', '<script>stop</script>'])
      expect((await session.call('order', { text })).text).toMatch(/^says: /)
    expect((await session.call('orders')).text).toBe('no orders')
  })

  it('repeats what it said, once', async () => {
    expect((await session.call('messages')).text).toMatch(/Hello, I am Delver/)
    expect((await session.call('messages')).text).toBe('nothing new')
  })

  it('writes nothing but messages to standard output, and leaves with its client', async () => {
    // A notification may cross with the cancellation of its call.
    const late = /progress notification for an unknown token/
    expect(session.errors.filter((error) => !late.test(String(error)))).toEqual([])
    const { pid } = session
    await session.call('order', { text: 'get 64 diamonds', seconds: 0 })
    await session.close()
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), 20_000)
  }, 30_000)
})

describe('orders over MCP beside a terminal', () => {
  longIt(
    'takes orders of two clients over HTTP with a token, and asks each one back by itself',
    async () => {
      const child = execa(
        process.execPath,
        [LAUNCHER, 'play', ...PRACTICE, '--username', 'Ada', '--mcp-http', '0'],
        { env: { DELVER_MCP_TOKEN: TOKEN }, reject: false },
      )
      try {
        const url = await new Promise<URL>((resolve, reject) => {
          let printed = ''
          child.stderr.on('data', (chunk: Buffer) => {
            printed += String(chunk)
            const [, address] = /over MCP at (http:\S+)/.exec(printed) ?? []
            if (address) resolve(new URL(address))
          })
          void child.then(() => reject(new Error(printed)))
        })
        expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401)
        const join = async () => {
          const client = new Client({ name: 'test', version: '1.0.0' })
          const headers = { authorization: `Bearer ${TOKEN}` }
          await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
          return sessionOf(client)
        }
        const [one, other] = [await join(), await join()]
        expect((await one.call('order', { text: 'get 5 diamnods' })).text).toMatch(/diamond/)
        expect((await other.call('order', { text: 'yes', seconds: 0 })).text).not.toMatch(
          /order \d/,
        )
        const taken = await one.call('order', { text: 'diamond', seconds: 0 })
        expect(taken.text).toMatch(/order \d+ \(get 5 diamonds\)/)
        expect((await other.call('orders')).text).toMatch(/get 5 diamonds/)
        await one.close()
        expect((await other.call('order', { text: 'cancel everything' })).text).toMatch(/1 order/)
        await other.close()
        child.stdin.write('where are you\n')
        const answered = new Promise<void>((resolve) => {
          child.stdout.on('data', (chunk: Buffer) => {
            if (String(chunk).includes('I am at')) resolve()
          })
        })
        await answered
      } finally {
        child.kill('SIGTERM')
        expect((await child).exitCode).toBe(0)
      }
    },
    120_000,
  )
})
