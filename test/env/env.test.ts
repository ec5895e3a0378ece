import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readEvents } from '#trial/event-log'
import { readResult } from '#trial/result'
import { EnvClient } from '../support/env-client.ts'
import { longIt } from '../support/versions.ts'

let client: EnvClient

afterEach(async () => {
  await client.end()
})

async function started(...args: string[]): Promise<EnvClient> {
  client = new EnvClient(...args)
  expect(await client.read()).toMatchObject({ type: 'ready', protocol: 1 })
  return client
}

const STICKS = { type: 'reset', task: 'craft_sticks', world: 'text' }

describe.each([
  { world: 'text', hasBody: false },
  { world: 'practice', hasBody: true },
])('an environment of the $world world', ({ world, hasBody }) => {
  const reset = { type: 'reset', task: 'craft_sticks', world, seed: 3 }

  it('steps to the target, judges it, and repeats a history to the byte', async () => {
    const env = await started()
    const play = async () => [
      await env.ask(reset),
      await env.ask({ type: 'observe', kinds: ['oak_log', 'birch_log'] }),
      await env.act("craft({iron_pickaxe:1}, {iron_ingot:3, stick:2}, 'crafting_table')"),
      await env.act('mine({log:1}, null)'),
      await env.ask({ type: 'wait', ticks: 10 }),
      await env.act('craft({planks:4}, {log:1}, null)'),
      await env.act({ skill: 'craft', target: { stick: 4 }, materials: { planks: 2 } }),
    ]
    const first = await play()
    const [begun, seen, failed, mined, waited, , last] = first
    expect(begun).toMatchObject({
      type: 'reset',
      info: {
        task: 'craft_sticks',
        target: { item: 'stick', count: 1 },
        maxTicks: 3000,
        folder: null,
      },
    })
    expect(begun?.observation?.body === null).toBe(!hasBody)
    expect(begun?.observation?.text).toContain('My inventory has {}')
    expect(seen?.observation?.sources.some(({ kind }) => kind.endsWith('_log'))).toBe(hasBody)
    expect(failed).toMatchObject({
      ...{ reward: 0, terminated: false, truncated: false },
      info: { failure: { kind: expect.stringMatching(/^missing-|^no-/) }, end: null },
    })
    expect(mined).toMatchObject({
      reward: 0,
      info: { goal: 'mine({log:1}, null)', failure: null, milestones: ['log'] },
    })
    expect(Number(mined?.info?.ticks)).toBeGreaterThan(1)
    const before = Number(mined?.observation?.tick)
    expect(waited?.observation?.tick).toBe(before + 10)
    expect(last).toMatchObject({
      ...{ reward: 1, terminated: true, truncated: false },
      info: { end: 'success', failure: null, milestones: ['stick'] },
    })
    expect(last?.observation?.inventory.stick).toBeGreaterThan(0)
    expect(await env.act('mine({log:1}, null)')).toMatchObject({ kind: 'no-episode' })
    expect(await play()).toEqual(first)
  })

  longIt('truncates an episode that is out of time', async () => {
    const out = mkdtempSync(join(tmpdir(), 'delver-env-'))
    const env = await started('--out', out)
    const begun = await env.ask({ ...reset, task: 'obtain_diamond', maxTicks: 60 })
    expect(begun.info?.folder).toBe(join(out, 'episode-0001'))
    const late = await env.ask({ type: 'wait', ticks: 100 })
    expect(late).toMatchObject({ reward: 0, terminated: false, truncated: true })
    expect(late.info?.end).toBe('limit')
    expect(await env.end()).toBe(0)
    const result = readResult(join(out, 'episode-0001'))
    expect(result).toMatchObject({ end: 'limit', settings: { strategy: 'external', llm: null } })
    expect(readEvents(join(out, 'episode-0001')).at(0)).toMatchObject({ type: 'trial-start' })
    expect(env.stderr).toBe('')
  })
})

it('an environment interrupts an episode that is left', async () => {
  const out = mkdtempSync(join(tmpdir(), 'delver-env-'))
  const env = await started('--out', out)
  await env.ask(STICKS)
  expect(await env.ask(STICKS)).toMatchObject({ type: 'reset' })
  expect(await env.end()).toBe(0)
  const episodes = readdirSync(out).sort()
  expect(episodes).toEqual(['episode-0001', 'episode-0002'])
  const results = episodes.map((name) => readResult(join(out, name)))
  expect(results.map((result) => result?.end)).toEqual(['interrupted', 'interrupted'])
})

describe('a wrong line', () => {
  let env: EnvClient

  beforeAll(async () => {
    env = new EnvClient()
    await env.read()
    await env.ask(STICKS)
  })
  afterAll(() => env.end())

  it.each([
    ['text', 'no JSON', /not JSON/],
    ['a list', '[]', /./],
    ['an unknown type', '{"type":"fly"}', /type: /],
    ['no task', '{"type":"reset"}', /task: /],
    ['an unknown key', '{"type":"reset","task":"craft_sticks","cheat":true}', /cheat/],
    ['an unknown task', '{"type":"reset","task":"craft_stickz"}', /did you mean craft_sticks/],
    ['a group of tasks', '{"type":"reset","task":"all"}', /no task "all"/],
    [
      'a path for a version',
      '{"type":"reset","task":"torch","mcVersion":"../../etc"}',
      /Delver plays Minecraft 1\.12 to .*, not \.\.\/\.\.\/etc/,
    ],
    ['an old version', '{"type":"reset","task":"torch","mcVersion":"1.8.8"}', /not 1\.8\.8/],
    ['a huge seed', '{"type":"reset","task":"torch","seed":1e300}', /seed: /],
    ['a wait backwards', '{"type":"wait","ticks":-1}', /ticks: /],
    ['no goal', '{"type":"act"}', /goal: expected a goal as text/],
    ['no target', '{"type":"act","goal":{"skill":"mine","target":{}}}', /goal.target: /],
    ['a path', '{"type":"act","goal":{"skill":"mine","target":{"../x":1}}}', /goal/],
    [
      'an unknown kind',
      '{"type":"observe","kinds":["iron_oar"]}',
      /'iron_oar'.*did you mean .*iron_ore/,
    ],
    ['a long line', `{"type":"observe","kinds":["${'a'.repeat(100_000)}"]}`, /longer than 65536/],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x01]), /not JSON/],
    ['deep brackets', '['.repeat(30_000), /not JSON/],
  ])('is refused in one line, and the episode continues: %s', async (_, line, message) => {
    env.write(line)
    const refused = await env.read()
    expect(refused).toMatchObject({ type: 'error', kind: 'bad-request' })
    expect(refused.message).toMatch(message)
    expect(refused.message).not.toMatch(/\n/)
    expect(String(refused.message).length).toBeLessThanOrEqual(300)
    expect((await env.ask({ type: 'observe' })).observation?.tick).toBe(0)
  })

  it.each([
    ['mine({log:1}', /column \d+/],
    ['fly({log:1}, null)', /no skill 'fly'/],
    ['mine({log:1}, null); mine({log:2}, null)', /one goal/],
    ['mine({log:1}, null) or hunt({beef:1}, null)', /one goal/],
    ['mine({unobtainium:1}, null)', /unobtainium/],
    [{ skill: '__proto__', target: { log: 1 } }, /no skill/],
    [{ skill: 'mine', target: { constructor: 1 } }, /constructor/],
  ])('has no goal, and takes no tick: %j', async (goal, message) => {
    const refused = await env.act(goal)
    expect(refused).toMatchObject({ type: 'error', kind: 'bad-goal' })
    expect(refused.message).toMatch(message)
    expect((await env.ask({ type: 'observe' })).observation?.tick).toBe(0)
  })
})

describe('an environment', () => {
  it('gives ids back, answers all lines of a client that has left, and needs a reset first', async () => {
    const env = await started()
    env.write('{"type":"observe","id":"a"}')
    env.write(`{"type":"reset","task":"torch:8","world":"text","id":2}`)
    env.write('{"type":"act","goal":"mine({log:1}, null)","id":3}\n\n{"id":4,"type":"x"}')
    env.child.stdin?.end()
    const replies = [await env.read(), await env.read(), await env.read(), await env.read()]
    expect(replies.map(({ id, type }) => [id, type])).toEqual([
      ...[
        ['a', 'error'],
        [2, 'reset'],
        [3, 'step'],
      ],
      [4, 'error'],
    ])
    expect(replies[0]).toMatchObject({ kind: 'no-episode' })
    expect(await env.exit).toBe(0)
  })

  it('answers close and ends', async () => {
    const env = await started()
    await env.ask(STICKS)
    expect(await env.ask({ type: 'close', id: 9 })).toEqual({ id: 9, type: 'closed' })
    expect(await env.exit).toBe(0)
  })

  it('survives the death of the process that plays', async () => {
    const env = await started()
    await env.ask(STICKS)
    const [own = 0] = childrenOf(env.child.pid ?? 0)
    process.kill(own, 'SIGKILL')
    const lost = await env.act('mine({log:1}, null)')
    // The death may be noticed before the request or after it.
    expect(lost.type).toBe('error')
    expect(['crash', 'no-episode']).toContain(lost.kind)
    expect(await env.ask(STICKS)).toMatchObject({ type: 'reset' })
  })

  longIt('is stopped by a signal in the middle of a step', async () => {
    const env = await started()
    await env.ask({ ...STICKS, task: 'obtain_diamond', world: 'practice' })
    env.write('{"type":"act","goal":"mine({diamond:64}, null)"}')
    env.child.kill('SIGTERM')
    await env.exit
    expect(childrenOf(env.child.pid ?? 0)).toEqual([])
  })
})

/** Ids of the child processes of a process. */
function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => parentOf(name) === pid)
    .map(Number)
}

function parentOf(pid: string): number | null {
  try {
    const stat = readFileSync(join('/proc', pid, 'stat'), 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    // The process has ended meanwhile.
    return null
  }
}
