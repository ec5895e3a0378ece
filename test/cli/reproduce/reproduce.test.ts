import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readResult } from '#trial/result'
import { runCommand } from '../../support/command-line.ts'
import { ModelServer } from '../../support/model-server.ts'
import { scriptedAnswer } from '../../support/scripted-model.ts'
import { TextCraftModel } from '../../support/textcraft-model.ts'
import { longIt } from '../../support/versions.ts'

const textcraft = new TextCraftModel()
let server: ModelServer
let out: string

beforeAll(async () => {
  server = await ModelServer.start({
    answer: ({ messages }) =>
      messages.some(({ content }) => content.includes('Crafting commands:'))
        ? textcraft.answer(messages.map(({ role, content }) => ({ role: role as 'user', content })))
        : scriptedAnswer(messages, '1'),
  })
})
afterAll(() => server.close())
beforeEach(() => {
  out = join(mkdtempSync(join(tmpdir(), 'delver-reproduce-')), 'out')
  vi.stubEnv('OPENAI_API_KEY', 'sk-test-only-0123456789')
})
afterEach(() => {
  server.clearFaults()
  vi.unstubAllEnvs()
})

/** Runs `delver reproduce` over the scripted model. */
const reproduce = (line: string) =>
  reproduceWith(`${line} --model scripted --base-url ${server.baseUrl}`)

async function reproduceWith(line: string) {
  const before = server.received.length
  const args = `${line} --out ${out}`.split(/\s+/)
  const outcome = await runCommand('reproduce', ...args)
  const [measured = '', elsewhere = ''] = outcome.stdout.split('Published')
  return { ...outcome, measured, elsewhere, calls: server.received.length - before }
}

const ROUNDS = 'table4 --tasks MT8 --seeds 1'

describe('delver reproduce table4', () => {
  longIt('plays a row for each number of rounds, and resumes without another call', async () => {
    const { code, measured, elsewhere, calls, stderr } = await reproduce(`${ROUNDS} --yes`)
    expect(stderr).toBe('')
    expect(code).toBe(0)
    expect(calls).toBeGreaterThan(5)
    for (const [row, rounds] of [
      ['rounds-0', 0],
      ['rounds-1', 1],
      ['rounds-3', 3],
      ['rounds-5', 5],
      ['rounds-inf', null],
    ] as const)
      expect(readResult(join(out, row, 'obtain_diamond-1'))?.settings).toMatchObject({
        strategy: 'deps',
        planner: 'llm',
        rounds,
        goals: 'strict',
        descriptor: 'paper',
        world: 'text',
      })
    expect(measured).toMatch(/5 trials/)
    expect(measured).toMatch(/^ *0 rounds +1\/1 +0\.0 \(0-79\)/m)
    expect(measured).toMatch(/^ *no limit +1\/1 +100\.0 \(21-100\)/m)
    expect(elsewhere).toMatch(/^ *no limit +code-davinci-02 +0\.6$/m)
    expect(elsewhere).toMatch(/learned controller/)
    const again = await reproduce(ROUNDS)
    expect(again.code).toBe(0)
    expect(again.calls).toBe(0)
    expect(again.elsewhere).toBe(elsewhere)
    const rowsOf = (text: string) => text.match(/^ *(?:\d rounds?|no limit) .*$/gm)
    expect(rowsOf(again.measured)).toEqual(rowsOf(measured))
  })

  longIt('estimates the cost without an API key or a model', async () => {
    vi.stubEnv('OPENAI_API_KEY', '')
    vi.stubEnv('DELVER_MODEL', '')
    const out = join(mkdtempSync(join(tmpdir(), 'delver-dry-')), 'out')
    const dry = await runCommand('reproduce', 'table2', '--out', out, '--dry-run')
    expect(dry).toMatchObject({ code: 0, stderr: '' })
    expect(dry.stdout).toMatch(/^to play: 1824 trials$/m)
    expect(dry.stdout).toMatch(/^estimate: about 7798 calls/m)
    const play = await runCommand('reproduce', 'table2', '--out', out, '--yes')
    expect(play).toMatchObject({ code: 2, stderr: expect.stringContaining('OPENAI_API_KEY') })
  })

  it('prints the trials and the cost, and plays nothing', async () => {
    const { code, stdout, calls } = await reproduce(`${ROUNDS}-3 --dry-run --price 1,4`)
    expect(code).toBe(0)
    expect(stdout).toMatch(/15 trials/)
    expect(stdout).toMatch(/about \d+ calls/)
    expect(stdout).toMatch(/about \$\d/)
    expect(calls).toBe(0)
    expect(existsSync(out)).toBe(false)
  })

  it('does not know the cost of a model without a price', async () => {
    expect((await reproduce(`${ROUNDS} --dry-run`)).stdout).toMatch(/price of scripted is unknown/)
  })

  it('plays nothing without a confirmation', async () => {
    const { code, stdout, stderr, calls } = await reproduce(ROUNDS)
    expect(code).toBe(2)
    expect(stdout).toMatch(/5 trials/)
    expect(stderr).toMatch(/^error: .*--yes.*$/)
    expect(calls).toBe(0)
    expect(existsSync(out)).toBe(false)
  })

  it('stops at once when the model cannot be asked, and keeps what it has', async () => {
    server.fail(...Array(99).fill({ kind: 'status', status: 401 }))
    const { code, stderr, calls } = await reproduce(`${ROUNDS} --yes`)
    expect(code).toBe(3)
    expect(calls).toBe(1)
    expect(stderr).toMatch(/the model does not answer: .*401/)
    expect(stderr).toMatch(/5 of 5 trials did not finish/)
  })
})

describe('delver reproduce table2', () => {
  it('plays each strategy, DEP without a selector', async () => {
    const { code, measured, elsewhere } = await reproduce(
      'table2 --tasks craft_wooden_axe --seeds 1 --yes',
    )
    expect(code).toBe(0)
    const settings = (row: string) => readResult(join(out, row, 'craft_wooden_axe-1'))?.settings
    for (const name of ['gpt', 'prog-prompt', 'cot', 'inner-monologue', 'code-as-policies'])
      expect(settings(name)).toMatchObject({ strategy: name, goals: 'strict' })
    expect(settings('dep')).toMatchObject({ strategy: 'deps', selector: 'none' })
    expect(settings('deps')).toMatchObject({ strategy: 'deps', selector: 'nearest' })
    expect(settings('deps-horizon')).toMatchObject({ selector: 'horizon', choose: 'softmax' })
    expect(measured).toMatch(/^ *DEPS +1\/1/m)
    expect(measured).toMatch(/^ *DEPS \(horizon selector, equation 2\) +1\/1/m)
    expect(elsewhere).toMatch(/^ *Inner Monologue +text-davinci-03 +53\.7$/m)
  })
})

describe('delver reproduce table21', () => {
  it('shows the trials of table2 by task, and plays none of them again', async () => {
    const options = '--tasks craft_wooden_axe --seeds 1 --yes'
    const { calls } = await reproduce(`table2 ${options} --rows deps,gpt`)
    expect(calls).toBeGreaterThan(0)
    const table21 = await reproduce(`table21 ${options} --rows deps,gpt`)
    expect(table21.code).toBe(0)
    expect(table21.calls).toBe(0)
    expect(table21.measured).toMatch(/^ *Zero-shot \(GPT\) +DEPS$/m)
    expect(table21.measured).toMatch(/^ *craft_wooden_axe +0\.0 \(0-79\) +100\.0 \(21-100\)$/m)
    expect(table21.elsewhere).toMatch(/^ *craft_wooden_axe +46\.7 +96\.7$/m)
    expect(table21.elsewhere).toMatch(/^ *all +15\.4 +48\.6$/m)
  })
})

describe('delver reproduce table3', () => {
  longIt(
    'plays each row in the closest world and version, and resumes',
    async () => {
      const line = 'table3 --tasks craft_planks --seeds 1 --yes'
      const { code, measured, elsewhere } = await reproduce(line)
      expect(code).toBe(0)
      for (const [row, world, version] of [
        ['minedojo', 'practice', '1.12.2'],
        ['minerl', 'practice', '1.16.5'],
        ['textworld', 'text', '1.19.2'],
      ] as const)
        expect(readResult(join(out, row, 'craft_planks-1'))?.settings).toMatchObject({
          ...{ world, version, strategy: 'deps', planner: 'llm' },
          ...{ goals: 'strict', descriptor: 'paper' },
        })
      expect(measured).toMatch(/^ *MineDojo +1\/1 +100\.0/m)
      expect(elsewhere).toMatch(/^ *MC-TextWorld +code-davinci-02 +100\.0$/m)
      expect(elsewhere).toMatch(/practice world \(1\.12\.2\) and .*text world \(1\.19\.2\)/)
      rmSync(join(out, 'textworld', 'craft_planks-1', 'result.json'))
      rmSync(join(out, 'textworld', 'craft_planks-1', 'events.jsonl'))
      const resumed = await reproduce(line)
      expect(resumed.stdout).toMatch(/to play: 1 trial \(2 of 3 are finished\)/)
      expect(resumed.measured).toMatch(/^ *MC-TextWorld +1\/1 +100\.0/m)
    },
    60_000,
  )
})

describe('delver reproduce figure9', () => {
  it('counts the milestones that trials reach', async () => {
    const line = 'figure9 --world text --seeds 1 --yes'
    const { code, measured, elsewhere } = await reproduce(line)
    expect(code).toBe(0)
    expect(measured).toMatch(/^ *iron_pickaxe +100\.0 \(21-100\)$/m)
    expect(measured).toMatch(/oracle controller: not played \(/)
    expect(elsewhere).toMatch(/^ *diamond +0\.6 +60\.0$/m)
    expect((await reproduce(line)).calls).toBe(0)
  })

  it('plays with a body, thirty times, by default', async () => {
    const { stdout } = await reproduce('figure9 --dry-run')
    expect(stdout).toMatch(/DEPS: 30 trials/)
    expect(stdout).toMatch(/estimate: about 120 calls/)
  })
})

describe('delver reproduce figure4', () => {
  longIt(
    'gives selectors several goals, asks no model, and resumes',
    async () => {
      const line = 'figure4 --rows fixed-2 --seeds 1'
      const dry = await reproduceWith(`${line} --dry-run`)
      expect(dry.stdout).toMatch(/2 goals, fixed sequence: 2 trials$/m)
      expect(dry.stdout).toMatch(/cost: 0 calls, \$0/)
      expect(dry.stdout).toMatch(/MineCLIP: not played \(.*images/)
      const { code, calls, measured, elsewhere } = await reproduceWith(`${line} --yes`)
      expect(code).toBe(0)
      expect(calls).toBe(0)
      const played = readResult(join(out, 'fixed-2', 'obtain-mutton+beef-1'))
      expect(played?.settings).toMatchObject({
        ...{ world: 'practice', planner: 'symbolic', llm: null, maxTicks: 3000 },
        ...{ selector: 'fixed', replan: 'on-failure', goals: 'strict' },
        ...{ perception: 'player', hands: 'vanilla' },
      })
      expect(measured).toMatch(/1000 ticks +2000 ticks +3000 ticks$/m)
      expect(measured).toMatch(/^ *2 goals, fixed sequence +2\/2 +\d/m)
      expect(elsewhere).toMatch(/\+22\.3, \+29\.2 and \+32\.6 points/)
      rmSync(join(out, 'fixed-2', 'obtain-log+sand-1'), { recursive: true })
      const resumed = await reproduceWith(`${line} --yes`)
      expect(resumed.stdout).toMatch(/to play: 1 trial \(1 of 2 are finished\)/)
      expect(resumed.measured).toMatch(/^ *2 goals, fixed sequence +2\/2/m)
    },
    120_000,
  )
})

describe('delver reproduce table18', () => {
  longIt(
    'counts first attempts at a skill, and says which rows it cannot play',
    async () => {
      const line = 'table18 --rows dirt,craft-by-hand --seeds 1 --yes'
      const { code, calls, measured, elsewhere } = await reproduceWith(line)
      expect(code).toBe(0)
      expect(calls).toBe(0)
      expect(measured).toMatch(/^ *Mine 1 dirt, 600 ticks +1\/1 +\d/m)
      expect(measured).toMatch(
        /^ *Craft without crafting_table, 600 ticks +1\/1 +100\.0 \(21-100\)$/m,
      )
      expect(measured).toMatch(/Kill 1 llama: not played \(/)
      expect(elsewhere).toMatch(/^ *Mine 1 dirt, 600 ticks +none +54\.0$/m)
      expect(elsewhere).toMatch(/^ *Kill 1 llama +none +50\.0$/m)
      expect((await reproduceWith(line)).stdout).toMatch(/to play: 0 trials/)
    },
    120_000,
  )
})

describe('delver reproduce adapt-table4', () => {
  it('plays both models alone, and the second one with the first as planner', async () => {
    const line = 'adapt-table4 --limit 1 --yes --executor-model small'
    const { code, measured, elsewhere } = await reproduce(line)
    expect(code).toBe(0)
    const asked = (row: string) =>
      JSON.parse(readFileSync(join(out, row, 'tasks.jsonl'), 'utf8').split('\n')[0] ?? '').settings
    expect(asked('adapt-main')).toMatchObject({ model: 'scripted', executorModel: null, dMax: 4 })
    expect(asked('react-own')).toMatchObject({ method: 'react', executorModel: 'small' })
    expect(asked('adapt-own')).toMatchObject({ model: 'scripted', executorModel: 'small' })
    expect(measured).toMatch(/^ *--executor-model alone +1\/1/m)
    expect(elsewhere).toMatch(/^ *--model plans, --executor-model acts +LLaMA.* +43\.3$/m)
    expect(elsewhere).toMatch(/does not implement ALFWorld/)
    expect((await reproduce(line)).calls).toBe(0)
  })

  it('asks the model of each row, and no other', async () => {
    const models = async (row: string) => {
      const before = server.received.length
      await reproduce(`adapt-table4 --limit 1 --yes --executor-model small --rows ${row}`)
      return new Set(server.received.slice(before).map(({ body }) => body.model))
    }
    expect(await models('react-main')).toEqual(new Set(['scripted']))
    expect(await models('react-own')).toEqual(new Set(['small']))
    expect(await models('adapt-own')).toEqual(new Set(['scripted', 'small']))
  })
})

describe('delver reproduce adapt-figure4', () => {
  it('plays each depth of the recursion, and resumes within one', async () => {
    const line = 'adapt-figure4 --limit 2 --yes'
    const { code, measured, calls } = await reproduce(line)
    expect(code).toBe(0)
    const file = (depth: number) => join(out, `d-max-${depth}`, 'tasks.jsonl')
    for (const depth of [1, 2, 3])
      expect(JSON.parse(readFileSync(file(depth), 'utf8').split('\n')[0] ?? '')).toMatchObject({
        settings: { method: 'adapt', dMax: depth },
      })
    expect(measured).toMatch(/^ *d_max 3 +2\/2/m)
    expect(measured).toMatch(/WebShop, d_max 1 to 3: not played \(/)
    truncateSync(file(1), 40 + readFileSync(file(1), 'utf8').indexOf('\n'))
    const resumed = await reproduce(line)
    expect(resumed.calls).toBeGreaterThan(0)
    expect(resumed.calls).toBeLessThan(calls)
    expect(resumed.measured).toMatch(/^ *d_max 1 +2\/2/m)
  })
})

describe('delver reproduce thread-table3', () => {
  it('plays THREAD as deep as the paper, next to the methods of the other table', async () => {
    const line = 'thread-table3 --limit 1 --yes'
    const { code, measured, elsewhere } = await reproduce(line)
    expect(code).toBe(0)
    const [head = ''] = readFileSync(join(out, 'thread', 'tasks.jsonl'), 'utf8').split('\n')
    expect(JSON.parse(head).settings).toMatchObject({ method: 'thread', dMax: 10 })
    expect(measured).toMatch(/^ *THREAD +1\/1 +100/m)
    expect(measured).toMatch(/^ *ADaPT +1\/1/m)
    expect(elsewhere).toMatch(/^ *THREAD +GPT-3\.5 +93\.5$/m)
    expect((await reproduce(line)).calls).toBe(0)
  })
})

describe('delver reproduce adapt-table2', () => {
  longIt("plays each method, resumes within one, and prints the paper's figures", async () => {
    const line = 'adapt-table2 --limit 2 --yes'
    const { code, measured, elsewhere, calls } = await reproduce(line)
    expect(code).toBe(0)
    expect(measured).toMatch(/^ *ReAct +2\/2 +\d/m)
    expect(elsewhere).toMatch(/^ *ADaPT +GPT-3\.5 +52\.0$/m)
    expect(elsewhere).not.toMatch(/THREAD/)
    expect((await reproduce(line)).calls).toBe(0)
    // What a killed process leaves: the last line of one method, without its end.
    const file = join(out, 'react', 'tasks.jsonl')
    truncateSync(file, 40 + readFileSync(file, 'utf8').indexOf('\n'))
    const resumed = await reproduce(line)
    expect(resumed.calls).toBeGreaterThan(0)
    expect(resumed.calls).toBeLessThan(calls / 2)
    expect(resumed.measured).toMatch(/^ *ReAct +2\/2/m)
  })

  it('refuses a folder that was played with another model', async () => {
    await reproduce('adapt-table2 --limit 1 --yes')
    const other = await reproduce('adapt-table2 --limit 1 --yes --executor-model small')
    expect(other.code).toBe(2)
    expect(other.stderr).toMatch(/^error: .*another executorModel; use another --out/)
    expect(other.calls).toBe(0)
  })
})

describe('delver reproduce', () => {
  it.each([
    ['tabel2', /no table "tabel2"; did you mean table2.*tables: table2, .*, thread-table3/],
    ['thread-table3 --tasks MT1', /--tasks is for table2/],
    ['table2 --limit 3', /--limit is for adapt-table2, .*thread-table3 and thread-table7;/],
    ['table2 --tasks obtain:torch', /of the DEPS table/],
    ['table2 --executor-model m', /--executor-model is for adapt-table2/],
    ['table2 --rows deps,dap', /table2 has no row "dap"; did you mean dep.*rows: gpt, /],
    [
      'table3 --world text',
      /--world is for table2, table4, figure9, table19, table21 and ablations;/,
    ],
    [
      'figure4 --tasks MT1',
      /--tasks is for table2, table3, table4, table19, table21 and ablations;/,
    ],
    ['figure9 --tasks MT1', /--tasks is for table2/],
    ['adapt-table2 --seeds 1', /--seeds is for table2, .* and ablations;/],
    ['adapt-table2 --tasks MT1', /--tasks is for table2/],
    [
      'adapt-table2 --explainer-model m',
      /--explainer-model is for table2, .*table21 and ablations;/,
    ],
    ['adapt-table4', /name the second with --executor-model/],
    ['figure4', /--model is for table2, .*figure9, table19, table21, ablations, adapt-table2/],
    ['table2 --record x.jsonl', /--record/],
  ])('refuses %j in one line', async (line, message) => {
    const { code, stderr } = await reproduce(`${line} --yes`)
    expect(stderr).toMatch(message)
    expect(stderr).toMatch(/^error: .*$/)
    expect(code).toBe(2)
  })
})

describe('delver reproduce table19', () => {
  it('plays one plan and DEPS, beside the figures of the models of the paper', async () => {
    const { code, measured, elsewhere } = await reproduce(
      'table19 --tasks craft_sticks --seeds 1 --yes',
    )
    expect(code).toBe(0)
    const settings = (row: string) => readResult(join(out, row, 'craft_sticks-1'))?.settings
    expect(settings('no-replanning')).toMatchObject({ rounds: 0, selector: 'none' })
    expect(settings('deps')).toMatchObject({ selector: 'nearest', descriptor: 'paper' })
    expect(measured).toMatch(/^ *baseline \(one plan, no selector\) +1\/1/m)
    expect(elsewhere).toMatch(/^ *DEPS +GPT-4 +89\.3$/m)
    expect(elsewhere).toMatch(/^ *baseline, Codex +Codex +28\.6$/m)
  })
})

describe('delver reproduce ablations', () => {
  it('plays DEPS with an inline explainer, a memory of plans and other forms of answers', async () => {
    const line =
      'ablations --tasks craft_wooden_axe --seeds 1 --rows inline,plan-memory,json,tools --yes'
    const { code, measured } = await reproduce(line)
    expect(code).toBe(0)
    const settings = (row: string) => readResult(join(out, row, 'craft_wooden_axe-1'))?.settings
    expect(settings('inline')?.llm).toMatchObject({ explainer: true, explainsInline: true })
    for (const answers of ['json', 'tools'])
      expect(settings(answers)?.llm).toMatchObject({ answers })
    expect(settings('plan-memory')?.planMemory).toBe(join(out, 'plan-memory-plans'))
    expect(readdirSync(join(out, 'plan-memory-plans'))).toHaveLength(1)
    expect(measured).toMatch(/^ *with a memory of plans +1\/1/m)
  })
})

describe('the other tables of ADaPT and THREAD on TextCraft', () => {
  it('adapt-table3 shows success and k_max by recipe depth', async () => {
    const { code, measured, stdout } = await reproduce('adapt-table3 --limit 2 --yes')
    expect(code).toBe(0)
    expect(measured).toMatch(/played +depth 2 +depth 3 +depth 4/)
    expect(measured).toMatch(/^ *ADaPT +2\/2 +- +- +\d/m)
    expect(stdout).toMatch(/^ *ADaPT +GPT-3\.5 +78\.2 +38\.7 +-$/m)
  })

  it('adapt-figure7 and adapt-figure12 show the calls and the claims of the same tasks', async () => {
    const calls = await reproduce('adapt-figure7 --limit 1 --yes')
    expect(calls.measured).toMatch(/^ *Reflexion +1\/1 .*\d+\.\d +\d+\+\d+/m)
    const claims = await reproduce('adapt-figure12 --limit 1 --yes')
    expect(claims.calls).toBe(0)
    expect(claims.measured).toMatch(/played +all +claimed/)
  })

  it('thread-table7 plays five runs, and prints their mean and depth', async () => {
    const { code, stdout } = await reproduce('thread-table7 --limit 1 --yes')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^mean of 5 runs: 100\.0 % \(standard error 0\.00\), thread depth \d/m)
  })
})
