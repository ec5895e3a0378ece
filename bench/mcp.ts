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
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { planFor } from '#agent/planner/symbolic-planner'
import { createPracticeWorld, type PracticeWorld } from '#api/practice-world'
import { parseSeeds } from '#cli/seeds'
import type { Goal, ItemCounts } from '#goal/goal'
import { inventoryObservation } from '#goal/observation'
import { countOf, tagMembers } from '#knowledge/item-tags'
import { registryFor } from '#knowledge/registry'
import { goalLanguage } from '#skills/library'

const VERSION = '1.16.5'
const PLAYER = 'Bencher'
const LAUNCHER = fileURLToPath(new URL('../bin/delver.js', import.meta.url))
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

const registry = registryFor(VERSION)
const language = goalLanguage(registry)

/** One call of a tool, and what its answer claims. */
interface Step {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  /** What the inventory must have gained if the answer claims success; null where it claims nothing of the kind. */
  readonly promises: readonly [item: string, count: number] | null
}

interface Bench {
  call(step: Step): Promise<string>
  held(item: string): Promise<number>
  readonly overdue: () => boolean
}

/** An MCP server, and how the jobs are done with its tools. */
interface Subject {
  args(port: number, script: string): readonly string[]
  /** Calls before the first job. */
  readonly join: (port: number) => readonly Step[]
  /** Whether an answer claims that the step was done. */
  claims(text: string): boolean
  /** Does a job. @returns whether the last answer claims that it is done. */
  run(bench: Bench, item: string, count: number): Promise<boolean>
}

/** Does the steps of Delver's plan. */
async function byPlan(
  bench: Bench,
  target: ItemCounts,
  inventory: () => Promise<ItemCounts>,
  doStep: (goal: Goal, held: ItemCounts) => Promise<boolean>,
): Promise<boolean> {
  let claimed = false
  for (let rounds = 0; rounds < 12 && !bench.overdue(); rounds++) {
    const held = await inventory()
    const task = { target, wear: null }
    const observation = inventoryObservation(registry, held)
    const plan = planFor(language, { task, observation, unavailable: new Set(), feedback: null })
    const [goal] = plan.ok ? plan.plan : []
    if (!goal) return claimed
    claimed = await doStep(goal, held)
  }
  return claimed
}

/** The kind of a tag that the inventory holds most of, or a usual one. */
function kindOf(name: string, held: ItemCounts): string {
  const members = tagMembers(registry, name)
  const best = [...members].sort((a, b) => (held[b] ?? 0) - (held[a] ?? 0))[0]
  return best ?? name
}

/** The planks that carried logs give. */
function planksOf(held: ItemCounts): string {
  return kindOf('log', held).replace('_log', '_planks')
}

let world: PracticeWorld
const inventory = async (): Promise<ItemCounts> => (await world.inventory(PLAYER)) ?? {}

const SUBJECTS: Readonly<Record<string, Subject>> = {
  delver: {
    args: (port) => [LAUNCHER, 'mcp', '--port', String(port), '--username', PLAYER],
    join: () => [],
    claims: (text) => text.startsWith('done:'),
    async run(bench, item, count) {
      let text = await bench.call({
        tool: 'obtain',
        args: { item, count },
        promises: [item, count],
      })
      for (;;) {
        const [, job] = /^running: job (\d+)/.exec(text) ?? []
        if (job === undefined) return text.startsWith('done:')
        if (bench.overdue()) {
          await bench.call({ tool: 'stop', args: {}, promises: null })
          return false
        }
        text = await bench.call({
          tool: 'wait',
          args: { job: Number(job), seconds: 20 },
          promises: null,
        })
      }
    },
  },
  fundamentallabs: {
    args: (_port, script) => [script],
    join: (port) => [
      { tool: 'joinGame', args: { username: PLAYER, host: '127.0.0.1', port }, promises: null },
    ],
    claims: (text) =>
      /finished|successfully/i.test(text) && !/mistake|failed|could not|cannot/i.test(text),
    run: (bench, item, count) =>
      byPlan(bench, { [item]: count }, inventory, async (goal, held) => {
        const [[name = '', number = 1] = []] = Object.entries(goal.target)
        if (goal.tool === 'crafting_table' && (held.crafting_table ?? 0) > 0)
          await bench.call({
            tool: 'placeItemNearYou',
            args: { itemName: 'crafting_table' },
            promises: null,
          })
        if (goal.skill === 'craft') {
          const kind = name === 'planks' ? planksOf(held) : kindOf(name, held)
          const args = { item: kind, count: number }
          const text = await bench.call({ tool: 'craftItems', args, promises: [kind, number] })
          return SUBJECTS.fundamentallabs?.claims(text) ?? false
        }
        const block = name === 'cobblestone' ? 'stone' : name
        for (const kind of block === 'log' ? ['birch_log', 'oak_log'] : [block]) {
          const args = { name: kind, count: number }
          const promises = [name === 'log' ? 'log' : name, number] as const
          const text = await bench.call({ tool: 'mineResource', args, promises })
          if ((await bench.held(name)) >= number + countOf(registry, held, name))
            return SUBJECTS.fundamentallabs?.claims(text) ?? false
        }
        return true
      }),
  },
  yuniko: {
    args: (port, script) => [
      script,
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      '--username',
      PLAYER,
    ],
    join: () => [],
    claims: (text) => /^(Dug|Successfully crafted|Crafted|Placed)/i.test(text),
    run: (bench, item, count) =>
      byPlan(bench, { [item]: count }, inventory, async (goal, held) => {
        const [[name = '', number = 1] = []] = Object.entries(goal.target)
        const claims = (text: string) => SUBJECTS.yuniko?.claims(text) ?? false
        if (goal.tool === 'crafting_table' && (held.crafting_table ?? 0) > 0) {
          const at = await bench.call({ tool: 'get-position', args: {}, promises: null })
          const [x = 0, y = 0, z = 0] = (at.match(/-?\d+(\.\d+)?/g) ?? []).map(Number)
          await bench.call({
            tool: 'equip-item',
            args: { itemName: 'crafting_table' },
            promises: null,
          })
          const place = { x: Math.floor(x) + 1, y: Math.floor(y), z: Math.floor(z) }
          await bench.call({ tool: 'place-block', args: place, promises: null })
        }
        if (goal.skill === 'craft') {
          const kind = name === 'planks' ? planksOf(held) : kindOf(name, held)
          const args = { outputItem: kind, amount: number }
          return claims(await bench.call({ tool: 'craft-item', args, promises: [kind, number] }))
        }
        const block = name === 'cobblestone' ? 'stone' : name
        const kinds = block === 'log' ? ['birch_log', 'oak_log'] : [block]
        let claimed = false
        for (let dug = 0; dug < number && !bench.overdue(); dug++) {
          let found: readonly number[] | undefined
          for (const blockType of kinds) {
            const args = { blockType, maxDistance: 48 }
            const text = await bench.call({ tool: 'find-block', args, promises: null })
            if (!text.startsWith('Found')) continue
            found = (/\(([^)]*)\)/.exec(text)?.[1] ?? '').split(',').map(Number)
            break
          }
          if (!found) return false
          const [x, y, z] = found
          const text = await bench.call({
            tool: 'dig-block',
            args: { x, y, z },
            promises: [name, 1],
          })
          claimed = claims(text)
          // A dug block is an item on the ground: the bot walks onto it.
          await bench.call({
            tool: 'move-to-position',
            args: { x, y, z, range: 1 },
            promises: null,
          })
        }
        return claimed
      }),
  },
}

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
  world = await createPracticeWorld({ seed, version: VERSION, difficulty: 'peaceful' })
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
  const held = async (wanted: string) => countOf(registry, await inventory(), wanted)
  let calls = 0
  let falseCalls = 0
  let tokens = 0
  const started = performance.now()
  const limitMs = Number(values.limit) * 1000
  const bench: Bench = {
    held,
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
