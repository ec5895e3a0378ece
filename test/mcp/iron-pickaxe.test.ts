import { afterAll, describe, expect } from 'vitest'
import { held, type McpSession, mcpProcess } from '../support/mcp.ts'
import { longIt } from '../support/versions.ts'

describe('an agent that knows Minecraft only through MCP', () => {
  let session: McpSession | undefined

  afterAll(() => session?.close())

  longIt(
    'obtains an iron pickaxe',
    async () => {
      session = await mcpProcess('--practice', '--seed', '1')
      const { call, finish } = session
      expect((await call('plan', { item: 'iron_pickaxe' })).text).toContain('iron_pickaxe:1')
      const { text } = await finish(await call('obtain', { item: 'iron_pickaxe' }))
      expect(text).toMatch(/^done: obtain 1 iron_pickaxe; the server's inventory shows it/)
      expect(held(await call('inventory'), 'iron_pickaxe')).toBe(1)
      expect((await call('plan', { item: 'iron_pickaxe' })).text).toMatch(/^nothing to do/)
    },
    240_000,
  )
})
