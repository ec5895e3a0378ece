import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CallToolResultSchema, LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TOOLS, type ToolName } from '#mcp/tools'
import { readEvents } from '#trial/event-log'
import { chromiumPath } from '../support/chromium.ts'
import { held, jobOf, type McpSession, mcpProcess } from '../support/mcp.ts'
import { longIt, longItIf } from '../support/versions.ts'

/** Arguments of a call of each tool, and the beginning of its answer in a world where the agent is alone. */
const CALLS: Record<ToolName, { args: Record<string, unknown>; says: RegExp }> = {
  status: { args: {}, says: /^at -?\d+ \d+ -?\d+ in overworld/ },
  look: { args: { range: 48 }, says: /_log x\d+/ },
  inventory: { args: {}, says: /^carries / },
  plan: { args: { item: 'stone_pickaxe' }, says: /^1\. .*\nexpected: about \d+ ticks/s },
  obtain: { args: { item: 'log' }, says: /^done: obtain 1 log; the server's inventory shows it/ },
  do: { args: { skill: 'craft', item: 'planks', count: 4 }, says: /^done: craft.*inventory shows/ },
  go: { args: { place: 'start' }, says: /^done: go to .*place shows it/ },
  follow: { args: { player: 'Zoe' }, says: /^failed \(not-found\): .*does not see Zoe/ },
  give: {
    args: { player: 'Zoe', item: 'log' },
    says: /^failed \((not-found|missing-material)\)/,
  },
  wait: { args: { job: 1 }, says: /^done: / },
  stop: { args: {}, says: /^no job is running/ },
  say: { args: { text: 'hello there' }, says: /^sent/ },
  read_chat: { args: {}, says: /<Delver> hello there/ },
  remember_place: { args: { name: 'start' }, says: /^remembers start at/ },
}
const ORDER: readonly ToolName[] = [
  ...(['status', 'look', 'inventory', 'plan', 'remember_place', 'obtain', 'do', 'go'] as const),
  ...(['follow', 'give', 'wait', 'stop', 'say', 'read_chat'] as const),
]

/** Arguments that no client should send. */
const HOSTILE: readonly (readonly [tool: ToolName, args: Record<string, unknown>])[] = [
  ['obtain', {}],
  ['obtain', { item: 'log', count: 0 }],
  ['obtain', { item: 'log', count: 1e12 }],
  ['obtain', { item: 'log', count: 1.5 }],
  ['obtain', { item: 'log', count: '3' }],
  ['obtain', { item: ['log'] }],
  ['obtain', { item: '../../etc/passwd' }],
  ['obtain', { item: 'log\u001b[2J' }],
  ['obtain', { item: 'x'.repeat(100_000) }],
  ['obtain', { item: 'no_such_thing' }],
  ['obtain', { item: 'constructor' }],
  ['obtain', { item: 'log', extra: true }],
  ['do', { skill: 'toString', item: 'log' }],
  ['do', { skill: 'fish', item: 'diamond' }],
  ['do', { skill: 'mine' }],
  ['go', { place: '1e9 NaN Infinity' }],
  ['go', { place: '99999999999 0 0' }],
  ['go', { place: '__proto__' }],
  ['follow', { player: 'a b' }],
  ['follow', { player: 'Steve', seconds: 1e9 }],
  ['look', { range: 100_000 }],
  ['wait', { job: 999 }],
  ['wait', { job: -1 }],
  ['say', { text: '/op Delver' }],
  ['say', { text: ' \u200b /op Delver' }],
  ['say', { text: '' }],
  ['say', { text: 'x'.repeat(10_000) }],
  ['remember_place', { name: '../x' }],
]

describe('delver mcp over standard input and output', () => {
  let session: McpSession
  const folder = mkdtempSync(join(tmpdir(), 'mcp-'))

  beforeAll(async () => {
    const world = ['--practice', '--seed', '5', '--difficulty', 'peaceful']
    session = await mcpProcess(...world, '--watch', '--out', folder)
  }, 120_000)
  afterAll(() => session?.close())

  it('offers tools with strict schemas in the newest protocol', async () => {
    expect(session.client.getServerVersion()?.name).toBe('delver')
    expect(LATEST_PROTOCOL_VERSION).toBe('2025-11-25')
    const { tools } = await session.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(TOOLS))
    for (const { inputSchema } of tools) expect(inputSchema.additionalProperties).toBe(false)
  })

  longIt(
    'answers every tool',
    async () => {
      expect([...ORDER].sort()).toEqual(Object.keys(TOOLS).sort())
      for (const tool of ORDER) {
        const { args, says } = CALLS[tool]
        const answer = await session.finish(await session.call(tool, args))
        expect({ tool, text: answer.text }).toEqual({ tool, text: expect.stringMatching(says) })
      }
    },
    120_000,
  )

  it('tells what was gained, and how long it took', async () => {
    const before = held(await session.call('inventory'), 'dirt')
    const { text } = await session.finish(
      await session.call('do', { skill: 'mine', item: 'dirt', count: 2 }),
    )
    expect(text).toMatch(/^done: mine/)
    const after = held(await session.call('inventory'), 'dirt')
    expect(after - before).toBeGreaterThanOrEqual(2)
    expect(text).toContain(`holds: dirt ${after}`)
    expect(text).toMatch(new RegExp(`gained: .*\\bdirt ${after - before}\\b`))
    expect(text).toMatch(/ticks: [1-9]\d*$/m)
  }, 60_000)

  it('refuses hostile arguments and continues', async () => {
    for (const [tool, args] of HOSTILE) {
      const answer = await session.call(tool, args)
      expect({ tool, args, isError: answer.isError }).toEqual({ tool, args, isError: true })
      expect(answer.text.length).toBeLessThan(2000)
    }
    expect((await session.call('status')).text).toContain('no job is running')
  })

  it('gives a typed failure with a suggestion', async () => {
    const { text } = await session.call('obtain', { item: 'iron_pickax' })
    expect(text).toMatch(/^failed \(bad-request\): .*did you mean iron_pickaxe/)
    expect(text).toMatch(/^suggestion: /m)
  })

  it('wants no item for skills whose goals have one object, and reports none', async () => {
    for (const skill of ['sleep', 'ignite', 'portal', 'enter']) {
      const { text } = await session.finish(await session.call('do', { skill }))
      expect(text).toMatch(/^failed \((?!bad-request)/)
      expect(text).not.toContain('holds:')
    }
    const mine = await session.call('do', { skill: 'mine' })
    expect(mine.text).toMatch(/^failed \(bad-request\): the skill mine needs an item; give one/)
  }, 60_000)

  it('suggests nothing that contradicts the failure', async () => {
    const sleep = await session.call('do', { skill: 'sleep', item: 'bed' })
    expect(sleep.text).toMatch(/^failed \(missing-station\): .*needs a bed/)
    expect(sleep.text).toContain('suggestion: obtain or build what the reason names first')
    const elytra = await session.call('plan', { item: 'elytra' })
    expect(elytra.text).toMatch(/^failed \(gave-up\): elytra has no source/)
    expect(elytra.text).toContain('other terrain helps only if something was not found')
  })

  longIt(
    'reports progress, does one job at a time, and outlives the time limit of a client',
    async () => {
      const messages: string[] = []
      const late = session.call(
        'obtain',
        { item: 'diamond', count: 64 },
        { timeout: 3000, onprogress: ({ message = '' }) => messages.push(message) },
      )
      await expect(late).rejects.toThrow(/timed out/)
      expect(messages.length).toBeGreaterThan(0)
      const second = await session.call('obtain', { item: 'dirt', count: 64 })
      expect(second.text).toMatch(/^failed \(busy\): job \d+ \(obtain 64 diamond\)/)
      const [, id] = /job (\d+)/.exec(second.text) ?? []
      const waited = await session.call('wait', { job: Number(id), seconds: 0 })
      expect(jobOf(waited)).toBe(Number(id))
      expect(jobOf(await session.call('wait', { seconds: 0 }))).toBe(Number(id))
      expect((await session.call('stop')).text).toMatch(/^stopped job/)
      const ended = await session.call('wait', { job: Number(id) })
      expect(ended.text).toMatch(/^failed \(stopped\)/)
    },
    60_000,
  )

  it('stops a job that the client cancels', async () => {
    const cancelled = new AbortController()
    const work = session.call(
      'obtain',
      { item: 'diamond', count: 64 },
      { signal: cancelled.signal },
    )
    const busy = async () => !(await session.call('status')).text.includes('no job is running')
    while (!(await busy())) await session.call('inventory')
    cancelled.abort('the user changed their mind')
    await expect(work).rejects.toThrow()
    while (await busy()) await session.call('inventory')
  }, 60_000)

  it('links to the live page, and keeps the log of a trial', async () => {
    const { text } = await session.finish(await session.call('do', { skill: 'mine', item: 'dirt' }))
    const [, url = ''] = /^page: (\S+)$/m.exec(text) ?? []
    expect((await fetch(url)).status).toBe(200)
    const events = readEvents(join(folder, 'Delver'))
    expect(events[0]).toMatchObject({ type: 'trial-start', settings: { task: 'mcp' } })
    expect(events.some(({ type }) => type === 'skill-end')).toBe(true)
  }, 60_000)

  longItIf(chromiumPath !== undefined)(
    'adds a picture of the agent to what it knows',
    async () => {
      const { content } = CallToolResultSchema.parse(
        await session.client.callTool({ name: 'look', arguments: { picture: true } }, undefined, {
          timeout: 100_000,
        }),
      )
      expect(content).toMatchObject([
        { type: 'text', text: expect.stringMatching(/^at /) },
        { type: 'image', mimeType: 'image/jpeg', data: expect.stringMatching(/^\/9j\//) },
      ])
    },
    120_000,
  )

  it('has resources and prompts', async () => {
    const { resources } = await session.client.listResources()
    for (const { uri, mimeType } of resources) {
      const { contents } = await session.client.readResource({ uri })
      expect(contents).toMatchObject([{ uri, mimeType }])
    }
    expect(resources.map(({ uri }) => uri)).toEqual(
      ['inventory', 'map', 'memory', 'events'].map((kind) => `delver://Delver/${kind}`),
    )
    const { prompts } = await session.client.listPrompts()
    expect(prompts.length).toBeGreaterThan(2)
    const [prompt] = prompts
    const { messages } = await session.client.getPrompt({ name: prompt?.name ?? '' })
    expect(messages).toHaveLength(1)
  })

  it('writes nothing but messages to standard output', () => {
    expect(session.errors).toEqual([])
  })

  it('leaves when the client is gone in the middle of a job', async () => {
    const { pid } = session
    void session.call('obtain', { item: 'diamond' }).catch(() => {})
    await session.call('status')
    await session.close()
    expect(() => process.kill(pid, 0)).toThrow()
  }, 30_000)
})
