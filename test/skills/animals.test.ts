import { describe, expect, it } from 'vitest'
import { hunt } from '#skills/combat/hunt'
import { shear } from '#skills/farming/shear'
import { kill } from '#skills/pursuit/kill'
import { Prey } from '#skills/pursuit/prey'
import { type Stage, sharedStage } from '../support/skills.ts'

const done = { ok: true }

/** A target that the agent has seen, and that a wall then hides. */
async function hide({ fill, simulation }: Stage): Promise<void> {
  await simulation.advance(10)
  fill([4, 0, -4], [4, 3, 4], 'stone')
  // The edge of the stage is beyond.
  fill([10, 0, -10], [10, 1, 10], 'stone')
  await simulation.advance(10)
}

describe.each(['seen', 'player'] as const)('an agent in %s pursues animals:', (perception) => {
  const stage = sharedStage('1.16.5', { perception })

  async function seen(x: number, z: number, kind: 'cow' | 'sheep' = 'cow') {
    const { mob, body, at, simulation, context } = stage()
    const animal = mob(kind, x, 0, z)
    await simulation.advance(4)
    await simulation.run(body.controls.lookAt(at(x, 0, z)))
    await simulation.advance(10)
    const [known] = context.memory.entities([kind], body.position)
    if (!known) throw new Error('it was not seen')
    return { animal, known }
  }

  it('it hunts an animal that it lost sight of where it last saw it', async () => {
    const { perform, give, carried } = stage()
    await give({ stone_sword: 1 })
    await seen(7, 0)
    await hide(stage())
    const { result, ticks } = await perform(hunt, { item: 'beef', count: 1 })
    expect(result).toEqual(done)
    expect(carried().beef).toBeGreaterThanOrEqual(1)
    expect(ticks).toBeLessThan(300)
  })

  it('it shears a sheep that it lost sight of', async () => {
    const { perform, give } = stage()
    await give({ shears: 1 })
    const { animal } = await seen(7, 0, 'sheep')
    await hide(stage())
    const { result } = await perform(shear, { item: 'wool', count: 1 })
    expect(result).toEqual(done)
    expect(animal.shorn).toBe(true)
  })

  it('it gives up an animal that is gone from its last known position', async () => {
    const { context, simulation, game, body, at } = stage()
    const { animal, known } = await seen(7, 0)
    await hide(stage())
    game.population.remove(animal)
    const start = body.clock.tick
    expect(await simulation.run(kill(context, known))).toBeUndefined()
    expect(body.position.distanceTo(at(7, 0, 0))).toBeLessThan(5)
    expect(body.clock.tick - start).toBeLessThan(200)
    expect(context.memory.entities(['cow'], body.position)).toEqual([])
  })

  it.runIf(perception === 'seen')(
    'it skips an escaped animal until it sees that animal elsewhere',
    async () => {
      const { context, simulation, at } = stage()
      const { animal, known } = await seen(7, 0)
      const prey = new Prey(context, new Set(['cow']), null)
      expect(prey.next()?.id).toBe(known.id)
      prey.escaped(known)
      expect(prey.next()).toBeUndefined()
      animal.position.update(at(9, 0, 7))
      // The cow may walk back towards the place of its escape at first.
      for (let tries = 0; tries < 20 && !prey.next(); tries++) await simulation.advance(20)
      expect(prey.next()?.id).toBe(known.id)
      prey.done(known)
      expect(prey.next()).toBeUndefined()
    },
  )
})
