import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { DESCRIPTORS } from '#agent/descriptor/descriptors'
import type { EventOf, TrialEvent } from '#events/events'
import { goalText } from '#goal/print'
import { REPLAN_POLICIES } from '#strategies/deps/replan-policy'
import { readEvents } from '#trial/event-log'
import { counted } from '#wire/wording'
import { runCommand } from '../support/command-line.ts'
import { ModelServer } from '../support/model-server.ts'
import { scriptedAnswer } from '../support/scripted-model.ts'

/** A seed with which the scripted model corrects its plan for a furnace more than once. */
const MISTAKEN = '1'

let server: ModelServer
beforeAll(async () => {
  server = await ModelServer.start({ answer: ({ messages }) => scriptedAnswer(messages, MISTAKEN) })
})
afterAll(() => server.close())
afterEach(() => vi.unstubAllEnvs())

interface Trial {
  readonly settings: EventOf<'trial-start'>['settings']
  readonly end: EventOf<'trial-end'>
  of<T extends TrialEvent['type']>(type: T): EventOf<T>[]
}

/** Plays a trial in the text world by a command line, and reads what it has written. */
async function trial(options: string, task = 'craft_furnace'): Promise<Trial> {
  const folder = join(mkdtempSync(join(tmpdir(), 'delver-strategy-')), 'out')
  const line = `trial ${task} --world text --seed 1 ${options} --out ${folder}`
  const { code, stderr } = await runCommand(...line.trim().split(/\s+/))
  if (code > 1) throw new Error(stderr)
  const events = readEvents(folder)
  const of: Trial['of'] = (type) =>
    events.filter((event): event is EventOf<typeof type> => event.type === type)
  const [start] = of('trial-start')
  const [end] = of('trial-end')
  if (!start || !end) throw new Error('the trial has not been recorded')
  return { settings: start.settings, end, of }
}

/** The same by the scripted model, which makes mistakes. */
function modelTrial(options: string): Promise<Trial> {
  vi.stubEnv('OPENAI_API_KEY', 'sk-test-only-0123456789')
  const model = `--planner llm --model scripted --base-url ${server.baseUrl}`
  return trial(`${model} ${options}`)
}

/** Goals in the order in which they were chosen. */
function chosen({ of }: Trial): string[] {
  return of('goal-chosen').map(({ goal }) => goalText(goal))
}

function predictions({ of }: Trial): (number | null)[] {
  return of('goal-chosen').flatMap(({ candidates }) =>
    candidates.map(({ predictedTicks }) => predictedTicks),
  )
}

function purposes({ of }: Trial): Set<string> {
  return new Set(of('llm-call').map((call) => call.purpose))
}

describe('--selector', () => {
  const ONCE = '--replan on-failure'

  it("is nearest by default, which ranks by the skills' estimates", async () => {
    const plain = await trial(ONCE)
    expect(plain.settings.selector).toBe('nearest')
    const named = await trial(`${ONCE} --selector nearest`)
    expect(named.settings).toEqual(plain.settings)
    expect(chosen(named)).toEqual(chosen(plain))
    for (const ticks of predictions(named)) expect(ticks).toBeGreaterThan(0)
    for (const { goal, candidates } of named.of('goal-chosen'))
      expect(goal).toEqual(candidates[0]?.goal)
  })

  it("fixed takes the plan's first possible goal, without a prediction", async () => {
    const fixed = await trial(`${ONCE} --selector fixed`)
    expect(fixed.settings.selector).toBe('fixed')
    expect(new Set(predictions(fixed))).toEqual(new Set([null]))
    const [plan] = fixed.of('plan')
    expect(chosen(fixed)).toEqual(plan?.goals.slice(0, chosen(fixed).length).map(goalText))
    expect(fixed.of('goal-chosen').some(({ candidates }) => candidates.length > 1)).toBe(true)
  })

  it('random takes goals in an order that the seed determines', async () => {
    const orders = new Set<string>()
    for (const seed of [1, 2, 3, 4, 5]) {
      const random = await trial(`${ONCE} --selector random --seed ${seed}`)
      expect(random.settings).toMatchObject({ selector: 'random', seed })
      expect(random.end.end).toBe('success')
      expect(new Set(predictions(random))).toEqual(new Set([null]))
      orders.add(chosen(random).join())
    }
    expect(orders.size).toBeGreaterThan(1)
    const again = await trial(`${ONCE} --selector random --seed 1`)
    expect(orders).toContain(chosen(again).join())
  })

  it('none takes the next goal of the plan', async () => {
    const none = await trial(`${ONCE} --selector none`)
    expect(none.settings.selector).toBe('none')
    expect(none.of('goal-chosen').length).toBeGreaterThan(1)
    for (const { goal, candidates } of none.of('goal-chosen'))
      expect(candidates.map((candidate) => candidate.goal)).toEqual([goal])
  })

  it('is rejected for a strategy without a selector', async () => {
    await expect(modelTrial('--strategy gpt --selector random')).rejects.toThrow(
      /^error: --selector is for --strategy deps and adapt$/,
    )
  })

  it('also chooses for ADaPT', async () => {
    const adapt = '--strategy adapt --selector'
    const nearest = await trial(`${adapt} nearest`)
    const random = await trial(`${adapt} random`)
    expect(random.settings).toMatchObject({ strategy: 'adapt', selector: 'random' })
    expect(predictions(nearest)).not.toContain(null)
    expect(new Set(predictions(random))).toEqual(new Set([null]))
  })
})

describe('--goals', () => {
  const PLAN = 'mine({log:1}, null)\ncraft({planks:4}, {dirt:1}, null)'

  /** A model whose plan names the wrong material. */
  async function wrongPlan(options: string): Promise<Trial> {
    const wrong = await ModelServer.start({ answer: () => PLAN })
    vi.stubEnv('OPENAI_API_KEY', 'sk-test-only-0123456789')
    const model = `--planner llm --strategy gpt --model wrong --base-url ${wrong.baseUrl}`
    return trial(`${model} ${options}`, 'obtain:planks').finally(() => wrong.close())
  }

  it('lenient carries out the meaning of a goal, and logs the mistake', async () => {
    const { settings, end, of } = await wrongPlan('')
    expect(settings.goals).toBe('lenient')
    expect(end.end).toBe('success')
    expect(of('goal-mistake').map(({ corrected }) => corrected)).toEqual([true])
  })

  it('strict lets the goal fail as written', async () => {
    const { settings, end, of } = await wrongPlan('--goals strict')
    expect(settings.goals).toBe('strict')
    expect(end).toMatchObject({
      end: 'gave-up',
      detail: expect.stringContaining('needs log: 1 more than the goal names'),
    })
    expect(of('goal-mistake').map(({ corrected }) => corrected)).toEqual([false])
  })
})

describe('--strategy', () => {
  it.each([
    ['prog-prompt', "while True\n  mine('log')", "mine('log', 1)", "unexpected 'mine'"],
    ['gpt', 'I cannot do this.', 'step 1: mine 1 log', 'no goal'],
  ])(
    '%s sends back an answer that it cannot read, with the reason',
    async (name, bad, good, why) => {
      const asked: string[] = []
      const answering = await ModelServer.start({
        answer({ messages }) {
          asked.push(messages.at(-1)?.content ?? '')
          return messages.length > 2 ? good : bad
        },
      })
      vi.stubEnv('OPENAI_API_KEY', 'sk-test-only-0123456789')
      const model = `--planner llm --strategy ${name} --model some --base-url ${answering.baseUrl}`
      const { end, of } = await trial(model, 'obtain:log').finally(() => answering.close())
      expect(end.end).toBe('success')
      expect(of('answer-rejected')).toHaveLength(1)
      expect(asked).toHaveLength(2)
      expect(asked[1]).toContain(why)
    },
  )
})

describe('--replan', () => {
  it('is after-gathering for the symbolic planner and on-failure for a model by default', async () => {
    expect((await trial('')).settings.replan).toBe('after-gathering')
    expect((await modelTrial('')).settings.replan).toBe('on-failure')
  })

  it.each(REPLAN_POLICIES)('%s decides when the agent replans', async (policy) => {
    const { settings, of, end } = await trial(`--replan ${policy}`)
    expect(settings.replan).toBe(policy)
    expect(end.end).toBe('success')
    const reasons = of('plan').map(({ reason }) => reason)
    expect(reasons[0]).toBe('start')
    if (policy === 'on-failure') expect(reasons).toHaveLength(1)
    else expect(reasons.slice(1)).toContain('the inventory has changed')
  })

  it('lets a model replan after each gathered item', async () => {
    const reasons = ({ of }: Trial) => of('plan').map(({ reason }) => reason)
    const often = await modelTrial('--replan after-gathering')
    expect(often.settings.replan).toBe('after-gathering')
    expect(reasons(often)).toContain('the inventory has changed')
    expect(reasons(await modelTrial(''))).not.toContain('the inventory has changed')
  })
})

describe('--descriptor', () => {
  const WORDS = { typed: /^I fail on .*: [a-z-]+, /m, paper: /I fail on step \d+ "/, none: null }

  it.each(DESCRIPTORS)('%s determines the words for a failure', async (name) => {
    const { settings, of } = await modelTrial(`--descriptor ${name} --rounds 3`)
    expect(settings.descriptor).toBe(name)
    const texts = of('failure-description').map(({ text }) => text)
    const words = WORDS[name]
    if (words) expect(texts[0]).toMatch(words)
    else expect(texts).toEqual([])
    expect(of('plan').length).toBeGreaterThan(1)
  })

  it('is typed by default, and none with --no-descriptor', async () => {
    expect((await modelTrial('')).settings.descriptor).toBe('typed')
    const without = await modelTrial('--no-descriptor --rounds 3')
    expect(without.settings.descriptor).toBe('none')
    expect(without.of('failure-description')).toEqual([])
    // Nothing is described, so that there is nothing to explain.
    expect(purposes(without)).toEqual(new Set(['plan']))
  })
})

describe('--no-explainer', () => {
  it('describes failures without explaining them', async () => {
    const whole = await modelTrial('')
    expect(whole.settings.llm?.explainer).toBe(true)
    expect(whole.of('explanation').length).toBeGreaterThan(0)
    expect(purposes(whole)).toEqual(new Set(['plan', 'explain']))
    const without = await modelTrial('--no-explainer --rounds 3')
    expect(without.settings.llm?.explainer).toBe(false)
    expect(without.of('explanation')).toEqual([])
    expect(without.of('failure-description').length).toBeGreaterThan(0)
    expect(purposes(without)).toEqual(new Set(['plan']))
  })
})

describe('--rounds', () => {
  it.each([0, 1])('%i ends a trial that needs more rounds', async (rounds) => {
    const { settings, end, of } = await modelTrial(`--rounds ${rounds}`)
    expect(settings.rounds).toBe(rounds)
    expect(end).toMatchObject({
      end: 'gave-up',
      detail: `the limit of ${counted(rounds, 'round')} of replanning is reached`,
    })
    expect(of('plan').length).toBeLessThanOrEqual(rounds + 1)
  })

  it('sets no limit with none', async () => {
    const { settings, end, of } = await modelTrial('--rounds none')
    expect(settings.rounds).toBeNull()
    expect(end.end).toBe('success')
    expect(of('plan').length).toBeGreaterThan(2)
  })
})

describe('the trials of a campaign', () => {
  it('use the same options', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'delver-strategy-'))
    const options = '--selector random --replan on-failure --descriptor paper --rounds 2'
    const line = `trials craft_sticks --seeds 1 --world text ${options} --json --out ${folder}`
    const { code, stdout } = await runCommand(...line.split(' '))
    expect(code).toBe(0)
    expect(JSON.parse(stdout).trials[0].settings).toMatchObject({
      selector: 'random',
      replan: 'on-failure',
      descriptor: 'paper',
      rounds: 2,
    })
  })
})
