import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobOf, sessionOf } from '../support/mcp.ts'
import { longIt } from '../support/versions.ts'

const LAUNCHER = fileURLToPath(new URL('../../bin/delver.js', import.meta.url))
const TOKEN = 'a-token-for-tests-only'

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2024-11-05',
    capabilities: {},
    clientInfo: { name: 'old', version: '1' },
  },
}

describe('delver mcp over HTTP', () => {
  let server: ChildProcess
  let url: URL
  let stderr = ''

  beforeAll(async () => {
    server = spawn(
      process.execPath,
      [
        LAUNCHER,
        'mcp',
        '--practice',
        '--difficulty',
        'peaceful',
        '--http',
        '0',
        '--username',
        'Ada,Ben',
      ],
      { env: { ...process.env, DELVER_MCP_TOKEN: TOKEN }, stdio: ['ignore', 'pipe', 'pipe'] },
    )
    url = await new Promise((resolve, reject) => {
      server.stderr?.on('data', (chunk: Buffer) => {
        stderr += String(chunk)
        const [, address] = /serving (http:\S+);/.exec(stderr) ?? []
        if (address) resolve(new URL(address))
      })
      server.once('exit', () => reject(new Error(stderr)))
    })
  }, 120_000)
  afterAll(async () => {
    const exited = once(server, 'exit')
    server.kill('SIGTERM')
    await exited
  })

  async function join() {
    const client = new Client({ name: 'test', version: '1.0.0' })
    const headers = { authorization: `Bearer ${TOKEN}` }
    const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers } })
    await client.connect(transport)
    return { ...sessionOf(client), transport }
  }

  /** The status of an answer to a request with these headers. */
  function post(headers: Record<string, string>): Promise<{ status: number; body: string }> {
    return new Promise((resolve, reject) => {
      const sent = request(
        url,
        {
          method: 'POST',
          headers: {
            authorization: `Bearer ${TOKEN}`,
            accept: 'application/json, text/event-stream',
            'content-type': 'application/json',
            ...headers,
          },
        },
        async (response) => {
          let body = ''
          for await (const chunk of response) body += String(chunk)
          resolve({ status: response.statusCode ?? 0, body })
        },
      )
      sent.once('error', reject)
      sent.end(JSON.stringify(INITIALIZE))
    })
  }

  it('speaks the older protocol of an older client', async () => {
    const { status, body } = await post({})
    expect(status).toBe(200)
    expect(body).toContain('"protocolVersion":"2024-11-05"')
  })

  it('refuses requests without the token, for other hosts, and from pages of other sites', async () => {
    expect((await post({ authorization: '' })).status).toBe(401)
    expect((await post({ authorization: 'Bearer wrong' })).status).toBe(401)
    expect((await post({ host: 'evil.example' })).status).toBe(403)
    expect((await post({ host: `127.0.0.1.evil.example:${url.port}` })).status).toBe(403)
    expect((await post({ origin: 'https://evil.example' })).status).toBe(403)
    expect((await post({ origin: 'null' })).status).toBe(403)
    expect((await post({ origin: `http://localhost:${url.port}` })).status).toBe(200)
    expect((await post({ 'mcp-session-id': 'no-such-session' })).status).toBe(404)
    expect((await post({ 'content-length': '9999999' })).status).toBe(413)
    expect(stderr).not.toContain(TOKEN)
  })

  longIt(
    'lets two clients use two agents at the same time',
    async () => {
      const [one, two] = await Promise.all([join(), join()])
      try {
        const [a, b] = await Promise.all([
          one.call('obtain', { item: 'dirt', count: 3, agent: 'Ada' }).then(one.finish),
          two.call('obtain', { item: 'dirt', count: 2, agent: 'Ben' }).then(two.finish),
        ])
        expect(a.text).toMatch(/^done: obtain 3 dirt/)
        expect(b.text).toMatch(/^done: obtain 2 dirt/)
        expect((await two.call('inventory', { agent: 'Ada' })).text).toMatch(/dirt \d/)
        expect((await one.call('status', { agent: 'Cleo' })).isError).toBe(true)
        const { text } = await one.call('look', { agent: 'Ada', picture: true })
        expect(text).toContain('no picture: start delver mcp with --watch')
      } finally {
        await Promise.all([one.close(), two.close()])
      }
    },
    90_000,
  )

  it('keeps the job of a client that dies, for another client to stop', async () => {
    const [one, two] = await Promise.all([join(), join()])
    const died = new AbortController()
    const dying = fetch(url, {
      method: 'POST',
      signal: died.signal,
      headers: {
        authorization: `Bearer ${TOKEN}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        'mcp-session-id': one.transport.sessionId ?? '',
        'mcp-protocol-version': '2025-11-25',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 99,
        method: 'tools/call',
        params: { name: 'obtain', arguments: { item: 'diamond', count: 9 } },
      }),
    })
    const isBusy = async () => !(await two.call('status')).text.includes('no job is running')
    while (!(await isBusy())) await two.call('inventory')
    died.abort()
    await dying
      .then(
        (response) => response.text(),
        () => {},
      )
      .catch(() => {})
    const busy = await two.call('obtain', { item: 'dirt' })
    expect(busy.text).toMatch(/^failed \(busy\): job \d+ \(obtain 9 diamond\)/)
    expect((await two.call('stop')).text).toMatch(/^stopped job \d+ \(obtain 9 diamond\)/)
    const after = await two.call('obtain', { item: 'dirt' })
    expect(jobOf(after) ?? after.text).toMatch(/^done: obtain 1 dirt/)
    await two.close()
  }, 60_000)
})
