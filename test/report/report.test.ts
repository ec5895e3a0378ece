import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import type { EventBody } from '#events/events'
import { agentName } from '#trial/agent-name'
import { readResult } from '#trial/result'
import { TASKS } from '#trial/tasks'
import paper from '../../src/report/deps-paper-results.json' with { type: 'json' }
import { runCommand } from '../support/command-line.ts'
import { ModelServer } from '../support/model-server.ts'
import { scriptedAnswer } from '../support/scripted-model.ts'
import { longIt } from '../support/versions.ts'
import { writeTrial } from '../support/written-trial.ts'

const END: EventBody = { type: 'trial-end', end: 'limit', detail: 'the ticks are used up' }

let root: string
let played: string
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'delver-report-'))
  played = join(root, 'rules')
  await trials('all', '--seeds', '1', '--out', played)
})

/** Plays trials in the text world. @returns The summary that the command prints. */
async function trials(...args: string[]) {
  const { stdout } = await runCommand('trials', ...args, '--world', 'text', '--json')
  return JSON.parse(stdout.split('\n').at(-1) ?? '')
}

async function figures(...args: string[]) {
  const { code, stdout, stderr } = await runCommand('report', ...args, '--json')
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

function newFolder(): string {
  return mkdtempSync(join(root, 'folder-'))
}

/** Cells of the tables in a Markdown text, by the caption above them. */
function tablesIn(markdown: string): Map<string, string[][]> {
  return new Map(
    markdown
      .split('\n### ')
      .slice(1)
      .map((part) => {
        const [caption = '', ...lines] = part.split('\n')
        const rows = lines.filter((line) => line.startsWith('|'))
        return [
          caption,
          rows.map((row) =>
            row
              .split(/(?<!\\)\|/)
              .slice(1, -1)
              .map((cell) => cell.trim()),
          ),
        ]
      }),
  )
}

describe('delver report', () => {
  longIt('the report shows the same counts as the campaign', async () => {
    const folder = join(newFolder(), 'out')
    const { total, tasks } = await trials('MT3', '--seeds', '1-2', '--out', folder)
    const { sets } = await figures(folder)
    const { task: _, ...summary } = sets[0].summary
    expect(total).toMatchObject(summary)
    const rows = sets[0].rows.filter(({ kind }: { kind: string }) => kind === 'task')
    expect(rows.map(({ summary }: { summary: unknown }) => summary)).toEqual(tasks)
  })

  it('the success table shows the paper’s figures next to the groups, marked as published', async () => {
    const { stdout } = await runCommand('report', played)
    const rows = stdout.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
    const headings = rows[0] ?? []
    const columns = [
      ['*published: DEPS*', paper.table2.DEPS],
      ['*published: DEPS, text world*', paper.table3TextWorld],
    ] as const
    for (const [heading, rates] of columns) {
      const column = headings.indexOf(heading)
      expect(column).toBeGreaterThan(0)
      for (const group of ['MT1', 'MT2', 'MT3', 'MT4', 'MT5', 'MT6', 'MT7', 'MT8'] as const) {
        const row = rows.find((cells) => cells[1]?.startsWith(group))
        expect(row?.[column]).toBe(`${rates[group]} %`)
      }
    }
    const all = rows.find((cells) => cells[1] === '**all**')
    expect(all?.[headings.indexOf('*published: DEPS*')]).toBe(`**${paper.table2.DEPS.AVG} %**`)
    const page = readFileSync(join(played, 'report.html'), 'utf8')
    expect(page).toContain('MineDojo, Minecraft 1.11.2')
  })

  it('the success table shows how many tasks of a group were played, and the paper’s mean only for all groups', async () => {
    const folder = join(newFolder(), 'out')
    for (const task of ['craft_planks', 'obtain_diamond'])
      await trials(task, '--seeds', '1', '--out', folder)
    await runCommand('report', folder)
    const rows = tablesIn(readFileSync(join(folder, 'report.md'), 'utf8')).get('Success') ?? []
    const basic = TASKS.filter(({ group }) => group === 'MT1').length
    expect(rows.find(([name]) => name === 'MT1')?.[1]).toBe(`1 of ${basic}`)
    expect(rows.find(([name]) => name === '**all**')?.slice(-2)).toEqual(['**–**', '**–**'])
  })

  longIt('the report compares several folders, and names the settings that differ', async () => {
    const folder = join(newFolder(), 'out')
    await trials('all', '--seeds', '1', '--strategy', 'adapt', '--out', folder)
    const out = newFolder()
    const { sets } = await figures(played, `recursion=${folder}`, '--out', out)
    expect(sets.map(({ label }: { label: string }) => label)).toEqual(['rules', 'recursion'])
    const markdown = readFileSync(join(out, 'report.md'), 'utf8')
    expect(markdown).toContain('The sets differ in: strategy.')
    const [headings, , ...rows] = tablesIn(markdown).get('Success') ?? []
    expect(headings).toContain('recursion − rules: points (95 %)')
    expect(rows.length).toBe(new Set(TASKS.map(({ group }) => group)).size + 1)
    for (const row of rows) expect(row.length).toBe(headings?.length)
  })

  longIt(
    'the report sums up the cost of a language model, under the names in the log',
    async () => {
      const server = await ModelServer.start({
        answer: ({ messages }) => scriptedAnswer(messages, 'report'),
      })
      process.env.OPENAI_API_KEY = 'sk-none'
      const folder = join(newFolder(), 'out')
      await trials(
        'MT2',
        '--seeds',
        '1',
        '--planner',
        'llm',
        '--rounds',
        '1',
        '--max-calls',
        '9',
        '--model',
        '<b>scripted',
        '--base-url',
        server.baseUrl,
        '--out',
        folder,
      )
      await server.close()
      const { sets, published } = await figures(folder)
      const use = sets[0].model.find(({ purpose }: { purpose: string }) => purpose === 'all')
      expect(use).toMatchObject({ calls: server.received.length, failed: 0, dollars: null })
      expect(published.map(({ method }: { method: string }) => method)).toContain('DEPS, 1 round')
      expect(readFileSync(join(folder, 'report.html'), 'utf8')).toContain('&lt;b&gt;scripted')
      expect(readFileSync(join(folder, 'report.md'), 'utf8')).toContain('&lt;b&gt;scripted')
    },
  )

  it('the report excludes damaged, unfinished and unrelated files, and names them', async () => {
    const folder = newFolder()
    for (const seed of [1, 2, 3, 4, 5])
      writeTrial(folder, { seed }, [
        [90, { type: 'milestone', name: 'log' }],
        [100, END],
      ])
    const trial = (seed: number, file: string) => join(folder, `craft_sticks-${seed}`, file)
    rmSync(trial(2, 'result.json'))
    appendFileSync(trial(2, 'events.jsonl'), '{"v":1,"type":"mile')
    writeFileSync(trial(3, 'events.jsonl'), 'what is this\n')
    writeFileSync(trial(4, 'result.json'), '{}')
    const log = readFileSync(trial(5, 'events.jsonl'), 'utf8').split('\n')
    writeFileSync(trial(5, 'events.jsonl'), `${log.slice(0, 2).join('\n')}\n`)
    rmSync(trial(5, 'result.json'))
    mkdirSync(join(folder, 'holiday'))
    writeFileSync(join(folder, 'notes.txt'), 'a file beside the trials')
    const { sets } = await figures(folder)
    expect(sets[0].summary.trials).toBe(4)
    expect(sets[0].leftOut.map(({ name }: { name: string }) => name)).toEqual([
      'craft_sticks-3/events.jsonl',
      'craft_sticks-4/result.json',
      'craft_sticks-5',
      'holiday',
    ])
    const { stderr } = await runCommand('report', folder)
    expect(stderr).toMatch(/^skipped: folder-\w+: craft_sticks-4\/result\.json is damaged/m)
    expect(stderr).toMatch(/^skipped: folder-\w+: craft_sticks-5 is not finished/m)
  })

  it('the report leaves out trials that were stopped, and says so', async () => {
    const folder = newFolder()
    writeTrial(folder, { seed: 1 }, [[100, END]])
    const stopped: EventBody = {
      type: 'trial-end',
      end: 'interrupted',
      detail: 'stopped from outside',
    }
    const alone = writeTrial(folder, { seed: 2 }, [[50, stopped]])
    const { sets } = await figures(folder)
    expect(sets[0].summary).toMatchObject({ trials: 1, ends: { limit: 1 } })
    expect(sets[0].leftOut).toEqual([{ name: 'craft_sticks-2', why: 'was stopped' }])
    const { code, stderr } = await runCommand('report', alone)
    expect([code, stderr]).toEqual([
      2,
      `error: no finished trial in ${alone} (craft_sticks-2: was stopped); give a folder written by delver trial or delver trials`,
    ])
  })

  it('the report warns of a selector’s model that learned from another agent', async () => {
    const folder = newFolder()
    const other = ['0.1.0-other']
    const models = [[agentName()], [...other, agentName()], [], other]
    for (const [seed, agents] of models.entries())
      writeTrial(folder, { seed, selector: 'horizon' }, [
        [1, { type: 'selector-model', agents }],
        [100, END],
      ])
    // One trial has no model, and in the text world the selector does not ask it.
    writeTrial(folder, { seed: 5 }, [[100, END]])
    writeTrial(folder, { seed: 6, selector: 'horizon', world: 'text' }, [
      [1, { type: 'selector-model', agents: other }],
      [100, END],
    ])
    await runCommand('report', folder)
    const markdown = readFileSync(join(folder, 'report.md'), 'utf8')
    expect(markdown).toContain(
      'in 2 of 6 trials the selector’s model had learned from another agent',
    )
    rmSync(folder, { recursive: true })
    writeTrial(folder, { selector: 'horizon' }, [
      [1, { type: 'selector-model', agents: [agentName()] }],
      [100, END],
    ])
    await runCommand('report', folder)
    expect(readFileSync(join(folder, 'report.md'), 'utf8')).not.toContain('another agent')
  })

  it('the report warns of mixed settings and unfair starts', async () => {
    const folder = newFolder()
    writeTrial(folder, { seed: 1 }, [[100, END]])
    writeTrial(folder, { seed: 2, perception: 'loaded' }, [
      [
        1,
        {
          type: 'join',
          version: '1.16.5',
          difficulty: 'easy',
          gameMode: 'creative',
          position: { x: 0, y: 0, z: 0 },
          spawnPoint: null,
          inventory: {},
        },
      ],
      [100, END],
    ])
    await runCommand('report', folder)
    const markdown = readFileSync(join(folder, 'report.md'), 'utf8')
    expect(markdown).toMatch(/mixes 2 combinations of settings/)
    expect(markdown).toMatch(/in 1 of 2 trials the agent did not start in survival mode/)
    const settings = tablesIn(markdown).get('Settings') ?? []
    expect(
      settings
        .find(([name]) => name === 'perception')
        ?.slice(1)
        .sort(),
    ).toEqual(['loaded', 'seen'])
  })

  it('the report warns when the agent and the server disagree on the target', async () => {
    const folder = newFolder()
    const verdict = { type: 'verdict' as const, held: {}, worn: [] }
    writeTrial(folder, { seed: 1 }, [
      [90, { type: 'milestone', name: 'stick' }],
      [100, { ...verdict, agent: true, server: false }],
      [100, END],
    ])
    writeTrial(folder, { seed: 2 }, [
      [100, { ...verdict, agent: false, server: false }],
      [100, END],
    ])
    await runCommand('report', folder)
    const markdown = readFileSync(join(folder, 'report.md'), 'utf8')
    expect(markdown).toMatch(/in 1 of 2 trials the agent and the server disagree/)
    expect(readResult(join(folder, 'craft_sticks-1'))?.success).toBe(false)
  })

  it('the report compares predicted with actual ticks', async () => {
    const campaign = newFolder()
    const goal = { skill: 'mine', target: { log: 3 }, using: {}, tool: null }
    const chosen = (predictedTicks: number): EventBody => {
      const interval = { low: predictedTicks / 2, high: predictedTicks * 2 }
      const candidate = { goal, predictedTicks, interval, source: null, search: null }
      const candidates = [{ ...candidate, features: null }]
      return { type: 'goal-chosen', goal, featureVersion: 1, candidates }
    }
    const reached: EventBody = {
      type: 'skill-end',
      skill: 'mine',
      goal,
      ticks: 1,
      failure: null,
      changes: {},
    }
    writeTrial(campaign, { seed: 1 }, [
      [10, chosen(100)],
      [209, reached],
      [300, chosen(100)],
      [310, reached],
      [400, chosen(100)],
      [450, END],
    ])
    await figures(campaign)
    const markdown = readFileSync(join(campaign, 'report.md'), 'utf8')
    const caption = 'Predicted and actual ticks of reached goals'
    const [, , row] = tablesIn(markdown).get(caption) ?? []
    expect(row).toEqual(['mine', '2', '100', '105', '5.58', expect.stringMatching(/^50\s%$/)])
  })

  it('untrusted texts stay in their table cells', async () => {
    const folder = newFolder()
    const cause = 'slain | by\n| <script>alert(1)</script> | \u001b[31m\u202e`x` **a**'
    writeTrial(folder, {}, [
      [50, { type: 'death', cause, position: { x: 0, y: 0, z: 0 } }],
      [100, END],
    ])
    await runCommand('report', folder)
    const markdown = readFileSync(join(folder, 'report.md'), 'utf8')
    const [headings, , row] = tablesIn(markdown).get('Deaths by cause') ?? []
    expect(row?.length).toBe(headings?.length)
    expect(row?.[0]).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    const page = readFileSync(join(folder, 'report.html'), 'utf8')
    for (const text of [markdown, page])
      for (const part of ['<script', '\u001b', '\u202e']) expect(text).not.toContain(part)
  })

  it('the command overwrites only its own reports', async () => {
    const folder = newFolder()
    writeTrial(folder, {}, [[100, END]])
    expect((await runCommand('report', folder)).code).toBe(0)
    expect((await runCommand('report', folder)).code).toBe(0)
    const foreign = join(folder, 'report.md')
    writeFileSync(foreign, '# My notes\n')
    const { code, stderr } = await runCommand('report', folder)
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^error: .*report\.md is not a report .*--out$/),
    ])
    expect(readFileSync(foreign, 'utf8')).toBe('# My notes\n')
    const elsewhere = join(folder, 'pages', 'mine.html')
    expect((await runCommand('report', folder, '--out', elsewhere)).code).toBe(0)
    expect([elsewhere, join(folder, 'pages', 'mine.md')].map(existsSync)).toEqual([true, true])
  })

  it.each([
    [
      'a missing folder',
      [join('nowhere', 'at', 'all')],
      /^error: there is no folder .*; give a folder written by/,
    ],
    ['a file', [fileURLToPath(import.meta.url)], /no such folder|cannot read the folder .*ENOTDIR/],
    ['a folder without trials', [tmpdir()], /no finished trial in /],
    ['two equal labels', ['a/runs', 'b/runs'], /two folders are labelled "runs".*first=a\/runs/],
    ['too many folders', [...'123456789'], /give 1 to 8 folders/],
    ['no folders', [], /missing required argument 'folders'/],
  ])('the command rejects %s in one line', async (_, args, message) => {
    const given = args[0] === tmpdir() ? [newFolder()] : args
    const { code, stderr } = await runCommand('report', ...given)
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)])
    expect(stderr.split('\n').length).toBe(1)
  })
})
