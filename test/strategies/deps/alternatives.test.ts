import { Vec3 } from 'vec3'
import { describe, expect, it } from 'vitest'
import { createDescriptor } from '#agent/descriptor/descriptors'
import type { Environment } from '#agent/environment/environment'
import { NO_EXPLAINER } from '#agent/explainer/explainer'
import { type EventBody, eventSchema } from '#events/events'
import type { Goal } from '#goal/goal'
import { type Approach, inventoryObservation } from '#goal/observation'
import type { FailureKind } from '#goal/outcome'
import { goalText } from '#goal/print'
import type { Selector } from '#selector/selector'
import { FixedSelector } from '#selector/selectors/fixed'
import { NearestSelector } from '#selector/selectors/nearest'
import { NoSelector } from '#selector/selectors/none'
import { parseWorldTask } from '#strategies/adapt/parse-world-task'
import { planText } from '#strategies/adapt/plan-tree'
import { type WorldTask, worldTaskText } from '#strategies/adapt/world-task'
import { DepsStrategy } from '#strategies/deps/deps-strategy'
import { executePlan } from '#strategies/deps/execute-plan'
import { replanPolicy } from '#strategies/deps/replan-policy'
import { findTask } from '#trial/tasks'
import { ALONE } from '../../support/known-source.ts'
import { goalOf, language, planOf, registry } from '../../support/language.ts'
import { ListedPlanner } from '../../support/listed-planner.ts'
import { ScriptedModel, scriptedAnswer } from '../../support/scripted-model.ts'
import { modelStrategy } from '../../support/strategies.ts'
import { playText } from '../../support/text-trial.ts'

const MEAT = 'hunt({porkchop:1}, null) or hunt({mutton:1}, null) or hunt({beef:1}, null)'
const SHEEP_KNOWN = {
  kind: 'sheep',
  position: new Vec3(3, 0, 0),
  entity: 7,
  ticks: 20,
  age: 0,
  ...ALONE,
}

/** A field with some known animals, on which all goals fail but those for the given items. */
class Field implements Environment {
  readonly language = language
  readonly tried: string[] = []
  readonly inventory: Record<string, number> = {}
  readonly #there: ReadonlySet<string>
  readonly #failure: FailureKind

  constructor(there: readonly string[], failure: FailureKind = 'not-found') {
    this.#there = new Set(there)
    this.#failure = failure
  }

  observe() {
    const body = {
      position: new Vec3(0, 0, 0),
      health: 20,
      food: 20,
      held: null,
      isNight: false,
      isHostile: false,
      stonesLeft: 0,
    }
    const sources = (kinds: readonly string[]) => (kinds.includes('sheep') ? [SHEEP_KNOWN] : [])
    return { ...inventoryObservation(registry, this.inventory), body, sources }
  }

  execute(goal: Goal) {
    this.tried.push(goalText(goal))
    const [item = ''] = Object.keys(goal.target)
    if (!this.#there.has(item)) {
      const failure = { kind: this.#failure, detail: `no ${item}` }
      return Promise.resolve({ ok: false as const, failure })
    }
    this.inventory[item] = 1
    return Promise.resolve({ ok: true as const })
  }

  wait() {
    return Promise.resolve()
  }

  attend() {
    return Promise.resolve()
  }
}

function context(environment: Environment, events: EventBody[] = []) {
  const { signal } = new AbortController()
  const record = (event: EventBody) => void events.push(event)
  return { environment, descriptor: createDescriptor('typed'), signal, record }
}

const rules = (selector: Selector = new NearestSelector()) => ({
  selector,
  policy: replanPolicy('on-failure'),
  exactFor: null,
})

describe('a way to another dimension', () => {
  /** A field with a portal. */
  class Gate extends Field {
    override observe() {
      return { ...super.observe(), near: new Set(['nether_portal']) }
    }
  }

  it('waits for the steps before it, however near it is', async () => {
    const gate = new Gate(['log', 'nether_portal', 'quartz'])
    const steps = ['mine({log:1}, null)', "enter({nether_portal:1}, 'nether_portal')"]
    await executePlan(planOf(steps.join('\n')), rules(), context(gate))
    expect(gate.tried).toEqual(steps)
  })
})

describe('a preempted goal', () => {
  const PLAN = 'hunt({porkchop:1}, null)\nhunt({mutton:1}, null)'

  /** Preempts the first goal, then lets every goal succeed. */
  class Meadow extends Field {
    readonly rivals: unknown[] = []

    override execute(goal: Goal, _signal?: AbortSignal, approach?: Approach) {
      this.rivals.push(approach?.rivals)
      if (this.rivals.length > 1) return super.execute(goal)
      this.tried.push(goalText(goal))
      const failure = { kind: 'interrupted' as const, detail: 'a pig' }
      return Promise.resolve({ ok: false as const, failure })
    }
  }

  it('is not a failure: the selector chooses again by the current observation', async () => {
    const meadow = new Meadow(['mutton', 'porkchop'])
    const { failed, failures } = await executePlan(planOf(PLAN), rules(), context(meadow))
    expect({ failed, failures }).toEqual({ failed: null, failures: [] })
    const [mutton, porkchop] = ['hunt({mutton:1}, null)', 'hunt({porkchop:1}, null)']
    expect(meadow.tried).toEqual([mutton, mutton, porkchop])
    expect(meadow.rivals[0]).toEqual([{ kinds: ['pig'], ticks: Number.POSITIVE_INFINITY }])
  })

  it('has no competing goals for a selector that never reconsiders', async () => {
    const meadow = new Meadow(['mutton', 'porkchop'])
    await executePlan(planOf(PLAN), rules(new FixedSelector()), context(meadow))
    expect(meadow.rivals).toEqual([[], [], []])
  })
})

describe('a step with alternatives', () => {
  it('offers each alternative to the selector, and the chosen one completes the step', async () => {
    const field = new Field(['mutton', 'porkchop'])
    const events: EventBody[] = []
    const execution = await executePlan(planOf(MEAT), rules(), context(field, events))
    expect(field.tried).toEqual(['hunt({mutton:1}, null)'])
    expect(execution).toMatchObject({ failed: null, failures: [], rest: [] })
    expect(execution.done.map(goalText)).toEqual(['hunt({mutton:1}, null)'])
    const [chosen] = events
    const offered = chosen?.type === 'goal-chosen' ? chosen.candidates : []
    const items = offered.flatMap(({ goal }) => Object.keys(goal.target))
    expect(new Set(items)).toEqual(new Set(['mutton', 'porkchop', 'beef']))
  })

  it('tries another alternative after a failure, and none twice', async () => {
    const field = new Field(['beef'])
    const { failed, failures } = await executePlan(planOf(MEAT), rules(), context(field))
    expect(field.tried).toEqual([
      'hunt({mutton:1}, null)',
      'hunt({porkchop:1}, null)',
      'hunt({beef:1}, null)',
    ])
    expect(failed).toBeNull()
    expect(failures.map(({ goal }) => goalText(goal))).toEqual(field.tried.slice(0, 2))
  })

  it('fails when all alternatives have failed, with the detail of each', async () => {
    const plan = planOf(`${MEAT}; mine({log:1}, null)`)
    const { failed, rest, failures } = await executePlan(
      plan,
      rules(new NoSelector()),
      context(new Field([])),
    )
    expect(failed && goalText(failed.goal)).toBe(MEAT)
    expect(failed?.failure).toEqual({
      kind: 'not-found',
      detail: 'no porkchop; no mutton; no beef',
    })
    expect(failures).toHaveLength(3)
    expect(rest.map(goalText)).toEqual(['mine({log:1}, null)'])
  })

  it('follows the order of the plan without a selector', async () => {
    const field = new Field(['mutton', 'porkchop'])
    await executePlan(planOf(MEAT), rules(new NoSelector()), context(field))
    expect(field.tried).toEqual(['hunt({porkchop:1}, null)'])
  })

  it('does not begin with an alternative whose search failed under an earlier plan', async () => {
    const field = new Field(['beef'])
    const plan = `${MEAT}; mine({log:1}, null)`
    const planner = new ListedPlanner(plan)
    const parts = { planner, explainer: NO_EXPLAINER, ...rules(new NoSelector()), rounds: 1 }
    const task = { target: { log: 1 }, wear: null }
    await new DepsStrategy(parts).pursue(task, context(field))
    expect(field.tried).toEqual([
      'hunt({porkchop:1}, null)',
      'hunt({mutton:1}, null)',
      'hunt({beef:1}, null)',
      'mine({log:1}, null)',
      'hunt({beef:1}, null)',
      'mine({log:1}, null)',
    ])
    expect(planner.asked).toHaveLength(2)
  })

  it('tries an alternative again when its failure was not a missing source', async () => {
    const field = new Field(['beef'], 'unreachable')
    const planner = new ListedPlanner(`${MEAT}; mine({log:1}, null)`)
    const parts = { planner, explainer: NO_EXPLAINER, ...rules(new NoSelector()), rounds: 1 }
    const task = { target: { log: 1 }, wear: null }
    await new DepsStrategy(parts).pursue(task, context(field))
    expect(field.tried.filter((goal) => goal.includes('porkchop'))).toHaveLength(2)
  })
})

describe('alternatives in the text world', () => {
  const COOKED = `mine({log:1}, null); craft({planks:4}, {log:1}, null);
    hunt({beef:1}, null) or hunt({porkchop:1}, null);
    smelt({cooked_beef:1}, {beef:1, planks:1}, 'furnace') or smelt({cooked_porkchop:1}, {porkchop:1, planks:1}, 'furnace')`
  const FURNACE = `mine({log:3}, null); craft({planks:12}, {log:3}, null);
    craft({crafting_table:1}, {planks:4}, null); craft({stick:4}, {planks:2}, null);
    craft({wooden_pickaxe:1}, {planks:3, stick:2}, 'crafting_table'); mine({cobblestone:8}, 'wooden_pickaxe');
    craft({furnace:1}, {cobblestone:8}, 'crafting_table')`
  const play = (plan: string, goals: 'strict' | 'lenient' = 'strict') =>
    playText(
      findTask('obtain:cooked_beef'),
      new DepsStrategy({
        planner: new ListedPlanner(plan),
        explainer: NO_EXPLAINER,
        ...rules(),
        rounds: 0,
      }),
      { goals },
    )

  it('are chosen by what the inventory allows', async () => {
    const { success, events } = await play(`${FURNACE}; ${COOKED}`)
    expect(success).toBe(true)
    expect(events.some(({ type }) => type === 'goal-mistake')).toBe(false)
  })

  it('fail one by one with strict goals', async () => {
    const steps =
      "mine({log:1}, null); hunt({beef:1}, null); smelt({cooked_beef:1}, {beef:1, dirt:1}, 'furnace') or smelt({cooked_beef:1}, {beef:1, log:1}, 'furnace')"
    const { success, events } = await play(`${FURNACE}; ${steps}`)
    expect(success).toBe(true)
    const mistakes = events.filter((event) => event.type === 'goal-mistake')
    expect(mistakes).toMatchObject([{ corrected: false, mistake: expect.stringContaining('dirt') }])
  })

  it('are read from a model’s answer and quoted in its dialogue', async () => {
    const asked: string[] = []
    const model = new ScriptedModel((messages) => {
      asked.push(messages.map(({ content }) => content).join('\n'))
      return asked.length > 1
        ? scriptedAnswer(messages, 'right')
        : 'mine({warped_stem:1}, null) or mine({log:1}, null)\ncraft({stick:4}, {planks:2}, null)'
    })
    const { success, events } = await playText(
      findTask('craft_sticks'),
      modelStrategy(model, { rounds: 8 }),
      { goals: 'strict', descriptor: 'paper' },
    )
    expect(success).toBe(true)
    expect(asked.at(-1)).toContain('mine({warped_stem:1}, null) or mine({log:1}, null) # step 1')
    const [plan] = events.filter((event) => event.type === 'plan')
    expect(plan?.goals[0]?.or).toEqual([goalOf('mine({log:1}, null)')])
    for (const event of events) eventSchema.parse({ v: 1, t: 0, wall: 0, ...event })
  })

  it('become an OR in a step of ADaPT’s plan', () => {
    const read = parseWorldTask(language, 'hunt({porkchop:1}, null) or hunt({beef:1}, null)')
    const named = (task: WorldTask) => worldTaskText(task)
    expect(read.ok && planText(read.plan, named)).toBe(
      '(hunt({porkchop:1}, null) OR hunt({beef:1}, null))',
    )
  })
})
