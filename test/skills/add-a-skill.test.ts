import { describe, expect, it } from 'vitest'
import { createDescriptor } from '#agent/descriptor/descriptors'
import { ModelPlanner } from '#agent/planner/model-planner'
import type { PlanRequest } from '#agent/planner/planner'
import { planFor } from '#agent/planner/symbolic-planner'
import { languageValues } from '#agent/prompts'
import type { EventBody } from '#events/events'
import type { ItemCounts } from '#goal/goal'
import { GoalLanguage } from '#goal/goal-language'
import { kindsOnTheWay } from '#goal/kinds-on-the-way'
import { inventoryObservation } from '#goal/observation'
import { parsePlan } from '#goal/parse'
import { goalText, planText } from '#goal/print'
import { repairPlan } from '#goal/repair/repair'
import { WatchedModel } from '#llm/watched-model'
import { NearestSelector } from '#selector/selectors/nearest'
import { GOAL_SKILLS } from '#skills/library'
import { candidatesFor } from '#strategies/deps/candidates'
import { createStrategy } from '#strategies/registry'
import { findTask } from '#trial/tasks'
import { SCAVENGED_ITEM, scavenge } from '../guides/scavenge.ts'
import { environmentOn } from '../support/environment.ts'
import { language as plain, registry, VERSION } from '../support/language.ts'
import { sampleSettings } from '../support/sample-events.ts'
import { ScriptedModel } from '../support/scripted-model.ts'
import { sharedStage } from '../support/skills.ts'
import { playText } from '../support/text-trial.ts'

/** All goal skills and one more. Nothing else is needed to add a skill. */
const language = new GoalLanguage(registry, [...GOAL_SKILLS, scavenge])
const GOAL = 'scavenge({nether_star:1}, null)'
const target = { [SCAVENGED_ITEM]: 1 }

function request(wanted: ItemCounts = target): PlanRequest {
  const observation = inventoryObservation(registry, {})
  return {
    task: { target: wanted, wear: null },
    observation,
    unavailable: new Set(),
    feedback: null,
  }
}

function read(answer: string, of = language): string[] {
  const answered = repairPlan(of, answer)
  return answered.ok ? answered.goals.map(goalText) : []
}

describe('an added goal skill', () => {
  it('the skill brings what no other skill can bring', () => {
    expect(planFor(plain, request())).toMatchObject({ ok: false })
    expect(plain.recipes(SCAVENGED_ITEM)).toEqual([])
    expect(language.recipes(SCAVENGED_ITEM).map(({ skill }) => skill)).toEqual(['scavenge'])
  })

  it('the grammar reads its goals', () => {
    expect(parsePlan(plain, GOAL)).toMatchObject({ ok: false })
    const parsed = parsePlan(language, GOAL)
    expect(parsed.ok && parsed.goals.map(goalText)).toEqual([GOAL])
  })

  it.each([
    'First, scavenge a nether star.',
    '1. Glean 1 nether star',
    "gleanItem(bot, 'nether_star', 1)",
    '[{"action": "scavenge", "item": "nether star", "count": 1}]',
    // No other skill brings this item.
    "mine({'nether_star':1}, null)",
  ])('is understood in a model’s words: %s', (answer) => {
    expect(read(answer)).toEqual([GOAL])
    expect(read(answer, plain)).not.toEqual([GOAL])
  })

  it('the planner plans it, by itself and on the way to more', () => {
    const own = planFor(language, request())
    expect(own.ok && planText(own.plan)).toBe(`${GOAL};`)
    const beacon = planFor(language, request({ beacon: 1 }))
    const goals = beacon.ok ? beacon.plan.map(goalText) : []
    expect(goals).toContain(GOAL)
    expect(goals.at(-1)).toMatch(/^craft\(\{beacon:1\}/)
    expect(kindsOnTheWay(language, { beacon: 1 })).toContain(SCAVENGED_ITEM)
    const gone = { ...request(), unavailable: new Set(['item']) }
    expect(planFor(language, gone)).toMatchObject({ ok: false })
  })

  it('the prompts list it', async () => {
    const { skills, actions, calls } = languageValues(language)
    expect(skills).toMatch(/^ {2}scavenge\(\{nether_star: count\}, null\) +pick up item entities$/m)
    expect(actions).toMatch(/ or scavenge$/)
    expect(calls).toContain('scavenge(obj, tool)')
    let asked = ''
    const model = new ScriptedModel(([system]) => {
      asked = system?.content ?? ''
      return GOAL
    })
    const planner = new ModelPlanner({ model: new WatchedModel(model), language, record() {} })
    const { signal } = new AbortController()
    const planned = await planner.plan(request(), signal)
    expect(planned.ok && planned.plan.map(goalText)).toEqual([GOAL])
    expect(asked).toContain('scavenge({nether_star: count}, null)')
  })

  it('the selector is offered it, with its estimate', () => {
    const parsed = parsePlan(language, `mine({log:1}, null); ${GOAL}`)
    const goals = parsed.ok ? parsed.goals : []
    const { observation } = request()
    const offered = candidatesFor(language, language.possible(goals, {}), observation)
    const ranked = new NearestSelector().choose(offered, observation)
    const found = ranked.find(({ candidate }) => goalText(candidate.goal) === GOAL)
    expect(found?.predictedTicks).toBe(420)
  })

  it('the text world carries it out', async () => {
    const strategy = createStrategy(language, sampleSettings, null, () => {})
    const { success, events } = await playText(findTask(`obtain:${SCAVENGED_ITEM}`), strategy, {
      language,
    })
    expect(success).toBe(true)
    const ends = events.filter((event) => event.type === 'skill-end')
    expect(ends).toMatchObject([
      { skill: 'scavenge', failure: null, changes: { [SCAVENGED_ITEM]: 1 } },
    ])
  })
})

describe('an added goal skill in the world of blocks', () => {
  const stage = sharedStage(VERSION)

  it('the controller plans, selects and carries it out', async () => {
    const { drop, simulation, carried, bot } = stage()
    drop(SCAVENGED_ITEM, 1, 5, 0, 5)
    await simulation.advance(10)
    const environment = await environmentOn(stage(), target, language)
    const events: EventBody[] = []
    const record = (event: EventBody) => events.push(event)
    const stop = new AbortController()
    const watch = () => {
      if (SCAVENGED_ITEM in carried()) stop.abort('the target is there')
    }
    bot.on('physicsTick', watch)
    const strategy = createStrategy(language, sampleSettings, null, record)
    const descriptor = createDescriptor('typed')
    const context = { environment, descriptor, signal: stop.signal, record }
    const played = strategy.pursue({ target, wear: null }, context)
    const ended = await simulation.run(played.catch(String))
    bot.off('physicsTick', watch)
    expect(ended).toBe('the target is there')
    expect(carried()).toEqual(target)
    expect(events.find(({ type }) => type === 'goal-chosen')).toMatchObject({
      goal: { skill: 'scavenge' },
      candidates: [{ source: { kind: 'item' }, predictedTicks: expect.any(Number) }],
    })
  })

  it('the skill fails with its own kind where there is nothing to pick up', async () => {
    const { simulation, context } = stage()
    const environment = await environmentOn(stage(), target, language)
    const parsed = parsePlan(language, GOAL)
    const [goal] = parsed.ok ? parsed.goals : []
    if (!goal) throw new Error(GOAL)
    const outcome = await simulation.run(environment.execute(goal, context.signal))
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'not-found' } })
  })
})
