import { expect, it } from 'vitest'
import { Interrupt } from '#body/interrupt'
import { succeeded } from '#goal/outcome'
import type { Skill } from '#skills/core/skill'
import type { Reflex } from '#skills/reflexes/reflex'
import { goalOf, language } from '../../support/language.ts'
import { sharedStage } from '../../support/skills.ts'

const stage = sharedStage('1.16.5')

function skillOf(name: string, run: Skill<null>['run']): Skill<null> {
  return { name, effect: 'none', budget: () => 100, precondition: () => null, run }
}

/** A reflex that calls as soon as the body is about something, and is content when it has seen to it. */
function restless() {
  let due = false
  const reflex: Reflex = {
    name: 'listen',
    description: 'Wait a tick.',
    urgency: 1,
    rest: 1,
    when: () => (due ? 'a noise' : undefined),
    skill: skillOf('listen', async () => {
      due = false
      return succeeded
    }),
  }
  return {
    reflex,
    call() {
      due = true
    },
  }
}

/** Runs a task that danger interrupts N times. */
async function errand(times: number) {
  const { context, simulation } = stage()
  const { Controller } = await import('#agent/controller/controller')
  const { Reflexes } = await import('#skills/reflexes/reflexes')
  const { reflex, call } = restless()
  let begun = 0
  const skill = skillOf('errand', async ({ body, signal }) => {
    if (begun++ < times) call()
    await body.wait(50, signal)
    return succeeded
  })
  const result = await simulation.run(
    new Controller(language, context, new Reflexes(context, [reflex])).runMaintenance(
      skill,
      null,
      context.signal,
    ),
  )
  return { result, begun }
}

it('the agent abandons a task that danger interrupts too often', async () => {
  const { result, begun } = await errand(Number.POSITIVE_INFINITY)
  expect(result).toMatchObject({ ok: false, failure: { kind: 'hurt' } })
  expect(begun).toBeLessThan(20)
})

it('the agent completes a task with a few interruptions', async () => {
  expect(await errand(3)).toEqual({ result: succeeded, begun: 4 })
})

it('a more urgent reflex interrupts another one, which then resumes', async () => {
  const { context, simulation } = stage()
  const { Controller } = await import('#agent/controller/controller')
  const { Reflexes } = await import('#skills/reflexes/reflexes')
  const acts: string[] = []
  const due = { rest: true, alarm: false }
  const reflex = (name: 'rest' | 'alarm', urgency: number, run: Skill<null>['run']): Reflex => ({
    name,
    description: 'Wait a tick.',
    urgency,
    rest: 60,
    when: () => (due[name] ? name : undefined),
    skill: skillOf(name, async (world) => {
      acts.push(`${name} begins`)
      const outcome = await run(world, null)
      acts.push(`${name} ends`)
      due[name] = false
      return outcome
    }),
  })
  const rest = reflex('rest', 1, async ({ body, signal }) => {
    due.alarm = !acts.includes('alarm ends')
    await body.wait(50, signal)
    return succeeded
  })
  const alarm = reflex('alarm', 2, async ({ body, signal }) => {
    await body.wait(1, signal)
    return succeeded
  })
  const skill = skillOf('errand', async () => succeeded)
  const reflexes = new Reflexes(context, [rest, alarm])
  const controller = new Controller(language, context, reflexes)
  expect(await simulation.run(controller.runMaintenance(skill, null, context.signal))).toEqual(
    succeeded,
  )
  expect(acts).toEqual(['rest begins', 'alarm begins', 'alarm ends', 'rest begins', 'rest ends'])
})

/** Hunts sheep for at most N ticks, with a pig as competing source at an expected distance. */
async function huntSheep(pigTicks: number, limit = 1000) {
  const { context, simulation } = stage()
  const { Controller } = await import('#agent/controller/controller')
  const { Reflexes } = await import('#skills/reflexes/reflexes')
  const controller = new Controller(language, context, new Reflexes(context, []))
  const rivals = [{ kinds: ['pig'], ticks: pigTicks }]
  const over = new AbortController()
  const end = context.body.clock.tick + limit
  const unwatch = context.body.onTick(() => {
    if (context.body.clock.tick === end) over.abort(new Interrupt('interrupted', 'the end'))
  })
  const goal = goalOf('hunt({mutton:1}, null)')
  const way = { source: null, search: null, rivals }
  return simulation.run(controller.carryOut(goal, over.signal, way).finally(unwatch))
}

it('a goal is preempted when the source of another one becomes visible first', async () => {
  const { mob, carried } = stage()
  mob('pig', 4, 0, 0)
  const { failure } = { failure: null, ...(await huntSheep(Number.POSITIVE_INFINITY)) }
  expect(failure).toMatchObject({
    kind: 'interrupted',
    detail: expect.not.stringMatching('the end'),
  })
  expect(carried()).toEqual({})
})

it('a goal continues if the other source is not nearer than before', async () => {
  const { mob } = stage()
  mob('pig', 4, 0, 0)
  const { failure } = { failure: null, ...(await huntSheep(1, 40)) }
  expect(failure).toMatchObject({ detail: 'the end' })
})

it('a goal whose source is within reach is completed, and the drop collected', async () => {
  const { mob, fill, give, simulation, carried } = stage()
  await give({ stone_sword: 1 })
  // A pen, lest they run off the stage.
  fill([-10, 0, -2], [3, 2, 2], 'stone')
  fill([-9, 0, -1], [2, 2, 1], 'air')
  mob('pig', 1, 0, 0)
  mob('sheep', -9, 0, 0)
  await simulation.advance(10)
  expect(await huntSheep(Number.POSITIVE_INFINITY)).toEqual(succeeded)
  expect(carried()).toHaveProperty('mutton')
})

it('a source with repeated danger is avoided, not only the place on the way', async () => {
  const { context, simulation, block, at, give, stand } = stage()
  const { Controller } = await import('#agent/controller/controller')
  const { Reflexes } = await import('#skills/reflexes/reflexes')
  const { knownBlocks } = await import('#skills/core/known-sources')
  const kinds = ['diamond_ore']
  block(-10, 0, 0, 'diamond_ore')
  await stand(9, 0, 0)
  await give({ iron_pickaxe: 1 })
  const [source = null] = knownBlocks(context, kinds, 1)
  expect(source?.position).toEqual(at(-10, 0, 0))
  // Something is the matter as soon as it sets out.
  let begun = context.body.clock.tick
  const alarm: Reflex = {
    name: 'alarm',
    description: 'Wait a tick.',
    urgency: 1,
    rest: 1,
    when: () => (context.body.clock.tick > begun + 3 ? 'a noise' : undefined),
    skill: skillOf('alarm', async ({ body, signal }) => {
      await body.wait(1, signal)
      begun = body.clock.tick
      return succeeded
    }),
  }
  const controller = new Controller(language, context, new Reflexes(context, [alarm]))
  const result = await simulation.run(
    controller.carryOut(goalOf("mine({diamond:1}, 'iron_pickaxe')"), context.signal, {
      source,
      search: null,
    }),
  )
  expect(result).toMatchObject({ failure: { kind: 'hurt' } })
  expect(knownBlocks(context, kinds, 1)).toEqual([])
})
