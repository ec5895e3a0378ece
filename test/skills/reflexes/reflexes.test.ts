import { describe, expect, it } from 'vitest'
import type { DueReflex, Reflexes } from '#skills/reflexes/reflexes'
import type { MobName } from '#world/mobs/mob-kinds'
import { type Stage, sharedStage } from '../../support/skills.ts'

const NIGHT = 18_000
/** Time until the client knows of a change around it; the time of day takes longer. */
const SOON = 4
const TOLD_TICKS = 25
/** Rest of the fight reflex after a failure (ticks). */
const FIGHT_REST = 60

/** The reflexes of an agent on a stage, asked in every tick as the controller does. */
class Watch {
  readonly #stage: Stage
  readonly #reflexes: Reflexes

  constructor(stage: Stage, reflexes: Reflexes) {
    this.#stage = stage
    this.#reflexes = reflexes
  }

  static async on(stage: Stage): Promise<Watch> {
    const { Reflexes } = await import('#skills/reflexes/reflexes')
    const watch = new Watch(stage, new Reflexes(stage.context))
    watch.due()
    return watch
  }

  due(): DueReflex | undefined {
    return this.#reflexes.next()
  }

  /** The due reflex and its reason; null where none is due. */
  says(): string | null {
    const due = this.due()
    return due ? `${due.reflex.name}: ${due.reason}` : null
  }

  /** What is due after a number of ticks. */
  async after(ticks: number): Promise<string | null> {
    for (let tick = 0; tick < ticks; tick++) {
      await this.#stage.simulation.advance(1)
      this.due()
    }
    return this.says()
  }

  /** Reports the due reflex as failed. */
  fail(): void {
    const due = this.due()
    if (!due) throw new Error('nothing is due')
    this.#reflexes.failed(due)
  }
}

describe('reflexes', () => {
  const on = sharedStage('1.16.5', { difficulty: 'normal' })

  /** Reduces the agent's health to a value; right after damage the agent is immune. */
  const wounded = async (health: number) => {
    const { player, simulation, body } = on()
    while (body.vitals.health > health) {
      player.vitals.hurt(player.vitals.health - health, 'starve')
      await simulation.advance(1)
    }
  }

  const hungryTo = async (food: number) => {
    const { player, simulation } = on()
    while (player.vitals.food > food) {
      player.vitals.exhaust(20)
      await simulation.advance(1)
    }
    await simulation.advance(SOON)
  }

  /** A monster in sight that stands still. */
  const monster = async (name: MobName, x: number, z = 0) => {
    const { mob, simulation } = on()
    const made = mob(name, x, 0, z)
    await simulation.advance(2)
    return made
  }

  it('do nothing without a threat', async () => {
    expect((await Watch.on(on())).says()).toBeNull()
  })

  it('leave lava before anything else', async () => {
    const { fill, give, simulation } = on()
    await give({ bread: 1 })
    await hungryTo(6)
    const watch = await Watch.on(on())
    expect(watch.says()).toBe('eat: hungry')
    fill([-2, 0, -2], [2, 1, 2], 'lava')
    await simulation.advance(SOON)
    expect(watch.says()).toBe('leave-lava: in lava')
  })

  it('surface for air when it runs low, and not before', async () => {
    const { fill, stand, body } = on()
    fill([-2, -5, -2], [2, -1, 2], 'water')
    fill([-2, -2, -2], [2, -1, 2], 'stone')
    await stand(0, -5, 0)
    const watch = await Watch.on(on())
    expect(watch.says()).toBeNull()
    while (body.vitals.air > 8) {
      expect(watch.says()).toBeNull()
      await watch.after(1)
    }
    expect(watch.says()).toBe('surface-for-air: low on air')
  })

  it('fight a melee monster nearby, and not before', async () => {
    const watch = await Watch.on(on())
    await monster('zombie', 6)
    expect(watch.says()).toBeNull()
    await monster('zombie', 3)
    expect(watch.says()).toBe('fight: zombie nearby')
  })

  it('fight a creeper from farther away', async () => {
    const watch = await Watch.on(on())
    await monster('creeper', 5)
    expect(watch.says()).toBe('fight: creeper nearby')
  })

  it('take cover when the agent is too weak to fight', async () => {
    await wounded(7)
    const watch = await Watch.on(on())
    await monster('zombie', 3)
    expect(watch.says()).toBe('take-cover: zombie nearby')
  })

  it('put out a fire that may kill the agent, where it knows of water', async () => {
    const { block, fill, simulation } = on()
    const watch = await Watch.on(on())
    block(0, 0, 0, 'fire')
    await simulation.advance(SOON)
    block(0, 0, 0, 'air')
    await wounded(10)
    expect(watch.says()).toBeNull()
    fill([4, -1, -2], [6, -1, 2], 'water')
    await simulation.advance(SOON)
    expect(watch.says()).toBe('put-out-fire: on fire')
  })

  it('ignore an archer until it hits, and then take cover from it', async () => {
    const watch = await Watch.on(on())
    const { give } = on()
    await give({ cobblestone: 8 })
    await monster('skeleton', 9)
    expect(watch.says()).toBeNull()
    await wounded(18)
    expect(watch.says()).toBe('take-cover: skeleton nearby')
  })

  it('take cover from an archer in sight before it hits a weak agent', async () => {
    await wounded(10)
    const watch = await Watch.on(on())
    await monster('skeleton', 9)
    expect(watch.says()).toBe('take-cover: skeleton nearby')
  })

  it('react to an archer beside the post of a fence', async () => {
    const { block, fill } = on()
    fill([2, 0, 0], [2, 1, 0], 'oak_fence')
    block(4, 0, 0, 'oak_fence')
    const watch = await Watch.on(on())
    await monster('skeleton', 5, 1)
    await wounded(18)
    expect(watch.says()).toMatch(/: skeleton nearby$/)
  })

  it('charge a close archer where the path is free', async () => {
    const { give, fill } = on()
    const watch = await Watch.on(on())
    await give({ cobblestone: 8 })
    await wounded(18)
    await monster('skeleton', 5)
    expect(watch.says()).toBe('fight: skeleton nearby')
    // Across a ditch the archer still sees the agent, but the agent cannot charge it.
    fill([2, -3, -6], [3, -1, 6], 'air')
    await on().simulation.advance(SOON)
    expect(watch.says()).toBe('take-cover: skeleton nearby')
  })

  it('charge an archer when there are no blocks for cover', async () => {
    const watch = await Watch.on(on())
    await wounded(18)
    await monster('skeleton', 9)
    expect(watch.says()).toBe('fight: skeleton nearby')
    await wounded(10)
    expect(watch.says()).toBe('take-cover: skeleton nearby')
  })

  it('wait for a monster behind a corner, but do not take cover from it', async () => {
    const { fill } = on()
    const watch = await Watch.on(on())
    await monster('zombie', 3)
    fill([1, 0, -3], [1, 3, 3], 'stone')
    expect(await watch.after(2)).toBe('fight: zombie nearby')
    await wounded(7)
    expect(watch.says()).toBeNull()
  })

  it('let the goal resume when an awaited creeper stays behind a corner', async () => {
    const { fill } = on()
    const watch = await Watch.on(on())
    await monster('creeper', 4)
    fill([1, 0, -3], [1, 3, 3], 'stone')
    expect(await watch.after(2)).toBe('fight: creeper nearby')
    watch.fail()
    expect(watch.says()).toBeNull()
  })

  it('ignore a monster that stays out of reach until it hits, but not other kinds', async () => {
    const watch = await Watch.on(on())
    const zombie = await monster('zombie', 4)
    watch.fail()
    expect(watch.says()).toBeNull()
    await monster('spider', -4)
    expect(watch.says()).toBe('fight: spider nearby')
    watch.fail()
    expect(watch.says()).toBeNull()
    expect(zombie.dead).toBe(false)
    await wounded(on().player.vitals.health - 1)
    expect(watch.says()).toMatch(/^fight: (zombie|spider) nearby$/)
  })

  it('take cover from a creeper after a failed fight', async () => {
    const watch = await Watch.on(on())
    await monster('creeper', 5)
    watch.fail()
    expect(watch.says()).toBe('take-cover: creeper nearby')
    watch.fail()
    expect(watch.says()).toBeNull()
  })

  it('fight again after a rest', async () => {
    const watch = await Watch.on(on())
    const { fill, mob, simulation } = on()
    // The zombie cannot come closer, and the agent sees it over the fence.
    fill([2, 0, -1], [4, 0, 1], 'oak_fence')
    fill([3, 0, 0], [3, 0, 0], 'air')
    mob('zombie', 3, 0, 0)
    await simulation.advance(SOON)
    expect(watch.says()).toBe('fight: zombie nearby')
    watch.fail()
    expect(watch.says()).toBe('fight: zombie within reach')
    watch.fail()
    expect(await watch.after(FIGHT_REST - 5)).toBeNull()
    expect(await watch.after(10)).toBe('fight: zombie nearby')
  })

  it('fight a monster within reach even after others of its kind stayed away', async () => {
    const watch = await Watch.on(on())
    await monster('creeper', 5)
    watch.fail()
    expect(watch.says()).toBe('take-cover: creeper nearby')
    await monster('creeper', 2)
    expect(watch.says()).toBe('fight: creeper within reach')
  })

  it('eat when hungry, if there is food', async () => {
    const { give } = on()
    await hungryTo(7)
    const watch = await Watch.on(on())
    expect(watch.says()).toBeNull()
    await give({ rotten_flesh: 3 })
    expect(watch.says()).toBeNull()
    await give({ bread: 3 })
    expect(watch.says()).toBe('eat: hungry')
  })

  it('eat rotten flesh when nothing else would heal a faint agent', async () => {
    const { give } = on()
    await hungryTo(17)
    const watch = await Watch.on(on())
    await give({ rotten_flesh: 3 })
    await wounded(9)
    expect(watch.says()).toBeNull()
    await wounded(8)
    expect(watch.says()).toBe('eat: hungry')
  })

  it('eat in order to heal', async () => {
    const { give } = on()
    await give({ bread: 3 })
    await hungryTo(12)
    const watch = await Watch.on(on())
    expect(watch.says()).toBeNull()
    await wounded(16)
    expect(watch.says()).toBe('eat: hungry')
  })

  it('wait for morning when the agent is wounded, at night and under the sky', async () => {
    const { game, simulation, fill } = on()
    await wounded(12)
    const watch = await Watch.on(on())
    expect(watch.says()).toBeNull()
    game.time.ofDay = NIGHT
    await simulation.advance(TOLD_TICKS)
    await wounded(12)
    expect(watch.says()).toBe('wait-for-morning: night')
    fill([-3, 4, -3], [3, 4, 3], 'stone')
    await simulation.advance(SOON)
    expect(watch.says()).toBeNull()
  })

  it('shelter from a thunderstorm by day when the agent is wounded', async () => {
    const { player, simulation, body } = on()
    const storm = async (level: number) => {
      for (const reason of ['rain_level_change', 'thunder_level_change'])
        player.send('game_state_change', { reason, gameMode: level })
      await simulation.advance(SOON)
    }
    await storm(1)
    await wounded(12)
    const watch = await Watch.on(on())
    expect(watch.says()).toBe('wait-for-morning: thunderstorm')
    await storm(0)
    expect(body.game.thundering).toBe(false)
    expect(watch.says()).toBeNull()
  })

  it('do not wait for morning when the agent is healthy', async () => {
    const { game, simulation } = on()
    game.time.ofDay = NIGHT
    await simulation.advance(TOLD_TICKS)
    expect((await Watch.on(on())).says()).toBeNull()
  })

  it('put monsters before hunger, and hunger before the night', async () => {
    const { give, game, simulation } = on()
    await hungryTo(7)
    await give({ bread: 1 })
    game.time.ofDay = NIGHT
    await simulation.advance(TOLD_TICKS)
    await wounded(12)
    const watch = await Watch.on(on())
    expect(watch.says()).toBe('eat: hungry')
    watch.fail()
    expect(watch.says()).toBe('wait-for-morning: night')
    await monster('zombie', 3)
    expect(watch.says()).toBe('fight: zombie nearby')
  })

  it('do nothing when the agent is dead', async () => {
    const { player, simulation, body } = on()
    const watch = await Watch.on(on())
    await monster('zombie', 3)
    player.vitals.hurt(100, 'void')
    while (body.vitals.alive) await simulation.advance(1)
    expect(watch.says()).toBeNull()
  })
})

describe('the rests of a reflex', () => {
  const on = sharedStage('1.16.5')

  it('are kept per reason, and end with damage where the reflex says so', async () => {
    const { Reflexes } = await import('#skills/reflexes/reflexes')
    const { context, player, simulation } = on()
    const { waitForMorning } = await import('#skills/reflexes/wait-for-morning')
    let reason: string | undefined = 'a noise'
    const dull = {
      ...waitForMorning,
      name: 'dull',
      urgency: 1,
      rest: 1000,
      when: () => 'a smell',
    }
    const alert = {
      ...waitForMorning,
      name: 'alert',
      urgency: 2,
      rest: 1000,
      wokenByWounds: true,
      when: () => reason,
    }
    const reflexes = new Reflexes(context, [dull, alert])
    const next = () => reflexes.next()
    const failNow = () => {
      const due = next()
      if (due) reflexes.failed(due)
    }
    expect(next()).toEqual({ reflex: alert, reason: 'a noise' })
    failNow()
    expect(next()).toEqual({ reflex: dull, reason: 'a smell' })
    failNow()
    expect(next()).toBeUndefined()
    reason = 'another noise'
    expect(next()).toEqual({ reflex: alert, reason: 'another noise' })
    failNow()
    expect(next()).toBeUndefined()
    player.vitals.hurt(2, 'starve')
    await simulation.advance(SOON)
    expect(next()).toEqual({ reflex: alert, reason: 'another noise' })
    reason = undefined
    expect(next()).toBeUndefined()
  })
})
