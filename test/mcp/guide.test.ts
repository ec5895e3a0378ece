import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { PROMPTS } from '#mcp/prompts'
import { TOOLS } from '#mcp/tools'

const guide = readFileSync('docs/guides/agent-clients.md', 'utf8')

describe('the guide to agent clients', () => {
  it('lists every tool and prompt', () => {
    const listed = [...guide.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
    expect(listed).toEqual(Object.keys(TOOLS))
    for (const name of Object.keys(PROMPTS)) expect(guide).toContain(`\`${name}\``)
  })

  it('has configurations that clients can read', () => {
    const blocks = [...guide.matchAll(/^```json\n(.*?)^```$/gms)].map(([, text = '']) => text)
    expect(blocks).toHaveLength(2)
    for (const block of blocks)
      expect(JSON.stringify(JSON.parse(block))).toContain('"mineflayer-delver","mcp","--practice"')
  })
})
