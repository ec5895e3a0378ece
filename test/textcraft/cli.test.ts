import { mkdtempSync, readdirSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readTranscript } from '#llm/transcript'
import { lockFolder } from '#trial/folder-lock'
import { runCommand } from '../support/command-line.ts'
import { ModelServer } from '../support/model-server.ts'
import { TextCraftModel } from '../support/textcraft-model.ts'
import { longIt } from '../support/versions.ts'

const LAUNCHER = fileURLToPath(new URL('../../bin/delver.js', import.meta.url))

function textcraft(args: string, env: Record<string, string> = {}) {
  const none = { OPENAI_API_KEY: '', DELVER_MODEL: '', OPENAI_BASE_URL: '' }
  for (const [name, value] of Object.entries({ ...none, ...env })) vi.stubEnv(name, value)
  return runCommand('textcraft', ...args.split(' ').filter(Boolean))
}

afterEach(() => vi.unstubAllEnvs())

describe('delver textcraft play', () => {
  longIt('answers each line with one line', async () => {
    const input = [
      'think: a hopper takes a chest',
      'get 2 dark oak log',
      'get 1 hopper',
      'inventory',
      '',
      'dance',
    ].join('\n')
    const { stdout, stderr, exitCode } = await execa(
      process.execPath,
      [LAUNCHER, 'textcraft', 'play', '--task', '1'],
      { reject: false, stripFinalNewline: false, input },
    )
    expect(stdout).toBe(
      'OK.\nGot 2 dark oak log\nCould not find hopper\nInventory: [dark oak log] (2) \nCould not execute \nCould not execute dance\n',
    )
    expect(stderr).toContain('Goal: craft hopper minecart.')
    expect(exitCode).toBe(0)
  })
})

describe('delver textcraft', () => {
  it('solves all tasks by rules, and lists published figures separately', async () => {
    const { stdout, code } = await textcraft('')
    expect(code).toBe(0)
    expect(stdout.match(/ {2}solved$/gm)).toHaveLength(200)
    const [here = '', elsewhere = ''] = stdout.split('Published results')
    expect(here).toMatch(/all +200 +200 +100\.0 %/)
    expect(elsewhere).toMatch(/ADaPT +GPT-3\.5 +3 +38\.7 % +2\.8/)
  })

  it('prints one object with --json', async () => {
    const { stdout, stderr } = await textcraft('--json --limit 3 --d-max 3')
    const result = JSON.parse(stdout)
    expect(result).toMatchObject({
      method: 'adapt',
      planner: 'symbolic',
      dMax: 3,
      model: null,
      ended: null,
      measured: { all: { tasks: 3, solved: 0 } },
    })
    expect(result.tasks[0]).toMatchObject({ id: 0, recipeDepth: 4, depth: 3 })
    expect(result.measuredElsewhere.length).toBeGreaterThan(10)
    expect(stderr).toContain('polished granite stairs (recipe depth 4)  failed')
  })

  it.each([
    ['--planner llm', /OPENAI_API_KEY/],
    ['--method reflexion', /add --planner llm/],
    ['--model m', /--model is for a language model; add --planner llm/],
    ['--executor-model m', /--executor-model is for a language model/],
    ['--method dance', /adapt, react/],
    ['--d-max 0', /from 1 to/],
    ['--d-max 99', /at most 10/],
    ['--limit x', /whole number/],
    ['play', /'--task <number>' not specified/],
    ['play --task 200', /from 0 to 199/],
  ])('refuses %j in one line', async (args, message) => {
    const { code, stderr } = await textcraft(args)
    expect(stderr).toMatch(message)
    expect(stderr).toMatch(/^error: .*$/)
    expect(code).toBe(2)
  })
})

describe('delver textcraft --out', () => {
  let out: string
  const lines = () => readFileSync(join(out, 'tasks.jsonl'), 'utf8').trim().split('\n')
  beforeEach(() => {
    out = join(mkdtempSync(join(tmpdir(), 'delver-textcraft-')), 'out')
  })

  it('writes a line for each task, and plays only missing tasks', async () => {
    const first = await textcraft(`--limit 5 --workers 2 --out ${out}`)
    expect(first.code).toBe(0)
    const [, ...tasks] = lines()
    expect(tasks.map((line) => JSON.parse(line))).toMatchObject(
      [0, 1, 2, 3, 4].map((id) => ({ id, solved: true, claimed: true, calls: 0 })),
    )
    const more = await textcraft(`--limit 8 --out ${out}`)
    expect(more.stdout.match(/ {2}solved$/gm)).toHaveLength(3)
    expect(more.stdout).toMatch(/^ *all +8 +8 +100\.0 % +100\.0 %/m)
    expect(lines()).toHaveLength(9)
    const again = await textcraft(`--limit 8 --json --out ${out}`)
    expect(again.stderr).toBe('')
    expect(JSON.parse(again.stdout)).toMatchObject({ ended: null, measured: { all: { tasks: 8 } } })
  })

  it('repeats a task whose line was cut off', async () => {
    await textcraft(`--limit 3 --out ${out}`)
    const file = join(out, 'tasks.jsonl')
    truncateSync(file, statSync(file).size - 20)
    const { stdout } = await textcraft(`--limit 3 --out ${out}`)
    expect(stdout.match(/ {2}solved$/gm)).toHaveLength(1)
    expect(lines()).toHaveLength(4)
  })

  it.each(['--method react', '--d-max 2', '--selector none'])(
    'rejects a folder that was played without %s',
    async (more) => {
      await textcraft(`--limit 1 --out ${out}`)
      const before = lines()
      const { code, stderr } = await textcraft(`--limit 2 --out ${out} ${more}`)
      expect(stderr).toMatch(/was played with another (method|dMax|selector); use another --out/)
      expect(code).toBe(2)
      expect(lines()).toEqual(before)
    },
  )

  it('does not use a folder that another process uses', async () => {
    await textcraft(`--limit 1 --out ${out}`)
    const lock = lockFolder(out)
    const { code, stderr } = await textcraft(`--limit 2 --out ${out}`)
    lock.release()
    expect(code).toBe(4)
    expect(stderr).toMatch(/^error: another campaign holds .*$/)
    expect(lines()).toHaveLength(2)
  })
})

describe('delver textcraft --planner llm', () => {
  const model = new TextCraftModel()
  let server: ModelServer
  const env = () => ({ OPENAI_API_KEY: 'sk-secret', OPENAI_BASE_URL: server.baseUrl })
  const task = '--planner llm --model scripted --limit 13 --json'

  beforeAll(async () => {
    const answer = ({ messages }: { messages: { role: string; content: string }[] }) =>
      model.answer(messages.map(({ role, content }) => ({ role: role as 'user', content })))
    server = await ModelServer.start({ answer })
  })
  afterAll(() => server.close())

  longIt('plays over the API and counts calls and tokens', async () => {
    const before = server.received.length
    const { stdout, stderr, code } = await textcraft(task, env())
    expect(code).toBe(0)
    const { measured, model: name } = JSON.parse(stdout)
    expect(name).toBe('scripted')
    expect(measured.all.calls * 13).toBeCloseTo(server.received.length - before)
    expect(measured.all.tokens).toBeGreaterThan(1000)
    expect(measured.byRecipeDepth[0]).toMatchObject({ recipeDepth: 3, solved: 2 })
    expect(stdout + stderr).not.toContain('sk-secret')
  })

  longIt('plays by threads to the depth of --d-max or of the paper', async () => {
    const solvedBy = async (options: string) => {
      const { stdout } = await textcraft(`${task} --method thread ${options}`, env())
      const { measured, dMax } = JSON.parse(stdout)
      return { dMax, solved: measured.all.solved, depth: measured.all.depth }
    }
    expect(await solvedBy('')).toEqual({ dMax: 10, solved: 13, depth: expect.closeTo(6, 0) })
    expect(await solvedBy('--d-max 3')).toMatchObject({ dMax: 3, solved: 0 })
  })

  it.each([
    [
      '--planner llm --method thread --selector nearest',
      /^error: --selector is not for thread; it is for adapt, plan-and-execute$/,
    ],
    [
      '--planner llm --method react --selector nearest',
      /^error: --selector is not for react; it is for adapt, plan-and-execute$/,
    ],
    [
      '--planner llm --method adaplanner --executor-model x',
      /^error: --executor-model is not for adaplanner; it is for /,
    ],
    [
      '--planner llm --method thread --executor-model m',
      /^error: --executor-model is not for thread; it is for /,
    ],
    ['--method thread', /^error: thread is for a language model only; add --planner llm$/],
  ])('refuses %s', async (options, message) => {
    const { code, stderr } = await textcraft(options, env())
    expect(code).toBe(2)
    expect(stderr.trim()).toMatch(message)
  })

  longIt('uses another model for the executor and counts both', async () => {
    const before = server.received.length
    const { stdout } = await textcraft(`${task} --executor-model small`, env())
    const { measured } = JSON.parse(stdout)
    const asked = server.received.slice(before)
    expect(measured.all.calls * 13).toBeCloseTo(asked.length)
    const roles = asked.map(({ body }) => [
      body.model,
      body.messages[0]?.content.startsWith('You play') ? 'plays' : 'plans',
    ])
    expect(new Set(roles.map(String))).toEqual(new Set(['small,plays', 'scripted,plans']))
  })

  it('ends with its finished tasks when the calls are used up', async () => {
    const { stdout, stderr, code } = await textcraft(`${task} --max-calls 70`, env())
    expect(code).toBe(1)
    expect(stderr).toContain('the limit of 70 calls is reached')
    const { tasks, ended } = JSON.parse(stdout)
    expect(tasks.length).toBeGreaterThan(0)
    expect(ended).toMatchObject({ kind: 'budget' })
  })

  longIt('does not count tasks of a failed server, and resumes there', async () => {
    const out = join(mkdtempSync(join(tmpdir(), 'delver-textcraft-')), 'out')
    const played = `--planner llm --model scripted --limit 13 --out ${out}`
    const cut = await textcraft(`${played} --max-calls 70`, env())
    expect(cut.code).toBe(1)
    const left = Number(/^(\d+) of 13 tasks did not finish/m.exec(cut.stderr)?.[1])
    expect(readTranscript(out)).toHaveLength(70)
    expect(left).toBeGreaterThan(0)
    server.fail({ kind: 'status', status: 401 })
    const refused = await textcraft(played, env())
    expect(refused.code).toBe(3)
    expect(refused.stderr).toContain(`${left} of 13 tasks did not finish`)
    const rest = await textcraft(played, env())
    expect(rest.code).toBe(0)
    const files = readdirSync(out).filter((name) => name.startsWith('llm'))
    expect(files.sort()).toEqual(['llm-2.jsonl', 'llm-3.jsonl', 'llm.jsonl'])
    expect(readTranscript(join(out, 'llm-3.jsonl')).length).toBeGreaterThan(left)
    expect(rest.stdout.match(/\(recipe depth .*\d calls$/gm)).toHaveLength(left)
    const other = await textcraft(played.replace('scripted', 'other'), env())
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('another model;')])
  })

  it('reports a missing server', async () => {
    server.fail({ kind: 'status', status: 401 })
    const { stderr, code } = await textcraft(task, env())
    expect(code).toBe(3)
    expect(stderr).toContain('auth')
    expect(stderr).not.toContain('sk-secret')
  })
})
