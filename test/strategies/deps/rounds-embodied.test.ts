import { describe, expect, it } from 'vitest'
import { type Outcome, succeeded } from '#goal/outcome'
import type { Skill, SkillContext } from '#skills/core/skill'
import type { Reflex } from '#skills/reflexes/reflex'
import { language } from '../../support/language.ts'
import { sharedStage } from '../../support/skills.ts'

/** More rounds than the loop detector allows without progress. */
const TOO_MANY_ROUNDS = 8

function skillOf(name: string, run: Skill<null>['run']): Skill<null> {
  return { name, effect: 'none', budget: () => 400, precondition: () => null, run }
}

/** A reflex that is due whenever `due` returns true. */
function reflexOf(due: () => boolean, run: Skill<null>['run']): Reflex {
  const when = () => (due() ? 'a noise' : undefined)
  return {
    name: 'listen',
    description: 'Listen.',
    urgency: 1,
    rest: 30,
    when,
    skill: skillOf('listen', run),
  }
}

async function controllerOf(context: SkillContext, reflexes?: readonly Reflex[]) {
  const { Controller } = await import('#agent/controller/controller')
  const { Reflexes } = await import('#skills/reflexes/reflexes')
  return new Controller(language, context, new Reflexes(context, reflexes))
}

describe('rounds without progress', () => {
  const on = sharedStage('1.16.5', { difficulty: 'normal' })

  /** A skill that a reflex interrupts after some ticks each time; `gain` is its progress in a round. */
  const rounds = async (gain: () => Promise<void>, most: number) => {
    const { context, simulation } = on()
    let begun = 0
    let danger = false
    const reflex = reflexOf(
      () => danger,
      async ({ body, signal }) => {
        danger = false
        await body.wait(3, signal)
        return succeeded
      },
    )
    const controller = await controllerOf(context, [reflex])
    const errand = skillOf('errand', async ({ body, signal }) => {
      begun++
      await gain()
      danger = begun < most
      await body.wait(50, signal)
      return succeeded
    })
    const result = await simulation.run(controller.runMaintenance(errand, null, context.signal))
    return { result, begun }
  }

  it('end, and the agent avoids the place', async () => {
    const { context } = on()
    expect(context.body.dangers.near(context.body.position)).toBe(false)
    const { result, begun } = await rounds(async () => {}, 100)
    expect(result).toMatchObject({ ok: false, failure: { kind: 'hurt' } })
    expect(begun).toBeLessThan(TOO_MANY_ROUNDS)
    expect(context.body.dangers.near(context.body.position)).toBe(true)
  })

  it('are not detected while each round makes progress', async () => {
    const { player } = on()
    const { stacksOf } = await import('#world/windows/stacks')
    const stacks = stacksOf(on().game.registry)
    const gain = async () => {
      player.inventory.give(stacks.make('coal', 1))
      await on().body.wait(3, on().context.signal)
    }
    expect(await rounds(gain, TOO_MANY_ROUNDS)).toEqual({
      result: succeeded,
      begun: TOO_MANY_ROUNDS,
    })
  })

  it('end when a reflex ends at once and is due again', async () => {
    const { context, simulation } = on()
    const reflex = reflexOf(
      () => true,
      async () => succeeded,
    )
    const controller = await controllerOf(context, [reflex])
    let done = false
    const errand = skillOf('errand', async ({ body, signal }) => {
      await body.wait(20, signal)
      done = true
      return succeeded
    })
    const carryOut: Promise<Outcome> = controller.runMaintenance(errand, null, context.signal)
    expect(await simulation.run(carryOut)).toEqual(succeeded)
    expect(done).toBe(true)
  })
})
