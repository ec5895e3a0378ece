/**
 * Gives the same jobs to MCP servers for Minecraft, each in its own practice world in real time, and compares calls,
 * time, tokens, success and false reports. The world's own inventory decides what is true.
 *
 *     npx node bench/mcp.ts delver [--seeds 1-2] [--limit 90] [--out FILE]
 *     npx node bench/mcp.ts fundamentallabs --script PATH/mcp-server.js
 *
 * Delver gets one call a job. The other servers have no tool for a whole job: they get the steps of Delver's plan, one after
 * the other, with their own tools, and each step a second time if it fails.
 */
import { appendFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { createPracticeWorld } from '#api/practice-world'
import { parseSeeds } from '#cli/seeds'
import { countOf } from '#knowledge/item-tags'
import { type Bench, PLAYER, registry, SUBJECTS, type Subject, VERSION } from './mcp-servers.ts'

const STEP_TRIES = 2
/** Time limit of one call (ms). */
const CALL_MS = 60_000

/** Ten jobs, from one call of any server to a chain of steps. */
const JOBS: readonly (readonly [item: string, count: number])[] = [
  ['log', 3],
  ['dirt', 8],
  ['planks', 8],
  ['stick', 4],
  ['crafting_table', 1],
  ['wooden_pickaxe', 1],
  ['wooden_sword', 1],
  ['cobblestone', 3],
  ['stone_pickaxe', 1],
  ['furnace', 1],
]

interface Row {
  readonly seed: number
  readonly job: string
  readonly success: boolean
  readonly claimed: boolean
  readonly calls: number
  readonly falseCalls: number
  readonly ticks: number
  readonly tokens: number
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: 'string', default: '1-2' },
    limit: { type: 'string', default: '90' },
    script: { type: 'string', default: '' },
    jobs: { type: 'string', default: '10' },
    out: { type: 'string' },
  },
})
const [name = 'delver'] = positionals
const subject = SUBJECTS[name]
if (!subject) throw new Error(`no server ${name}; there are ${Object.keys(SUBJECTS).join(', ')}`)
const rows: Row[] = []
let toolTokens = 0
let tools = 0
for (const seed of parseSeeds(values.seeds))
  for (const [item, count] of JOBS.slice(0, Number(values.jobs))) {
    const row = await play(subject, seed, item, count)
    rows.push(row)
    const line = JSON.stringify({ server: name, ...row })
    console.log(line)
    if (values.out) appendFileSync(values.out, `${line}\n`)
  }
const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0)
const summary = {
  server: name,
  tools,
  toolTokens,
  jobs: rows.length,
  successes: sum(({ success }) => Number(success)),
  falseJobs: sum(({ claimed, success }) => Number(claimed && !success)),
  falseCalls: sum(({ falseCalls }) => falseCalls),
  calls: sum(({ calls }) => calls),
  ticks: sum(({ ticks }) => ticks),
  answerTokens: sum(({ tokens }) => tokens),
}
console.log(JSON.stringify(summary))
if (values.out) appendFileSync(values.out, `${JSON.stringify(summary)}\n`)

/** One job in a fresh world. */
async function play(server: Subject, seed: number, item: string, count: number): Promise<Row> {
  const world = await createPracticeWorld({ seed, version: VERSION, difficulty: 'peaceful' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...server.args(world.port, values.script)],
    stderr: 'ignore',
    // The other servers find their packages through the environment of this process.
    env: Object.fromEntries(Object.entries(process.env).map(([key, value = '']) => [key, value])),
  })
  const client = new Client({ name: 'bench', version: '1.0.0' })
  await client.connect(transport)
  const listed = await client.listTools()
  tools = listed.tools.length
  toolTokens = encode(JSON.stringify(listed.tools)).length
  const inventory = async () => (await world.inventory(PLAYER)) ?? {}
  const held = async (wanted: string) => countOf(registry, await inventory(), wanted)
  let calls = 0
  let falseCalls = 0
  let tokens = 0
  const started = performance.now()
  const limitMs = Number(values.limit) * 1000
  const bench: Bench = {
    inventory,
    overdue: () => performance.now() - started > limitMs,
    async call({ tool, args, promises }) {
      for (let tries = 1; ; tries++) {
        calls++
        const before = promises ? await held(promises[0]) : 0
        const text = await answerOf(client, tool, args)
        tokens += encode(text).length
        if (!promises || !server.claims(text)) {
          if (promises && tries < STEP_TRIES && name !== 'delver' && !bench.overdue()) continue
          return text
        }
        // The server may take a moment to send what was gained.
        for (let waits = 0; waits < 20; waits++) {
          if ((await held(promises[0])) - before >= promises[1]) return text
          await new Promise((resolve) => setTimeout(resolve, 100))
        }
        falseCalls++
        return text
      }
    },
  }
  try {
    for (const step of server.join(world.port)) await answerOf(client, step.tool, step.args)
    await new Promise((resolve) => setTimeout(resolve, 3000))
    const begun = performance.now()
    const claimed = await server.run(bench, item, count)
    const ticks = Math.round((performance.now() - begun) / 50)
    const success = (await held(item)) >= count
    return { seed, job: `${item}:${count}`, success, claimed, calls, falseCalls, ticks, tokens }
  } finally {
    await client.close()
    await world.close()
  }
}

async function answerOf(
  client: Client,
  tool: string,
  args: Readonly<Record<string, unknown>>,
): Promise<string> {
  try {
    const result = (await client.callTool({ name: tool, arguments: { ...args } }, undefined, {
      timeout: CALL_MS,
    })) as CallToolResult
    const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
    return result.isError ? `failed: ${text}` : text
  } catch (error) {
    return `failed: ${error instanceof Error ? error.message : String(error)}`
  }
}
