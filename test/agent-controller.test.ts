import { expect, it } from 'vitest'
import type { Skill } from '../skills/skill.ts'
import type { Reflex, Reflexes } from '../src/agent/controller/reflexes.ts'
import { succeeded } from '../src/goal/outcome.ts'
import { language } from './support/language.ts'
import { sharedStage } from './support/skills.ts'

const stage = sharedStage('1.16.5')

function skillOf(name: string, run: Skill<null>['run']): Skill<null> {
  return { name, effect: 'none', budget: () => 100, precondition: () => null, run }
}

/** Reflexes that call as soon as the body is about something, and are content when it has seen to them. */
function restless() {
  let due = false
  const reflex: Reflex = {
    reason: 'a noise',
    rest: 1,
    skill: skillOf('listen', async () => {
      due = false
      return succeeded
    }),
  }
  const reflexes = { next: () => (due ? reflex : undefined), failed() {} }
  return {
    reflexes: reflexes as unknown as Reflexes,
    call() {
      due = true
    },
  }
}

/** Goes on an errand from which danger calls away so many times. */
async function errand(times: number) {
  const { context, simulation } = stage()
  const { Controller } = await import('../src/agent/controller/controller.ts')
  const { reflexes, call } = restless()
  let begun = 0
  const skill = skillOf('errand', async ({ body, signal }) => {
    if (begun++ < times) call()
    await body.wait(50, signal)
    return succeeded
  })
  const controller = new Controller(language, context, reflexes)
  const result = await simulation.run(controller.carryOutAside(skill, context.signal))
  return { result, begun }
}

it('an errand is given up when danger keeps calling away from it', async () => {
  const { result, begun } = await errand(Number.POSITIVE_INFINITY)
  expect(result).toMatchObject({ ok: false, failure: { kind: 'hurt', detail: 'a noise' } })
  expect(begun).toBeLessThan(20)
})

it('an errand that is called away from now and then is done in the end', async () => {
  expect(await errand(3)).toEqual({ result: succeeded, begun: 4 })
})
