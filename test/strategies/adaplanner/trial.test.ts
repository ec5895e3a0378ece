import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TrialEvent } from '#events/events'
import { runBenchmark } from '#textcraft/benchmark'
import { ModelSolver } from '#textcraft/model-solver'
import { Rulebook } from '#textcraft/rulebook'
import { summaryOf } from '#textcraft/summary'
import { TEST_TASKS } from '#textcraft/tasks'
import { readEvents } from '#trial/event-log'
import { TASKS } from '#trial/tasks'
import { newsOf } from '#watch/page/state/news'
import { runCommand } from '../../support/command-line.ts'
import { eventsOf } from '../../support/history.ts'
import { ModelServer } from '../../support/model-server.ts'
import { ScriptedModel, scriptedAnswer } from '../../support/scripted-model.ts'
import { modelStrategy } from '../../support/strategies.ts'
import { playText } from '../../support/text-trial.ts'
import { TextCraftModel } from '../../support/textcraft-model.ts'
import { longIt } from '../../support/versions.ts'

let server: ModelServer
let folder: string
const textcraft = new TextCraftModel()

beforeEach(async () => {
  server = await ModelServer.start({
    answer: ({ messages }) =>
      messages.some(({ content }) => content.includes('Crafting commands:'))
        ? textcraft.answer(messages.map(({ role, content }) => ({ role: role as 'user', content })))
        : scriptedAnswer(messages, '1'),
  })
  vi.stubEnv('OPENAI_API_KEY', 'none')
  vi.stubEnv('OPENAI_BASE_URL', server.baseUrl)
  vi.stubEnv('DELVER_MODEL', 'scripted')
  folder = mkdtempSync(join(tmpdir(), 'delver-adaplanner-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  return server.close()
})

const LLM = '--planner llm --strategy adaplanner'

async function trial(line: string): Promise<readonly TrialEvent[]> {
  const out = join(folder, `out-${readdirSync(folder).length}`)
  const { code, stderr } = await runCommand(
    'trial',
    ...line.split(' '),
    ...LLM.split(' '),
    '--out',
    out,
  )
  if (code > 1) throw new Error(stderr)
  return readEvents(out)
}

longIt(
  'AdaPlanner obtains an iron pickaxe in the practice world and records its refinements',
  async () => {
    const events = await trial(
      'obtain:iron_pickaxe --seed 1 --difficulty peaceful --perception loaded --no-recording',
    )
    expect(events.at(-1)).toMatchObject({ type: 'trial-end', end: 'success' })
    const plans = eventsOf(events, 'plan').map(({ reason }) => reason)
    expect(plans[0]).toBe('start')
    const steps = eventsOf(events, 'adaplanner')
    const resumed = steps.filter(({ what }) => what === 'resume')
    expect(resumed.length).toBeGreaterThan(0)
    expect(plans.slice(1)).toEqual(resumed.map(({ step }) => `refined, from step ${step}`))
    expect(Math.max(...resumed.map(({ step }) => step ?? 0))).toBeGreaterThan(1)
    expect(steps.filter(({ what }) => what === 'halt')).toHaveLength(resumed.length)
    const news = events.flatMap((event) => newsOf(event)?.text ?? [])
    expect(news).toContain(`resumes at step ${resumed[0]?.step} of the revised plan`)
    expect(news.join('\n')).toMatch(/^stopped in step \d+: .*Error in \[Step/m)
    const purposes = new Set(eventsOf(events, 'llm-call').map(({ purpose }) => purpose))
    expect([...purposes]).toEqual(expect.arrayContaining(['plan', 'refine']))
  },
  120_000,
)

describe('the tasks of DEPS in the text world, with the scripted model', () => {
  longIt(
    'are completed by AdaPlanner, except the unobtainable quartz',
    async () => {
      const missed: string[] = []
      for (const task of TASKS) {
        const strategy = modelStrategy(new ScriptedModel('1'), { strategy: 'adaplanner' })
        const { success } = await playText(task, strategy, { goals: 'strict' })
        if (!success) missed.push(task.name)
      }
      expect(missed).toEqual(['craft_quartz_block'])
    },
    60_000,
  )
})

describe('the 200 tasks of TextCraft, with the scripted model', () => {
  const play = async (mistakes: ConstructorParameters<typeof TextCraftModel>[0]) => {
    const book = new Rulebook()
    const model = new TextCraftModel(mistakes)
    const options = { method: 'adaplanner', book, model, selector: null } as const
    const player = new ModelSolver({ ...options, maxDepth: 4, maxRuns: 100 })
    const never = new AbortController().signal
    return summaryOf((await runBenchmark(TEST_TASKS, player, book, () => {}, never)).tasks)
  }

  it('are solved by AdaPlanner, also after mistakes in the first plan', async () => {
    const right = await play({})
    // The scripted model uses white wool as wool, which the game rejects.
    expect(right).toMatchObject({ solved: 199, claimed: 199 })
    const mistaken = await play({ halves: true, forgets: true })
    expect(mistaken.solved).toBe(199)
    expect(mistaken.calls).toBeGreaterThan((right.calls ?? 0) + 0.9)
  }, 60_000)
})

describe('--skill-memory', () => {
  it('keeps a solution and shows it to the next trial', async () => {
    const skills = join(folder, 'skills')
    const line = (item: string) => `obtain:${item} --world text --seed 1 --skill-memory ${skills}`
    const first = await trial(line('wooden_axe'))
    expect(eventsOf(first, 'trial-start')[0]?.settings.skillMemory).toBe(skills)
    expect(readdirSync(skills)).toHaveLength(1)
    const next = await trial(line('wooden_hoe'))
    expect(eventsOf(next, 'adaplanner')[0]).toMatchObject({
      what: 'examples',
      text: '1 from the skill memory',
    })
    const without = await trial('obtain:wooden_hoe --world text --seed 1')
    expect(eventsOf(without, 'trial-start')[0]?.settings.skillMemory).toBeNull()
    expect(eventsOf(without, 'adaplanner').map(({ what }) => what)).not.toContain('examples')
  })

  it('adds results with and without skills to the report of a campaign', async () => {
    const out = join(folder, 'campaign')
    const trials = `trials obtain:wooden_axe --seeds 1-3 --workers 1 --world text --skill-memory ${join(folder, 'skills')} --out ${out}`
    expect((await runCommand(...trials.split(' '), ...LLM.split(' '))).code).toBe(0)
    expect((await runCommand('report', out)).code).toBe(0)
    const report = readFileSync(join(out, 'report.md'), 'utf8')
    const [, section = ''] = report.split('## Skill memory')
    expect(section).toMatch(/with skills *\| *1 \| *1 \|/)
    expect(section).toMatch(/without *\| *2 \| *2 \|/)
  }, 30_000)

  it('also works for TextCraft', async () => {
    const skills = join(folder, 'skills')
    const line = `textcraft --planner llm --method adaplanner --limit 4 --skill-memory ${skills}`
    const { code, stdout } = await runCommand(...line.split(' '))
    expect(code).toBe(0)
    expect(stdout).toMatch(/^ *with skills +[1-4] .*\n +without +[1-4] /m)
    expect(readdirSync(skills)).toHaveLength(4)
    const plain = await runCommand(...line.split(' ').slice(0, -2))
    expect(plain.stdout).not.toContain('with skills')
  })

  it.each([
    [
      'trial craft_sticks --world text --skill-memory S',
      /--skill-memory is for --strategy adaplanner/,
    ],
    ['textcraft --skill-memory S', /--skill-memory is not for adapt; it is for adaplanner/],
    ['textcraft --method adaplanner', /add --planner llm/],
    [`trial craft_sticks --world text ${LLM} --skill-memory F`, /--skill-memory .*cannot be used/],
    [`textcraft --planner llm --method adaplanner --skill-memory F`, /cannot be used/],
  ])('is refused in one line: %s', async (line, message) => {
    writeFileSync(join(folder, 'file'), '')
    const at = { S: join(folder, 'S'), F: join(folder, 'file') }
    const words = line.split(' ').map((word) => at[word as keyof typeof at] ?? word)
    const { code, stderr } = await runCommand(...words)
    expect(stderr).toMatch(message)
    expect(stderr).toMatch(/^error: .*$/)
    expect(code).toBe(2)
    expect(readdirSync(folder)).toEqual(['file'])
  })
})
