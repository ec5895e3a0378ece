import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { afterAll, describe, expect, it } from 'vitest'
import { createPracticeWorld, type PracticeWorld } from '#api/practice-world'
import { type McpSession, mcpProcess } from '../support/mcp.ts'
import { longIt } from '../support/versions.ts'

const LAUNCHER = fileURLToPath(new URL('../../bin/delver.js', import.meta.url))

describe('delver mcp on a server', () => {
  let session: McpSession | undefined
  let world: PracticeWorld | undefined

  afterAll(async () => {
    await session?.close()
    await world?.close()
  })

  longIt(
    'survives a server that disappears in the middle of a job, and rejoins',
    async () => {
      world = await createPracticeWorld({ terrain: 'flat', difficulty: 'peaceful' })
      const { port } = world
      session = await mcpProcess('--port', String(port), '--wait', '0')
      const { call, finish } = session
      expect((await call('obtain', { item: 'diamond' })).text).toMatch(/^running: job 1/)
      await world.close()
      const says = async (pattern: RegExp) => {
        while (!pattern.test((await call('status')).text)) await call('inventory')
      }
      await says(/^failed \(no-server\): the agent has not joined yet, or is rejoining/)
      expect((await call('say', { text: 'hello' })).text).toMatch(/^failed \(no-server\)/)
      expect((await call('stop')).text).toMatch(/^stopped job 1/)
      world = await createPracticeWorld({ terrain: 'flat', difficulty: 'peaceful', port })
      await says(/^at -?\d+ /)
      const { text } = await finish(await call('obtain', { item: 'dirt' }))
      expect(text).toMatch(/^done: obtain 1 dirt/)
      // The only source of the answer is what the server sent; here it can be asked.
      expect((await world.inventory('Delver'))?.dirt).toBe(1)
    },
    120_000,
  )

  longIt('says in one line that there is no server', async () => {
    const { exitCode, stdout, stderr } = await execa(
      process.execPath,
      [LAUNCHER, 'mcp', '--port', '1'],
      { reject: false },
    )
    expect(exitCode).toBe(3)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^error: [^\n]*127\.0\.0\.1:1[^\n]*$/)
  })

  it('refuses options of the other world', async () => {
    const { exitCode, stderr } = await execa(
      process.execPath,
      [LAUNCHER, 'mcp', '--practice', '--port', '25565'],
      { reject: false },
    )
    expect(exitCode).toBe(2)
    expect(stderr).toMatch(/^error: --port is for an existing server; leave it or --practice out$/)
  })
})
