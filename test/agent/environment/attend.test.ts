import { describe, expect, it } from 'vitest'
import type { MinecraftEnvironment } from '#agent/environment/minecraft-environment'
import { Interrupt } from '#body/interrupt'
import { environmentOn } from '../../support/environment.ts'
import { type Stage, sharedStage } from '../../support/skills.ts'
import { longIt } from '../../support/versions.ts'

/** The duration of a model's call (ticks): 40 s. */
const CALL = 800
/** Health that an agent without reflexes falls to. */
const LOW = 6
const MIDNIGHT = 18_000
const TOLD_TICKS = 25
const { signal } = new AbortController()

/** What threatens an agent during a call. */
const THREATS: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  async 'a zombie at night'({ give, game, simulation, mob }) {
    await give({ iron_sword: 1, iron_pickaxe: 1, cobblestone: 32 })
    game.time.ofDay = MIDNIGHT
    await simulation.advance(TOLD_TICKS)
    mob('zombie', 6, 0, 0)
    mob('zombie', 6, 0, 3)
  },
  async 'a skeleton at night'({ give, game, simulation, mob }) {
    await give({ iron_sword: 1, iron_pickaxe: 1, cobblestone: 32 })
    game.time.ofDay = MIDNIGHT
    await simulation.advance(TOLD_TICKS)
    mob('skeleton', 8, 0, 0)
  },
  async 'deep water'({ fill, stand, simulation }) {
    fill([-4, -5, -4], [4, 3, 4], 'water')
    await stand(0, -3, 0)
    await simulation.advance(4)
  },
  async hunger({ give, player, simulation }) {
    await give({ bread: 8 })
    while (player.vitals.food > 0) {
      player.vitals.exhaust(20)
      await simulation.advance(1)
    }
    player.vitals.hurt(14, 'starve')
    await simulation.advance(TOLD_TICKS)
  },
}

/** Health after a call to which the agent attends; 0 after a death. */
async function healthAfter({ simulation, body }: Stage, environment: MinecraftEnvironment) {
  let hasDied = false
  const off = body.vitals.onDeath(() => {
    hasDied = true
  })
  await simulation.run(environment.attend(body.clock.wait(CALL), signal))
  off()
  return hasDied ? 0 : body.vitals.health
}

/** Whether the health of an agent that does nothing falls this low within a call. */
async function fallsTo(health: number, { simulation, body }: Stage): Promise<boolean> {
  for (let tick = 0; tick < CALL && body.vitals.health > health; tick++) await simulation.advance(1)
  return body.vitals.health <= health
}

describe('an agent that waits for a long call', () => {
  const on = sharedStage('1.16.5', { difficulty: 'normal' })

  it.each(Object.keys(THREATS))('stays healthier in %s than one that only waits', async (name) => {
    const stage = on()
    await THREATS[name]?.(stage)
    expect(await healthAfter(stage, await environmentOn(stage))).toBeGreaterThan(LOW)
  })

  it.each(Object.keys(THREATS))('is in danger from %s', async (name) => {
    await THREATS[name]?.(on())
    expect(await fallsTo(LOW, on())).toBe(true)
  })

  it('leaves the water', async () => {
    const stage = on()
    const { fill, stand, simulation, body, player } = stage
    fill([-3, -3, -3], [3, -1, 3], 'water')
    await stand(0, -2, 0)
    const environment = await environmentOn(stage)
    await simulation.run(environment.attend(body.clock.wait(CALL / 4), signal))
    expect([body.footing.inWater, player.onGround]).toEqual([false, true])
  })

  longIt('takes shelter for the night, and only when the call is long', async () => {
    const stage = on()
    const { give, game, simulation, body, at, kind } = stage
    await give({ wooden_pickaxe: 1, cobblestone: 8 })
    game.time.ofDay = MIDNIGHT
    await simulation.advance(TOLD_TICKS)
    const environment = await environmentOn(stage)
    await simulation.run(environment.attend(body.clock.wait(60), signal))
    expect(body.feet.y).toBe(at(0, 0, 0).y)
    await simulation.run(environment.attend(body.clock.wait(600), signal))
    const { x, y, z } = body.feet.minus(at(0, 0, 0))
    expect(y).toBeLessThan(0)
    expect(kind(x, y + 2, z)).not.toBe('air')
  })

  longIt('retrieves what it lost in a death', async () => {
    const stage = on()
    const { context, simulation, body, carried, drop, at } = stage
    const environment = await environmentOn(stage)
    context.agentState.deaths.valueBy(() => 2000)
    const lost = { diamond: 3 }
    context.agentState.deaths.record({ place: at(8, 0, 8), tick: body.clock.tick, lost })
    drop('diamond', 3, 8, 0, 8)
    await simulation.run(environment.attend(body.clock.wait(CALL), signal))
    expect(carried()).toEqual(lost)
  })

  it('does nothing in a call that takes no game time', async () => {
    const stage = on()
    stage.mob('zombie', 2, 0, 0)
    await stage.simulation.advance(2)
    const { clock } = stage.body
    const begun = clock.tick
    const environment: MinecraftEnvironment = await environmentOn(stage)
    await stage.simulation.run(environment.attend(Promise.resolve(), signal))
    expect(clock.tick - begun).toBeLessThanOrEqual(1)
  })

  it('stops when the signal fires', async () => {
    const stop = new AbortController()
    const environment = await environmentOn(on())
    const attended = environment.attend(new Promise(() => {}), stop.signal)
    const reason = new Interrupt('interrupted', 'enough')
    stop.abort(reason)
    await expect(on().simulation.run(attended)).rejects.toBe(reason)
  })
})
