import { afterAll, describe, expect, it } from 'vitest'
import { held, type McpSession, mcpProcess } from '../support/mcp.ts'

describe('an agent that knows Minecraft only through MCP', () => {
  let session: McpSession | undefined

  afterAll(() => session?.close())

  it('obtains a stone pickaxe', async () => {
    session = await mcpProcess('--practice', '--seed', '12')
    const { call, finish } = session
    expect((await call('plan', { item: 'stone_pickaxe' })).text).toContain('stone_pickaxe:1')
    const { text } = await finish(await call('obtain', { item: 'stone_pickaxe' }))
    expect(text).toMatch(/^done: obtain 1 stone_pickaxe; the server's inventory shows it/)
    expect(held(await call('inventory'), 'stone_pickaxe')).toBe(1)
    expect((await call('plan', { item: 'stone_pickaxe' })).text).toMatch(/^nothing to do/)
  }, 240_000)
})
