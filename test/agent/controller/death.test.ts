import { expect, it } from 'vitest'
import type { Outcome } from '#goal/outcome'
import { goalOf, language } from '../../support/language.ts'
import { sharedStage } from '../../support/skills.ts'

const stage = sharedStage('1.16.5')

// At some of these moments the skill notices the loss of its pickaxe before it notices the death.
it.each([63, 75, 100])(
  'a death after %i ticks ends every running skill as a death',
  async (ticks) => {
    const { give, context, player, simulation } = stage()
    const { Controller } = await import('#agent/controller/controller')
    const { Reflexes } = await import('#skills/reflexes/reflexes')
    await give({ iron_pickaxe: 1 })
    const ended = new Map<string, Outcome>()
    const log = {
      started() {},
      ended: (name: string, _: unknown, outcome: Outcome) => void ended.set(name, outcome),
    }
    const controller = new Controller(language, { ...context, log }, new Reflexes(context))
    const goal = goalOf("mine({diamond:1}, 'iron_pickaxe')")
    const mining = controller.carryOut(goal, context.signal)
    context.body.clock.wait(ticks).then(() => player.vitals.hurt(40, 'magic'))
    const died = { ok: false, failure: { kind: 'died' } }
    expect(await simulation.run(mining)).toMatchObject(died)
    expect(Object.fromEntries(ended)).toMatchObject({ mine: died, 'branch-mine': died })
  },
)
