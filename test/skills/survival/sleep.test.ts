import { describe, expect, it } from 'vitest'
import { Interrupt } from '#body/interrupt'
import { goalText } from '#goal/print'
import { repairPlan } from '#goal/repair/repair'
import { sleep } from '#skills/survival/sleep'
import { language } from '../../support/language.ts'
import { type Stage, sharedStage } from '../../support/skills.ts'
import { ERAS } from '../../support/windows.ts'

const done = { ok: true }
const args = { item: 'bed', count: 1 }
const NIGHT = 14_000

async function night({ game, simulation }: Stage): Promise<void> {
  game.time.ofDay = NIGHT
  await simulation.advance(25)
}

describe.each(ERAS)('sleeping on %s', (version) => {
  const stage = sharedStage(version, { difficulty: 'normal' })

  async function failure(): Promise<string | null> {
    const { result } = await stage().perform(sleep, args)
    return result.ok ? null : result.failure.detail
  }

  it('the agent sleeps in a carried bed, and takes it along', async () => {
    const { give, perform, carried, game } = stage()
    await give({ red_bed: 1 })
    await night(stage())
    const { result, ticks } = await perform(sleep, args)
    expect(result).toEqual(done)
    expect(game.time.ofDay).toBeLessThan(200)
    expect(ticks).toBeLessThan(260)
    expect(carried()).toEqual({ red_bed: 1 })
  })

  it('the agent sleeps in a bed that it knows, and leaves it there', async () => {
    const { perform, block, game, kind, carried } = stage()
    block(7, 0, 0, 'red_bed', { facing: 'east', part: 'foot' })
    block(8, 0, 0, 'red_bed', { facing: 'east', part: 'head' })
    await night(stage())
    expect((await perform(sleep, args)).result).toEqual(done)
    expect(game.time.ofDay).toBeLessThan(200)
    expect(kind(7, 0, 0)).toBe('red_bed')
    expect(carried()).toEqual({})
  })

  it('the agent cannot sleep without a bed, by day or with monsters nearby', async () => {
    const { give, mob, simulation, body } = stage()
    expect(await failure()).toMatch(/bed/)
    await give({ red_bed: 1 })
    expect(await failure()).toMatch(/by day/)
    await night(stage())
    mob('zombie', 6, 0, 0)
    await simulation.advance(5)
    expect(await failure()).toMatch(/monsters/)
    expect(body.vitals.asleep).toBe(false)
  })

  it('the agent gets up when the signal fires', async () => {
    const { give, perform, body, simulation, game } = stage()
    await give({ red_bed: 1 })
    await night(stage())
    const off = new AbortController()
    const stop = () => off.abort(new Interrupt('interrupted', 'called off'))
    body.clock.wait(60).then(stop)
    const { result } = await perform(sleep, args, { signal: off.signal })
    expect(result).toMatchObject({ failure: { kind: 'interrupted' } })
    await simulation.advance(5)
    expect(body.vitals.asleep).toBe(false)
    await simulation.advance(120)
    expect(game.time.ofDay).toBeGreaterThan(NIGHT)
  })
})

describe('where other players do not sleep', () => {
  const stage = sharedStage('1.16.5', { difficulty: 'normal', faults: ['sleep-vote'] })

  it('the agent gets up, takes its bed along, and says why', async () => {
    const { give, perform, carried, game, body } = stage()
    await give({ red_bed: 1 })
    await night(stage())
    const { result, ticks } = await perform(sleep, args)
    expect(result).toMatchObject({
      failure: { detail: 'the night does not pass: other players do not sleep' },
    })
    expect(ticks).toBeLessThan(600)
    expect(game.time.ofDay).toBeGreaterThan(NIGHT)
    expect(body.vitals.asleep).toBe(false)
    expect(carried()).toEqual({ red_bed: 1 })
  })
})

describe('in a model’s words', () => {
  it.each(['Sleep until the morning.', 'sleep()', "sleep({'white_bed': 1}, null)"])(
    '%s',
    (text) => {
      const plan = repairPlan(language, text)
      expect(plan.ok && plan.goals.map(goalText).at(-1)).toMatch(/^sleep\(\{/)
    },
  )
})
