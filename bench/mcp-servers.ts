/** MCP servers for Minecraft, and how `bench/mcp.ts` does a job with the tools of each. */
import { fileURLToPath } from 'node:url'
import { planFor } from '#agent/planner/symbolic-planner'
import type { Goal, ItemCounts } from '#goal/goal'
import { inventoryObservation } from '#goal/observation'
import { countOf, tagMembers } from '#knowledge/item-tags'
import { registryFor } from '#knowledge/registry'
import { goalLanguage } from '#skills/library'

/** Minecraft version of all jobs. */
export const VERSION = '1.16.5'
/** Name of the player that the servers play. */
export const PLAYER = 'Bencher'

/** Kinds of trees in that version, the more common first. */
const WOODS = ['oak', 'birch', 'spruce', 'acacia', 'jungle', 'dark_oak']
const LAUNCHER = fileURLToPath(new URL('../bin/delver.js', import.meta.url))

export const registry = registryFor(VERSION)
const language = goalLanguage(registry)

/** One call of a tool, and what its answer claims. */
export interface Step {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  /** What the inventory must have gained if the answer claims success; null where it claims nothing of the kind. */
  readonly promises: readonly [item: string, count: number] | null
}

/** What a job sees of its world and its MCP server. */
export interface Bench {
  /** @returns the answer's text */
  call(step: Step): Promise<string>
  /** What the world says the player carries. */
  inventory(): Promise<ItemCounts>
  /** Whether the job's time is up. */
  overdue(): boolean
}

/** An MCP server, and how the jobs are done with its tools. */
export interface Subject {
  args(port: number, script: string): readonly string[]
  /** Calls before the first job. */
  readonly join: (port: number) => readonly Step[]
  /** Whether an answer claims that the step was done. */
  claims(text: string): boolean
  /** Does a job. @returns whether the last answer claims that it is done. */
  run(bench: Bench, item: string, count: number): Promise<boolean>
}

const delver: Subject = {
  args: (port) => [LAUNCHER, 'mcp', '--port', String(port), '--username', PLAYER],
  join: () => [],
  claims: (text) => text.startsWith('done:'),
  async run(bench, item, count) {
    let text = await bench.call({ tool: 'obtain', args: { item, count }, promises: [item, count] })
    for (;;) {
      const [, job] = /^running: job (\d+)/.exec(text) ?? []
      if (job === undefined) return text.startsWith('done:')
      if (bench.overdue()) {
        await bench.call({ tool: 'stop', args: {}, promises: null })
        return false
      }
      const args = { job: Number(job), seconds: 20 }
      text = await bench.call({ tool: 'wait', args, promises: null })
    }
  },
}

/** @fundamentallabs/minecraft-mcp */
const fundamentallabs: Subject = {
  args: (_port, script) => [script],
  join: (port) => [
    { tool: 'joinGame', args: { username: PLAYER, host: '127.0.0.1', port }, promises: null },
  ],
  claims: (text) =>
    /finished|successfully/i.test(text) && !/mistake|failed|could not|cannot/i.test(text),
  run: (bench, item, count) =>
    byPlan(bench, { [item]: count }, async (goal, held) => {
      const [name, number] = targetOf(goal)
      if (needsTable(goal, held)) {
        const args = { itemName: 'crafting_table' }
        await bench.call({ tool: 'placeItemNearYou', args, promises: null })
      }
      if (goal.skill === 'craft') {
        const kind = craftedKind(name, held)
        const args = { item: kind, count: number }
        const text = await bench.call({ tool: 'craftItems', args, promises: [kind, number] })
        return fundamentallabs.claims(text)
      }
      for (const kind of sourcesOf(name)) {
        const args = { name: kind, count: number }
        const text = await bench.call({ tool: 'mineResource', args, promises: [name, number] })
        if ((await heldOf(bench, name)) >= number + countOf(registry, held, name))
          return fundamentallabs.claims(text)
      }
      return true
    }),
}

/** yuniko-software/minecraft-mcp-server */
const yuniko: Subject = {
  args: byAddress,
  join: () => [],
  claims: (text) => /^(Dug|Successfully crafted|Crafted|Placed)/i.test(text),
  run: (bench, item, count) =>
    byPlan(bench, { [item]: count }, async (goal, held) => {
      const [name, number] = targetOf(goal)
      if (needsTable(goal, held)) await placeTable(bench)
      if (goal.skill === 'craft') {
        const kind = craftedKind(name, held)
        const args = { outputItem: kind, amount: number }
        const text = await bench.call({ tool: 'craft-item', args, promises: [kind, number] })
        return yuniko.claims(text)
      }
      let claimed = false
      for (let dug = 0; dug < number && !bench.overdue(); dug++) {
        const found = await findBlock(bench, sourcesOf(name))
        if (!found) return false
        const text = await bench.call({ tool: 'dig-block', args: found, promises: [name, 1] })
        claimed = yuniko.claims(text)
        // A dug block is an item on the ground: the bot walks onto it.
        const args = { ...found, range: 1 }
        await bench.call({ tool: 'move-to-position', args, promises: null })
      }
      return claimed
    }),
}

/** Spacecer2/minecraft-mcp-server: grown out of yuniko's, with a tool that gathers and picks up. */
const spacecer: Subject = {
  args: byAddress,
  join: () => [],
  claims(text) {
    const [, have, wanted] = /^Collected (\d+)\/(\d+)/.exec(text) ?? []
    if (have !== undefined) return Number(have) >= Number(wanted)
    return /^Successfully crafted/.test(text)
  },
  run: (bench, item, count) =>
    byPlan(bench, { [item]: count }, async (goal, held) => {
      const [name, number] = targetOf(goal)
      if (needsTable(goal, held)) await placeTable(bench)
      if (goal.skill === 'craft') {
        const kind = craftedKind(name, held)
        // Its amount is the number of crafts.
        const made = language.recipes(name).find(({ skill }) => skill === 'craft')?.makes ?? 1
        const args = { outputItem: kind, amount: Math.ceil(number / made) }
        const text = await bench.call({ tool: 'craft-item', args, promises: [kind, number] })
        return spacecer.claims(text)
      }
      const args = {
        itemName: name === 'log' ? 'wood' : name,
        count: number + countOf(registry, held, name),
        maxAttempts: 20,
      }
      const text = await bench.call({ tool: 'collect-item', args, promises: [name, number] })
      return spacecer.claims(text)
    }),
}

/** The servers by the name that `bench/mcp.ts` takes. */
export const SUBJECTS: Readonly<Record<string, Subject>> = {
  delver,
  fundamentallabs,
  yuniko,
  spacecer,
}

function byAddress(port: number, script: string): readonly string[] {
  return [script, '--host', '127.0.0.1', '--port', String(port), '--username', PLAYER]
}

/** Does the steps of Delver's plan. */
async function byPlan(
  bench: Bench,
  target: ItemCounts,
  doStep: (goal: Goal, held: ItemCounts) => Promise<boolean>,
): Promise<boolean> {
  let claimed = false
  for (let rounds = 0; rounds < 12 && !bench.overdue(); rounds++) {
    const held = await bench.inventory()
    const task = { target, wear: null }
    const observation = inventoryObservation(registry, held)
    const plan = planFor(language, { task, observation, unavailable: new Set(), feedback: null })
    const [goal] = plan.ok ? plan.plan : []
    if (!goal) return claimed
    claimed = await doStep(goal, held)
  }
  return claimed
}

function targetOf(goal: Goal): readonly [name: string, count: number] {
  const [[name = '', count = 1] = []] = Object.entries(goal.target)
  return [name, count]
}

async function heldOf(bench: Bench, name: string): Promise<number> {
  return countOf(registry, await bench.inventory(), name)
}

function needsTable(goal: Goal, held: ItemCounts): boolean {
  return goal.tool === 'crafting_table' && (held.crafting_table ?? 0) > 0
}

/** Blocks that give an item, by their names. */
function sourcesOf(name: string): readonly string[] {
  if (name === 'log') return WOODS.map((wood) => `${wood}_log`)
  return [name === 'cobblestone' ? 'stone' : name]
}

/** The kind of a tag to craft: planks of the carried logs, or what the inventory holds most of. */
function craftedKind(name: string, held: ItemCounts): string {
  return name === 'planks' ? kindOf('log', held).replace('_log', '_planks') : kindOf(name, held)
}

/** The kind of a tag that the inventory holds most of, or a usual one. */
function kindOf(name: string, held: ItemCounts): string {
  const members = tagMembers(registry, name)
  const best = [...members].sort((a, b) => (held[b] ?? 0) - (held[a] ?? 0))[0]
  return best ?? name
}

/** Sets a crafting table beside the player, with the tools that yuniko's server and its descendants share. */
async function placeTable(bench: Bench): Promise<void> {
  const at = await bench.call({ tool: 'get-position', args: {}, promises: null })
  const [x = 0, y = 0, z = 0] = (at.match(/-?\d+(\.\d+)?/g) ?? []).map(Number)
  const args = { itemName: 'crafting_table' }
  await bench.call({ tool: 'equip-item', args, promises: null })
  const place = { x: Math.floor(x) + 1, y: Math.floor(y), z: Math.floor(z) }
  await bench.call({ tool: 'place-block', args: place, promises: null })
}

/** The nearest block of the first kind that is found. */
async function findBlock(
  bench: Bench,
  kinds: readonly string[],
): Promise<Readonly<Record<'x' | 'y' | 'z', number>> | null> {
  for (const blockType of kinds) {
    const args = { blockType, maxDistance: 48 }
    const text = await bench.call({ tool: 'find-block', args, promises: null })
    if (!text.startsWith('Found')) continue
    const [x = 0, y = 0, z = 0] = (/\(([^)]*)\)/.exec(text)?.[1] ?? '').split(',').map(Number)
    return { x, y, z }
  }
  return null
}
