import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { BOT } from '#body/bot'
import { firstAnimalKey, NAME_KEY } from '#knowledge/entity-metadata'
import { registryFor } from '#knowledge/registry'
import { isOwned } from '#perception/owned-animal'
import { hunt } from '#skills/combat/hunt'
import { shear } from '#skills/farming/shear'
import { kill } from '#skills/pursuit/kill'
import { Prey } from '#skills/pursuit/prey'
import { metadataEntry } from '#world/entities/entity'
import { type Stage, sharedStage } from '../../support/skills.ts'
import { versionsFor } from '../../support/versions.ts'

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

  it.runIf(perception === 'player')('it walks around an unseen block', async () => {
    const { context, simulation, give, body, at, fill } = stage()
    await give({ stone_sword: 1 })
    const { animal, known } = await seen(6, 0)
    fill([3, 0, -1], [3, 1, 1], 'glass')
    const [{ x, y }, air] = [at(3, 0, 0), body.traitsAt(at(0, 1, 0))]
    const traits = body.traits.bind(body)
    onTestFinished(() => void vi.restoreAllMocks())
    vi.spyOn(body, 'traits').mockImplementation((...place) =>
      place[0] === x && place[1] >= y ? air : traits(...place),
    )
    const start = body.clock.tick
    expect(await simulation.run(kill(context, known))).toBeDefined()
    expect(animal.dead).toBe(true)
    expect(body.clock.tick - start).toBeLessThan(300)
  })

  it('it leaves an animal that its attacks do not hurt', async () => {
    const { context, simulation, give, body } = stage()
    await give({ wooden_sword: 1 })
    const { animal, known } = await seen(4, 0)
    animal.immuneUntil = Number.POSITIVE_INFINITY
    animal.lastDamage = Number.POSITIVE_INFINITY
    const start = body.clock.tick
    expect(await simulation.run(kill(context, known))).toBeUndefined()
    expect(body.clock.tick - start).toBeLessThan(220)
  })

  it('it attacks an animal that stands half inside leaves where they do not hide it', async () => {
    const { context, simulation, give, block, body, game, at } = stage()
    await give({ stone_sword: 1 })
    const { animal, known } = await seen(2, 0)
    animal.immuneUntil = Number.POSITIVE_INFINITY
    animal.lastDamage = Number.POSITIVE_INFINITY
    block(2, 1, 0, 'oak_leaves')
    // It jumps. Its side is in one plane with that of the leaves; for the client, whose positions are rounded, it is just before it.
    const place = at(2, 0, 0).offset(animal.width / 2, 0.36, 0.5)
    onTestFinished(
      body.onTick(() => {
        animal.position.update(place)
        body[BOT].entities[animal.id]?.position.update(place.offset(-1e-4, 0, 0))
      }),
    )
    await simulation.advance(2)
    await simulation.run(kill(context, known))
    expect(game.clientLimits.violations).toEqual({})
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

const BELLA = {
  '1.12.2': { type: 3, value: 'Bella' },
  '1.16.5': { type: 5, value: '{"text":"Bella"}' },
  '26.1': { type: 'optional_component', value: { type: 'string', value: 'Bella' } },
} as const

describe.each(versionsFor('1.16.5', '1.12.2', '26.1'))('animals of players in %s', (version) => {
  const stage = sharedStage(version, { perception: 'loaded' })

  /** Sends a packet about the nearer one of two animals, which the agent then has to spare. */
  async function spares(
    kind: 'cow' | 'pig',
    item: string,
    packet: string,
    content: (id: number) => object,
  ): Promise<void> {
    const { give, fill, mob, stand, simulation, player, perform } = stage()
    await stand(0, 0, 0)
    for (const side of [-9, 9]) {
      fill([side, 0, -9], [side, 2, 9], 'stone')
      fill([-9, 0, side], [9, 2, side], 'stone')
    }
    await give({ stone_sword: 1 })
    const own = mob(kind, 3, 0, 0)
    const wild = mob(kind, 7, 0, 0)
    await simulation.advance(4)
    player.send(packet, content(own.id))
    await simulation.advance(4)
    expect((await perform(hunt, { item, count: 1 })).result).toEqual(done)
    expect([own.health > 0, wild.health > 0]).toEqual([true, false])
  }

  it('with a name tag are spared', async () => {
    const metadata = [{ key: NAME_KEY, ...BELLA[version] }]
    await spares('cow', 'beef', 'entity_metadata', (entityId) => ({ entityId, metadata }))
  })

  it('on a lead are spared', async () => {
    const { player } = stage()
    const vehicleId = player.id
    await spares('cow', 'beef', 'attach_entity', (entityId) => ({ entityId, vehicleId }))
  })

  it.runIf(version !== '26.1')('with a saddle are spared', async () => {
    const { registry } = stage().game
    const metadata = [metadataEntry(registry, firstAnimalKey(registry), 'boolean', true)]
    await spares('pig', 'porkchop', 'entity_metadata', (entityId) => ({ entityId, metadata }))
  })
})

describe('a horse', () => {
  const registry = registryFor('1.16.5')

  it.each([
    [0x00, false],
    [0x02, true],
    [0x04, true],
    [0x08, false],
  ])('with the flags %i belongs to a player: %s', (flags, owned) => {
    const world = {
      metadataOf: (_: number, key: number) =>
        key === firstAnimalKey(registry) ? flags : undefined,
      isTied: () => false,
      isSaddled: () => false,
    }
    expect(isOwned(world, registry, { id: 1, name: 'horse' })).toBe(owned)
  })
})
