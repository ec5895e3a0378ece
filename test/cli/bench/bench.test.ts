import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { partPlan } from '#cli/bench/bench-plan'
import { type BenchResult, readBenchResult } from '#cli/bench/bench-result'
import { leaderboardPage } from '#cli/bench/leaderboard'
import { SUITES, type SuitePart } from '#cli/bench/suites'
import { verify } from '#cli/bench/verify'
import { modelFlags, modelSettings } from '#cli/model-options'
import { findTasks } from '#trial/tasks'
import { runCommand } from '../../support/command-line.ts'
import { ModelServer } from '../../support/model-server.ts'
import { scriptedAnswer } from '../../support/scripted-model.ts'
import { TextCraftModel } from '../../support/textcraft-model.ts'
import { longIt } from '../../support/versions.ts'

const LAUNCHER = fileURLToPath(new URL('../../../bin/delver.js', import.meta.url))

const EPISODE: SuitePart = {
  kind: 'trials',
  title: 'an episode',
  world: 'practice',
  tasks: ['craft_sticks'],
  seeds: [12],
  wanted: 'target',
  perTrial: { calls: 1, inputTokens: 1, outputTokens: 1 },
}

const textcraft = new TextCraftModel()
let server: ModelServer
let out: string
let first: Awaited<ReturnType<typeof bench>>

/** A model that plans as the scripted one does, and refuses tasks for bedrock only. */
beforeAll(async () => {
  server = await ModelServer.start({
    answer({ messages }) {
      const said = messages.map(({ content }) => content).join('\n')
      if (said.includes('Crafting commands:'))
        return textcraft.answer(
          messages.map(({ role, content }) => ({ role: role as 'user', content })),
        )
      if (said.includes('obtain 1 bedrock')) return '**Impossible.**'
      return scriptedAnswer(messages, '1')
    },
  })
  out = join(mkdtempSync(join(tmpdir(), 'delver-bench-')), 'out')
  vi.stubEnv('OPENAI_API_KEY', 'sk-test-only-0123456789')
  first = await bench(`--models scripted --suite smoke-1 --yes --out ${out}`)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await server.close()
})
afterEach(() => server.clearFaults())

async function bench(line: string) {
  const before = server.received.length
  vi.stubEnv('OPENAI_API_KEY', 'sk-test-only-0123456789')
  const args = `${line} --base-url ${server.baseUrl}`.split(' ')
  const ran = await runCommand('bench', ...args)
  return { ...ran, calls: server.received.length - before }
}

const file = () => join(out, 'bench.json')
const result = (): BenchResult => readBenchResult(file())

/** Runs a verification of a changed result. */
async function verified(change: (result: BenchResult) => unknown) {
  const path = join(mkdtempSync(join(tmpdir(), 'delver-verify-')), 'bench.json')
  writeFileSync(path, JSON.stringify(change(result())))
  return runCommand('bench', '--verify', path)
}

describe('delver bench', () => {
  it('plays every part by every model and by the null model, and shows the cost first', () => {
    const { code, stdout } = first
    expect(code).toBe(0)
    expect(stdout).toMatch(/^suite smoke-1\n +scripted: 7 trials to play, about \d+ calls, price/)
    const [scripted, floor] = result().models
    expect(scripted?.model).toBe('scripted')
    expect(scripted?.parts.tasks).toMatchObject({ trials: 3, total: 3, dollars: null })
    expect(scripted?.parts.tasks?.successes).toBeGreaterThan(1)
    expect(scripted?.parts.impossible).toMatchObject({ successes: 1, trials: 2 })
    expect(floor).toMatchObject({ model: 'null-model', server: null })
    expect(floor?.parts.tasks).toMatchObject({ successes: 1, trials: 3, dollars: 0 })
    expect(floor?.parts.impossible).toMatchObject({ successes: 0 })
    expect(readFileSync(file(), 'utf8')).not.toContain('sk-test-only')
  })

  it('resumes without another call', async () => {
    const again = await bench(`--models scripted --suite smoke-1 --out ${out}`)
    expect([again.code, again.calls]).toEqual([0, 0])
  })

  longIt('is verified by a replay without a model, and a changed result is not', async () => {
    const before = server.received.length
    const whole = await verified((same) => same)
    expect(whole.stdout).toContain('14 trials replayed with the same history')
    expect(whole.code).toBe(0)
    expect(server.received.length).toBe(before)
    const forged = await verified(({ models: [one, ...others], ...rest }) => ({
      ...rest,
      models: [
        {
          ...one,
          trials: one?.trials.map(({ part, history, ...trial }) => ({
            ...{ ...trial, part, success: true },
            history: part === 'tasks' ? '0'.repeat(64) : history,
          })),
        },
        ...others,
      ],
    }))
    expect(forged.code).toBe(1)
    expect(forged.stdout).toMatch(/WRONG {2}scripted, impossible: its trials do not add up/)
    expect(forged.stdout).toMatch(/WRONG {2}scripted, impossible, obtain:barrier.*another outcome/)
    expect(forged.stdout).toMatch(/WRONG {2}scripted, tasks, craft_sticks.*has another history/)
    const other = await verified(({ models: [one, floor], ...rest }) => {
      const { transcript = '' } = floor?.trials[0] ?? {}
      return {
        ...rest,
        models: [{ ...one, trials: one?.trials.map((t) => ({ ...t, transcript })) }],
      }
    })
    expect(other.stdout).toMatch(/WRONG {2}scripted, tasks, craft_sticks/)
  })

  it('replays TextCraft, and notices forged tasks of it', async () => {
    const forged = await verified(({ models, ...rest }) => ({
      ...rest,
      models: models.map((one) => ({
        ...one,
        games: one.games.map((part) => ({
          ...part,
          tasks: part.tasks.map((task) => ({ ...task, solved: !task.solved })),
        })),
      })),
    }))
    expect(forged.code).toBe(1)
    expect(forged.stdout).toMatch(/WRONG {2}scripted, textcraft: its trials do not add up/)
    expect(forged.stdout).toMatch(/WRONG {2}scripted, textcraft, task \d+: .*another outcome/)
    expect(forged.stdout).toContain('10 trials replayed')
    const hidden = await verified(({ models, ...rest }) => ({
      ...rest,
      models: models.map((one) => ({ ...one, games: [] })),
    }))
    expect(hidden.stdout).toMatch(/WRONG {2}scripted, textcraft: its trials do not add up/)
  })

  it('replays the chosen parts, and a run with options of the model', async () => {
    const some = await runCommand('bench', '--verify', file(), '--parts', 'textcraft')
    expect([some.code, some.stdout]).toEqual([
      1,
      '4 trials replayed with the same history\n10 trials not replayed',
    ])
    const warm = `${out}-warm`
    const args = '--suite smoke-1 --parts tasks --temperature 0.5 --max-output-tokens 900 --yes'
    await bench(`--models scripted ${args} --out ${warm}`)
    const again = await runCommand('bench', '--verify', join(warm, 'bench.json'))
    expect(again.stdout).toContain('6 trials replayed with the same history')
  })

  longIt('replays episodes with a body', async () => {
    const suite = { parts: { episodes: EPISODE } }
    const folder = mkdtempSync(join(tmpdir(), 'delver-bench-body-'))
    const options = { model: 'scripted', baseUrl: server.baseUrl }
    const settings = modelSettings(modelFlags(options))
    const plan = partPlan('episodes', EPISODE, {
      ...{ settings, options, folder, workers: 1, launcher: LAUNCHER },
    })
    const { result: part, trials } = await plan.play(new AbortController().signal)
    expect(part).toMatchObject({ successes: 1, trials: 1 })
    const played = {
      ...{ model: 'scripted', server: null, games: [], options: {} },
      ...{ parts: { episodes: part }, trials },
    }
    const verified = await verify({ v: 1, suite: 'own', delver: '0', models: [played] }, suite, {
      ...{ parts: ['episodes'], launcher: LAUNCHER, signal: new AbortController().signal },
      onProblem() {},
    })
    expect(verified).toEqual({ same: 1, problems: [], skipped: 0 })
  })

  it('refuses files that are no result', async () => {
    const strange = await verified(() => ({ v: 1, suite: '<b>', models: [] }))
    expect([strange.code, strange.stderr]).toEqual([2, expect.stringContaining('is not a result')])
    const unknown = await verified((same) => ({ ...same, suite: 'delver-99' }))
    expect(unknown.stderr).toContain('there is no suite delver-99')
    const { stderr } = await runCommand('bench', '--verify', '/nowhere/bench.json')
    expect(stderr).toContain('there is no file')
  })

  it.each([
    ['--suite smoke-1', /name the models/],
    ['--models a,a --suite smoke-1', /each model is named once/],
    ['--models null-model --suite smoke-1', /always played/],
    ['--models a --model b --suite smoke-1', /with --models, not --model/],
    ['--models a --suite smoke-1 --parts diamonds', /no part "diamonds"/],
    ['--models a --suite smoke-1 --record F', /are for a single trial/],
  ])('refuses %s', async (line, message) => {
    const { code, stderr, calls } = await bench(`${line} --yes --out ${out}-other`)
    expect([code, calls]).toEqual([2, 0])
    expect(stderr).toMatch(message)
  })

  it('plays nothing in a dry run', async () => {
    const { code, calls, stdout } = await bench(`--models scripted --dry-run --out ${out}-dry`)
    expect([code, calls]).toEqual([0, 0])
    expect(stdout).toMatch(/suite delver-2\n +scripted: 346 trials to play/)
  })

  it('needs no API key for a dry run', async () => {
    vi.stubEnv('OPENAI_API_KEY', '')
    const { code, stderr } = await runCommand(
      ...`bench --models gpt-5 --suite smoke-1 --dry-run --out ${out}-dry`.split(' '),
    )
    expect([code, stderr]).toEqual([0, ''])
  })

  it('ends with what it has when a model does not answer', async () => {
    server.fail({ kind: 'status', status: 401 })
    const { code, stderr } = await bench(
      `--models scripted --suite smoke-1 --parts tasks --yes --out ${out}-gone`,
    )
    expect(code).toBe(3)
    expect(stderr).toContain('no answer from the model scripted')
    const [, floor] = readBenchResult(join(`${out}-gone`, 'bench.json')).models
    expect(floor?.parts.tasks).toMatchObject({ trials: 3 })
  })
})

describe('the suite of the bench', () => {
  it('has the tasks that its name stands for', () => {
    const { parts } = SUITES['delver-2'] ?? { parts: {} }
    const sizes = Object.entries(parts).map(([name, part]) => {
      if (part.kind === 'textcraft') return [name, part.limit]
      const tasks =
        part.tasks === 'all' ? findTasks('all') : part.tasks.flatMap((task) => findTasks(task))
      return [name, tasks.length * part.seeds.length]
    })
    expect(Object.fromEntries(sizes)).toEqual({
      ...{ tasks: 76, textcraft: 200, impossible: 20, episodes: 50 },
    })
  })
})

describe('the leaderboard', () => {
  it('ranks the models above the floor, and runs no text of theirs', () => {
    const { models, ...rest } = result()
    const [one] = models
    if (!one) throw new Error('no model')
    const evil = { ...one, model: '<script>alert(1)</script>' }
    const page = leaderboardPage(
      { ...rest, models: [...models, evil] },
      SUITES['smoke-1'] ?? { parts: {} },
    )
    expect(page).toContain('&lt;script&gt;alert(1)')
    expect(page).not.toContain('<script>')
    expect(page.indexOf('null-model</td>')).toBeGreaterThan(page.indexOf('scripted</td>'))
    expect(page).toMatch(/<td>\d+\.\d \(\d+-\d+\)<\/td>/)
  })
})
