import { describe, expect, it } from 'vitest'
import { createDescriptor } from '#agent/descriptor/descriptors'
import { CostModel } from '#agent/planner/cost-model'
import type { EventBody } from '#events/events'
import type { Goal, ItemCounts } from '#goal/goal'
import { failed, type Outcome } from '#goal/outcome'
import { goalText } from '#goal/print'
import { holds } from '#goal/success'
import { NearestSelector } from '#selector/selectors/nearest'
import type { AdaptEvent } from '#strategies/adapt/trace'
import { AdaptStrategy, WORLD_MAX_DEPTH } from '#strategies/adapt/world-strategy'
import { TextClock } from '#text-world/text-clock'
import { TextWorld } from '#text-world/text-world'
import { TASKS } from '#trial/tasks'
import { language, registry } from '../../support/language.ts'
import { playText } from '../../support/text-trial.ts'

const TYPED = createDescriptor('typed')
const QUARTZ = 'craft_quartz_block'

function strategy(maxDepth = WORLD_MAX_DEPTH, onEvent: (event: AdaptEvent) => void = () => {}) {
  return new AdaptStrategy({ selector: new NearestSelector(), maxDepth, llm: null, onEvent })
}

describe.each(['1.12.2', '1.16.5', '1.21.4'])('the tasks of DEPS in %s, by text', (version) => {
  it.each(TASKS.filter(({ name }) => name !== QUARTZ).map((task) => [task.name, task] as const))(
    '%s is completed without a failed goal',
    async (_, task) => {
      const { success, events } = await playText(task, strategy(), { version })
      expect(success).toBe(true)
      const ended = events.filter((event) => event.type === 'skill-end')
      expect(ended.filter((event) => event.failure)).toEqual([])
    },
  )

  it('quartz is known to be unobtainable', async () => {
    const task = TASKS.filter(({ name }) => name === QUARTZ)
    for (const one of task) {
      const { outcome, events } = await playText(one, strategy(), { version })
      expect(outcome).toEqual({ end: 'gave-up', detail: 'there is no way to obtain quartz_block' })
      expect(events.some(({ type }) => type === 'skill-start')).toBe(false)
    }
  })
})

interface Played {
  readonly inventory: ItemCounts
  readonly goals: string[]
  readonly reason: string
}

/** Pursues a target in the text world, with a callback at each goal. */
async function played(
  target: ItemCounts,
  happens: (goal: Goal, times: number, world: TextWorld) => Outcome | undefined,
  maxDepth?: number,
): Promise<Played> {
  const goals: string[] = []
  const stop = new AbortController()
  class EventfulWorld extends TextWorld {
    override execute(goal: Goal, signal: AbortSignal): Promise<Outcome> {
      const text = goalText(goal)
      goals.push(text)
      const times = goals.filter((one) => one === text).length
      const result = happens(goal, times, this)
      return result ? Promise.resolve(result) : super.execute(goal, signal)
    }
  }
  const record = (_: EventBody) => {}
  const world = new EventfulWorld(language, { clock: new TextClock(), record, inventory: () => {} })
  const wait = world.wait.bind(world)
  world.wait = async (ticks, signal) => {
    if (holds(registry, world.observe().inventory, target)) stop.abort('done')
    await wait(ticks, signal)
  }
  const task = { target, wear: null }
  const reason = await strategy(maxDepth)
    .pursue(task, { environment: world, descriptor: TYPED, signal: stop.signal, record })
    .catch((error: unknown) => String(error))
  return { inventory: world.observe().inventory, goals, reason }
}

const TARGET = { stone_pickaxe: 1 }

describe('the recursion of ADaPT in Minecraft', () => {
  it('repeats a goal after a random failure', async () => {
    const { reason, goals } = await played(TARGET, ({ skill }, times) =>
      skill === 'mine' && times < 3 ? failed('unreachable', 'a ravine') : undefined,
    )
    expect(reason).toBe('done')
    expect(goals.filter((goal) => goal === 'mine({log:1}, null)').length).toBeGreaterThan(3)
  })

  it('makes another tool when a tool is lost', async () => {
    let isLost = false
    const { reason, goals } = await played(TARGET, ({ target }) => {
      if (!target.cobblestone || isLost) return undefined
      isLost = true
      return failed('missing-tool', 'it broke')
    })
    expect(reason).toBe('done')
    expect(goals.filter((goal) => goal.startsWith('mine({cobblestone')).length).toBeGreaterThan(1)
  })

  it('uses an alternative when a recipe is blocked', async () => {
    const { reason, goals } = await played({ torch: 1 }, ({ target }) =>
      target.coal ? failed('not-found', 'no coal') : undefined,
    )
    expect(reason).toBe('done')
    expect(goals.join()).toContain('smelt({charcoal:1}')
  })

  it('makes spare pickaxes for a deep ore, and none for stone', async () => {
    const made = async (target: ItemCounts) =>
      (await played(target, () => undefined)).goals.filter((goal) =>
        goal.includes('stone_pickaxe:'),
      )
    expect(await made({ iron_ore: 1 })).toEqual([expect.stringContaining('{stone_pickaxe:3}')])
    expect(await made({ furnace: 1 })).toEqual([])
  })

  it('gives up in the end and names the failed task', async () => {
    const { reason, goals } = await played(TARGET, ({ target }) =>
      target.cobblestone ? failed('not-found', 'no stone') : undefined,
    )
    expect(reason).toMatch(/too many runs in a row gained nothing; the last: .*cobblestone/)
    expect(goals.length).toBeLessThan(150)
  })

  it('fails a task that needs more levels than the maximum depth', async () => {
    const shallow = await played(TARGET, () => undefined, 3)
    expect(shallow.reason).toContain('too many runs in a row gained nothing')
    expect((await played(TARGET, () => undefined, 6)).reason).toBe('done')
  })

  it('ends at once when the signal fires', async () => {
    const stop = new AbortController()
    const events: EventBody[] = []
    const record = (event: EventBody) => void events.push(event)
    const inventory = () => stop.abort('enough')
    const environment = new TextWorld(language, { clock: new TextClock(), record, inventory })
    const context = { environment, descriptor: TYPED, signal: stop.signal, record }
    await expect(strategy().pursue({ target: TARGET, wear: null }, context)).rejects.toBe('enough')
    expect(events.filter(({ type }) => type === 'skill-end')).toHaveLength(1)
  })
})

describe('the costs of recipes', () => {
  const costs = new CostModel(language, new Set())

  it('know which items consume others', () => {
    expect(costs.mayUse('stick', 'planks')).toBe(true)
    expect(costs.mayUse('planks', 'stick')).toBe(false)
    expect(costs.mayUse('iron_ingot', 'stick')).toBe(true)
    expect(costs.mayUse('stick', 'iron_ingot')).toBe(false)
  })

  it('do not recurse forever', () => {
    const inputs = costs.rankedRecipes('iron_ingot', 1).map((method) => JSON.stringify(method))
    expect(inputs.join()).not.toMatch(/"iron_nugget":9|"iron_block":1/)
    expect(inputs.length).toBeGreaterThan(0)
  })

  it('never prefer leaves as a source of sticks', () => {
    expect(costs.rankedRecipes('stick', 2).some(({ skill }) => skill === 'mine')).toBe(true)
    expect(costs.easyRecipes('stick', 2).map(({ skill }) => skill)).toEqual(['craft'])
  })
})
