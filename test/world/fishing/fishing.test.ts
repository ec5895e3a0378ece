import seedrandom from 'seedrandom'
import { Vec3 } from 'vec3'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { registryFor } from '#knowledge/registry'
import { rollCatch } from '#world/fishing/catches'
import { isOpenWater } from '#world/fishing/open-water'
import { type Arena, arena, FLOOR } from '../../support/arena.ts'
import { longIt } from '../../support/versions.ts'
import { ERAS } from '../../support/windows.ts'

/** Minimum and maximum time from the cast to the bite, including the bobber's flight (ticks). */
const MIN_WAIT = 100 + 20
const MAX_WAIT = 600 + 80 + 60

/** A pool of water in front of the bot, two blocks deep, which counts as open water. */
function digPool({ put }: Arena): void {
  for (let dx = 2; dx <= 12; dx++)
    for (let dz = -6; dz <= 6; dz++) {
      const isEdge = dx === 2 || dx === 12 || Math.abs(dz) === 6
      put(dx, -2, dz, 'stone')
      for (const up of [-1, 0]) put(dx, up, dz, isEdge ? 'stone' : 'water')
    }
}

/** Looks at a position on the floor. */
async function lookAt({ bot, run, x, z, simulation }: Arena, dx: number, dz: number) {
  await run(bot.lookAt(new Vec3(x + dx + 0.5, FLOOR + 0.9, z + dz + 0.5), true))
  await simulation.advance(3)
}

/** The bot's bobber, as its client knows it. */
function bobberOf({ bot }: Arena) {
  return Object.values(bot.entities).find(({ name }) =>
    /^(fishing_bobber|Fishing Hook)$/.test(name ?? ''),
  )
}

const wear = ({ player }: Arena) => player.inventory.heldItem?.durabilityUsed ?? 0

/** Items carried besides the rod. */
const catches = ({ player }: Arena) =>
  player.inventory.slots.filter((item, slot) => item !== null && slot !== 36)

async function withRod(world: Arena): Promise<void> {
  world.player.inventory.takeAll()
  await world.stand(0, 0)
  await world.hold('fishing_rod')
  await lookAt(world, 5, 0)
}

describe.each(ERAS)('a fishing rod on %s', (version) => {
  let world: Arena

  beforeAll(async () => {
    world = await arena(version)
    digPool(world)
  })
  beforeEach(() => withRod(world))
  afterAll(() => world.close())

  it("mineflayer's fish() notices the bite and reels in a catch", async () => {
    const { bot, run, simulation, game } = world
    const start = game.time.tick
    const splashes: string[] = []
    const heard = (name: string) => {
      splashes.push(name)
    }
    bot.on('soundEffectHeard', heard)
    await run(bot.fish())
    bot.off('soundEffectHeard', heard)
    const ticks = game.time.tick - start
    expect(ticks).toBeGreaterThanOrEqual(MIN_WAIT)
    expect(ticks).toBeLessThanOrEqual(MAX_WAIT)
    // mineflayer names the sound before it where minecraft-data counts sounds from 1.
    expect(splashes.join()).toMatch(/bobber[._](splash|retrieve)/)
    await simulation.advance(40)
    expect(catches(world)).toHaveLength(1)
    expect(wear(world)).toBe(1)
    expect(bobberOf(world)).toBeUndefined()
  })

  it('reeling in before the bite catches nothing, and costs durability only on the ground', async () => {
    const { bot, simulation } = world
    bot.activateItem()
    await simulation.advance(60)
    expect(bobberOf(world)?.position.y).toBeLessThan(FLOOR + 1)
    bot.activateItem()
    await simulation.advance(20)
    expect(bobberOf(world)).toBeUndefined()
    expect([catches(world).length, wear(world)]).toEqual([0, 0])
    await lookAt(world, -6, 0)
    bot.activateItem()
    await simulation.advance(60)
    expect(bobberOf(world)?.position.y).toBeCloseTo(FLOOR + 1, 1)
    bot.activateItem()
    await simulation.advance(20)
    expect([catches(world).length, wear(world)]).toEqual([0, 2])
  })

  it('the bobber has an owner and disappears when the player holds another item', async () => {
    const { bot, simulation } = world
    const owners: number[] = []
    const spawned = (packet: { objectData: number }) => {
      owners.push(packet.objectData)
    }
    bot._client.on('spawn_entity', spawned)
    bot.activateItem()
    await simulation.advance(30)
    bot._client.off('spawn_entity', spawned)
    expect(owners).toEqual([bot.entity.id])
    expect(bobberOf(world)).toBeDefined()
    bot.setQuickBarSlot(3)
    await simulation.advance(5)
    expect(bobberOf(world)).toBeUndefined()
    expect(wear(world)).toBe(0)
  })
})

describe('a bite', () => {
  let world: Arena

  beforeAll(async () => {
    world = await arena('1.16.5')
    digPool(world)
  })
  beforeEach(() => withRod(world))
  afterAll(() => world.close())

  /** Ticks from cast to bite and from bite to escape, by the bobber's metadata. */
  async function watch(): Promise<{ wait: number; held: number; sank: number }> {
    const { bot, simulation } = world
    bot.activateItem()
    await simulation.advance(25)
    const bites = () => bobberOf(world)?.metadata[8] as unknown as boolean
    let wait = 25
    for (; !bites() && wait < 5000; wait++) await simulation.advance(1)
    const surface = bobberOf(world)?.position.y ?? 0
    let sank = 0
    let held = 0
    for (; bites(); held++) {
      await simulation.advance(1)
      sank = Math.max(sank, surface - (bobberOf(world)?.position.y ?? surface))
    }
    bot.activateItem()
    await simulation.advance(10)
    return { wait, held, sank }
  }

  it("has the game's times, and pulls the bobber down", async () => {
    const bites: Awaited<ReturnType<typeof watch>>[] = []
    for (let cast = 0; cast < 12; cast++) bites.push(await watch())
    for (const { wait, held, sank } of bites) {
      expect(wait).toBeGreaterThanOrEqual(MIN_WAIT)
      expect(wait).toBeLessThanOrEqual(MAX_WAIT)
      expect(held).toBeGreaterThanOrEqual(20)
      // The time does not advance while the bobber is out of the water.
      expect(held).toBeLessThanOrEqual(40 + 8)
      expect(sank).toBeGreaterThan(0.1)
    }
    const mean = bites.reduce((sum, { wait }) => sum + wait, 0) / bites.length
    // 350 + 50 ticks on average, with a deviation of 145 for a single bite.
    expect(mean).toBeGreaterThan(400 - 130)
    expect(mean).toBeLessThan(420 + 130)
    // Reeling in too late catches nothing.
    expect([catches(world).length, wear(world)]).toEqual([0, 0])
  })

  longIt('takes twice as long under a roof', async () => {
    for (let dx = 2; dx <= 12; dx++) for (let dz = -6; dz <= 6; dz++) world.put(dx, 5, dz, 'stone')
    let wait = 0
    for (let cast = 0; cast < 12; cast++) wait += (await watch()).wait / 12
    for (let dx = 2; dx <= 12; dx++) for (let dz = -6; dz <= 6; dz++) world.put(dx, 5, dz, 'air')
    expect(wait).toBeGreaterThan(800 - 260)
    expect(wait).toBeLessThan(840 + 260)
  })

  it('does not occur while the bobber has hooked a mob, which costs the most durability', async () => {
    const { game, bot, simulation, x, z } = world
    const cow = game.mobs.spawn('cow', new Vec3(x - 4 + 0.5, FLOOR + 1, z + 0.5))
    await simulation.advance(4)
    const { x: cowX, z: cowZ } = cow.position
    await world.run(bot.lookAt(new Vec3(cowX, FLOOR + 1.7, cowZ), true))
    await simulation.advance(3)
    bot.activateItem()
    await simulation.advance(12)
    const hook = bobberOf(world)
    expect(hook?.metadata[7]).toBe(cow.id + 1)
    bot.activateItem()
    await simulation.advance(5)
    expect(wear(world)).toBe(5)
    expect(bobberOf(world)).toBeUndefined()
    game.population.remove(cow)
  })

  it('may be treasure only in open water', () => {
    const { level } = world.game
    const at = (dx: number, up: number, dz: number) =>
      new Vec3(world.x + dx, FLOOR + up, world.z + dz)
    expect(isOpenWater(level, at(6, 0, 0))).toBe(true)
    // Next to the edge of the pool.
    expect(isOpenWater(level, at(4, 0, 0))).toBe(false)
    world.put(7, 1, 1, 'lily_pad')
    expect(isOpenWater(level, at(6, 0, 0))).toBe(true)
    world.put(7, 2, 1, 'oak_leaves')
    expect(isOpenWater(level, at(6, 0, 0))).toBe(false)
    world.put(7, 2, 1, 'air')
    world.put(7, 1, 1, 'air')
  })
})

describe.each(ERAS)('the catch on %s', (version) => {
  const registry = registryFor(version)
  const FISH = /^(cod|salmon|tropical_fish|pufferfish)$/
  const TREASURE = /^(name_tag|saddle|bow|enchanted_book|nautilus_shell)$/
  const CASTS = 20_000

  function shares(openWater: boolean): (kinds: RegExp) => number {
    const random = seedrandom('hooks')
    const kinds = Array.from({ length: CASTS }, () =>
      registry.itemName(rollCatch(registry, openWater, random)),
    )
    return (wanted) => kinds.filter((kind) => wanted.test(kind)).length / CASTS
  }

  it('is a fish in 85 of 100 casts, and six of ten fish are cod', () => {
    const share = shares(true)
    expect(share(FISH)).toBeCloseTo(0.85, 2)
    expect(share(/^cod$/)).toBeCloseTo(0.85 * 0.6, 2)
    expect(share(/^salmon$/)).toBeCloseTo(0.85 * 0.25, 2)
    expect(share(/^pufferfish$/)).toBeCloseTo(0.85 * 0.13, 2)
    expect(share(TREASURE)).toBeGreaterThan(0.03)
    expect(share(TREASURE)).toBeLessThan(0.05)
  })

  it('is treasure only in open water, from 1.16 on', () => {
    const share = shares(false)
    if (version === '1.12.2') expect(share(TREASURE)).toBeGreaterThan(0.03)
    else {
      expect(share(TREASURE)).toBe(0)
      expect(share(FISH)).toBeCloseTo(85 / 95, 2)
    }
  })

  it('has reduced durability', () => {
    const random = seedrandom('worn')
    for (let cast = 0; cast < 2000; cast++) {
      const item = rollCatch(registry, true, random)
      if (item.maxDurability)
        expect(item.durabilityUsed).toBeGreaterThanOrEqual(item.maxDurability * 0.09)
      if (registry.itemName(item) === 'bow')
        expect(item.durabilityUsed).toBeGreaterThanOrEqual(item.maxDurability * 0.74)
    }
  })
})
