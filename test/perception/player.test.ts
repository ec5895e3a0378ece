import { Vec3 } from 'vec3'
import { afterEach, describe, expect, it } from 'vitest'
import { ClientWorld } from '#body/client-world'
import { turnGradually } from '#body/head'
import { GameClock } from '#clock/game-clock'
import { registryFor } from '#knowledge/registry'
import { createPerception, type Perception } from '#perception/perception'
import type { PerceptionMode } from '#perception/perception-modes'
import type { TrackedEntity } from '#world/entities/entity'
import { stacksOf } from '#world/windows/stacks'
import { type Practice, practice } from '../support/practice.ts'
import { longIt } from '../support/versions.ts'

type Place = readonly [x: number, y: number, z: number]

/** Directions of the head in mineflayer's angles (radians). */
const EAST = -Math.PI / 2
const WEST = Math.PI / 2
const NORTH = 0
const SOUTH = Math.PI

const MORNING = 1000
const MIDNIGHT = 18_000

/** Time to look at everything from one place (ticks). */
const LOOK_TICKS = 100

let session: Practice | undefined
afterEach(async () => {
  await session?.close()
  session = undefined
})

/** A player's perception in a world built around it, underground. Positions are relative to the feet. */
async function player(version: string, height: number, viewDistance = 3) {
  session = await practice({ version, viewDistance, terrain: 'normal' })
  const { bot, world, simulation } = session
  const { game } = world
  const [self] = game.players
  if (!self) throw new Error('the world has no player')
  const origin = world.terrain.spawn.floored()
  origin.y = height
  const at = ([x, y, z]: Place) => origin.offset(x, y, z)
  const set = (place: Place, name: string) => {
    const { x, y, z } = at(place)
    game.level.set(x, y, z, game.registry.blockState(name))
  }
  const fill = (from: Place, to: Place, name: string) => {
    for (let x = from[0]; x <= to[0]; x++)
      for (let y = from[1]; y <= to[1]; y++)
        for (let z = from[2]; z <= to[2]; z++) set([x, y, z], name)
  }
  let perception: Perception | undefined
  const look = async (yaw: number, pitch = 0, ticks = LOOK_TICKS) => {
    await session?.run(bot.look(yaw, pitch, true))
    await simulation.advance(ticks)
  }
  const perceiving = () => {
    if (!perception) throw new Error('perception has not started')
    return perception
  }
  return {
    ...session,
    game,
    self,
    at,
    set,
    fill,
    look,
    perceiving,
    /** Moves the player to its place and starts perception. */
    async open(yaw: number, pitch = 0, mode: PerceptionMode = 'player') {
      game.movement.teleport(self, at([0, 0, 0]).offset(0.5, 0, 0.5))
      await simulation.advance(10)
      await session?.run(bot.look(yaw, pitch, true))
      perception = createPerception(new ClientWorld(bot), registryFor(version), {
        mode,
        clock: new GameClock(),
      })
      bot.on('physicsTick', perception.update)
      await simulation.advance(LOOK_TICKS)
    },
    /** The known kind of a block. */
    known: (place: Place) => perceiving().memory.kindAt(at(place)),
    /** The known blocks of a kind, relative to the feet. */
    found: (kind: string) =>
      perceiving()
        .memory.blocks([kind], at([0, 0, 0]))
        .map(({ position }) => position.minus(at([0, 0, 0])).toArray()),
    /** As {@link known}, after examining the block. */
    examined(place: Place) {
      const { x, y, z } = at(place)
      perceiving().examine(x, y, z)
      return perceiving().memory.kindAt(at(place))
    },
    spawn(type: string, place: Place): TrackedEntity {
      const id = game.tracker.nextId()
      const entity: TrackedEntity = {
        id,
        uuid: `00000000-0000-4000-8000-${id.toString(16).padStart(12, '0')}`,
        type,
        position: at(place).offset(0.5, 0, 0.5),
        velocity: new Vec3(0, 0, 0),
        yaw: 0,
        pitch: 0,
        onGround: true,
        metadata: [],
      }
      game.tracker.spawn(entity)
      return entity
    },
  }
}

/** A dark hall in solid stone, along the x axis from the feet. */
async function hall(version: string, height: number, length: number) {
  const made = await player(version, height, length > 20 ? 4 : 2)
  made.fill([-4, -2, -4], [length + 2, 4, 4], 'stone')
  made.fill([-1, 0, -1], [length, 2, 1], 'air')
  return made
}

describe.each([
  ['1.12.2', 30],
  ['1.16.5', 30],
  ['1.21.4', 20],
] as const)('player perception on %s', (version, height) => {
  longIt('sees what the head points at', async () => {
    const { open, look, set, fill, found } = await player(version, height, 2)
    fill([-5, -3, -5], [5, 5, 5], 'stone')
    fill([-2, 0, -2], [2, 3, 2], 'air')
    const east = [3, 1, 0]
    const west = [-3, 1, 0]
    const above = [0, 4, 0]
    for (const [x = 0, y = 0, z = 0] of [east, west, above]) set([x, y, z], 'emerald_ore')
    await open(EAST)
    expect(found('emerald_ore')).toEqual([east])
    await look(NORTH)
    expect(found('emerald_ore')).toEqual([east])
    await look(WEST)
    expect(found('emerald_ore')).toEqual(expect.arrayContaining([east, west]))
    await look(SOUTH, Math.PI / 2)
    expect(found('emerald_ore')).toHaveLength(3)
  })

  it('sees five blocks in the dark, and farther by the light of a torch', async () => {
    const { open, set, found, simulation } = await hall(version, height, 14)
    const near = [4, 0, -1]
    const far = [
      [7, 0, 1],
      [12, 0, -1],
    ]
    for (const [x = 0, y = 0, z = 0] of [near, ...far]) set([x, y, z], 'emerald_ore')
    await open(EAST)
    expect(found('emerald_ore')).toEqual([near])
    set([10, 0, 0], 'torch')
    await simulation.advance(LOOK_TICKS)
    expect(found('emerald_ore')).toEqual([near, ...far])
    set([10, 0, 0], 'air')
    set([13, 0, 1], 'emerald_ore')
    await simulation.advance(LOOK_TICKS)
    expect(found('emerald_ore')).toEqual([near, ...far])
  })

  it('sees as far in the ambient light of the Nether as in daylight', async () => {
    const { open, set, found, bot } = await hall(version, height, 14)
    const ores = [4, 12].map((x): Place => [x, 0, -1])
    for (const ore of ores) set(ore, 'emerald_ore')
    bot.game.dimension = 'the_nether'
    await open(EAST)
    expect(found('emerald_ore')).toEqual(ores)
  })

  it.each([
    ['player', 1],
    ['view', 2],
    ['dim', 2],
    ['seen', 4],
  ] as const)('in %s, of what is near and far, ahead and behind, see %i', async (mode, count) => {
    const { open, set, fill, found } = await hall(version, height, 12)
    fill([-12, -2, -4], [-4, 4, 4], 'stone')
    fill([-10, 0, -1], [0, 2, 1], 'air')
    for (const x of [-9, -4, 4, 9]) set([x, 0, -1], 'emerald_ore')
    await open(EAST, 0, mode)
    expect(found('emerald_ore')).toHaveLength(count)
  })

  it('sees dim blocks within sixteen blocks, and lit blocks at the full range', async () => {
    const { open, look, set, examined } = await hall(version, height, 36)
    const torch = 34
    await open(WEST)
    set([torch, 0, 0], 'torch')
    await look(EAST, 0, 4)
    const seen = (x: number) => examined([x, 1, 0]) === 'air'
    for (let x = 1; x < torch; x++) {
      // The light loses one level on the way up to the examined height.
      const level = Math.max(0, 14 - (torch - x) - 1)
      const away = Math.hypot(x, 1.5 - 1.62)
      const range = level >= 4 ? 48 : level > 0 ? 16 : 5
      expect([x, level, seen(x)]).toEqual([x, level, away <= range])
    }
    set([22, 0, 0], 'torch')
    await session?.simulation.advance(2)
    // From the second torch on, x 14 has level 5, and 9 to 12 have 0 to 3 within sixteen blocks.
    expect([9, 10, 11, 12, 13].map(seen)).toEqual([false, true, true, true, true])
  })

  it('does not know the air around a corner', async () => {
    const { open, look, fill, set, known } = await player(version, height, 2)
    fill([-5, -5, -5], [5, 5, 5], 'stone')
    fill([-2, 0, -2], [2, 3, 2], 'air')
    for (const place of [
      [2, -1, 2],
      [2, -2, 2],
      [1, -2, 2],
    ] as const)
      set(place, 'air')
    await open(EAST, -0.6)
    for (const yaw of [NORTH, WEST, SOUTH, -3 * (Math.PI / 4)]) await look(yaw, -0.6, 20)
    expect(known([2, -1, 2])).toBe('air')
    expect(known([1, -2, 2])).toBeUndefined()
  })
})

describe("a player's memory of entities", () => {
  /** A hall with a light. */
  async function lit() {
    const made = await hall('1.16.5', 30, 12)
    return {
      ...made,
      async open(yaw: number, pitch = 0) {
        await made.open(yaw, pitch)
        made.set([6, 2, 1], 'glowstone')
        await made.simulation.advance(10)
      },
    }
  }

  it('keeps a monster where it was when the head turned away', async () => {
    const { open, look, spawn, perceiving, game, simulation, at } = await lit()
    const zombie = spawn('zombie', [6, 0, 0])
    await open(EAST)
    const seen = zombie.position.clone()
    expect(perceiving().memory.entity(zombie.id)).toMatchObject({ visible: true, position: seen })
    await look(WEST, 0, 1)
    for (let step = 0; step < 20; step++) {
      zombie.position = zombie.position.offset(-0.25, 0, 0)
      game.tracker.moved(zombie)
      await simulation.advance(1)
      expect(perceiving().memory.entity(zombie.id)?.visible).toBe(false)
    }
    expect(perceiving().memory.entity(zombie.id)?.position).toEqual(seen)
    const known = perceiving().memory.entities(['zombie'], at([0, 0, 0]))
    expect(known.map(({ position }) => position)).toEqual([seen])
    await look(EAST, 0, 12)
    const now = perceiving().memory.entity(zombie.id)
    expect(now?.visible).toBe(true)
    expect(now?.position.distanceTo(zombie.position)).toBeLessThan(0.1)
  })

  it('lacks a monster that stands in the dark', async () => {
    const { open, spawn, perceiving, game, simulation } = await hall('1.16.5', 30, 12)
    const zombie = spawn('zombie', [8, 0, 0])
    await open(EAST)
    expect(perceiving().memory.entity(zombie.id)).toBeUndefined()
    zombie.position = zombie.position.offset(-4, 0, 0)
    game.tracker.moved(zombie)
    await simulation.advance(10)
    expect(perceiving().memory.entity(zombie.id)).toMatchObject({ visible: true })
  })

  it('keeps an item entity that disappeared out of sight, until the agent looks at its place', async () => {
    const { open, look, perceiving, game, at } = await lit()
    const age = new Set<TrackedEntity & { age?: number }>()
    const spawned = game.tracker.spawn.bind(game.tracker)
    game.tracker.spawn = (entity) => {
      age.add(entity)
      spawned(entity)
    }
    const stack = stacksOf(game.registry).make('iron_ingot', 1)
    game.items.drop(stack, at([6, 0, 0]).offset(0.5, 0.2, 0.5), { velocity: new Vec3(0, 0, 0) })
    await open(EAST, -0.2)
    const [thing] = perceiving().memory.entities(['item'], at([0, 0, 0]))
    expect(thing).toMatchObject({ item: 'iron_ingot', visible: true })
    const id = thing?.id ?? -1
    await look(WEST, 0, 2)
    for (const entity of age) entity.age = 6000
    await session?.simulation.advance(20)
    expect(session?.bot.entities[id]).toBeUndefined()
    expect(perceiving().memory.isGone(id)).toBe(false)
    expect(perceiving().memory.entity(id)).toMatchObject({ visible: false })
    await look(EAST, -0.2, 15)
    expect(perceiving().memory.entity(id)).toBeUndefined()
  })
})

/** Y of a floor in the sky, above all land. */
const SKY = 150

describe("a player's surface map", () => {
  /** A floor in the sky, a wall across it, and land behind the wall. */
  async function walled() {
    const made = await player('1.16.5', SKY, 3)
    made.fill([-6, -3, -12], [24, -1, 12], 'stone')
    made.fill([5, 0, -12], [5, 12, 12], 'stone')
    /** The planned states behind the wall, as text. */
    const planned = () => {
      const states: string[] = []
      for (let x = 6; x <= 20; x++)
        for (let y = -4; y <= 10; y++)
          for (let z = -3; z <= 3; z++) {
            const { x: atX, y: atY, z: atZ } = made.at([x, y, z])
            states.push(`${x},${y},${z} ${made.perceiving().plannedState(atX, atY, atZ)}`)
          }
      return states
    }
    /** Positions whose planned states have changed. */
    const changes = (before: readonly string[]) => planned().filter((now, i) => now !== before[i])
    return { ...made, planned, changes }
  }

  it('lacks the land behind a wall', async () => {
    const { open, fill, planned, changes, simulation, known } = await walled()
    await open(EAST)
    const before = planned()
    fill([8, 0, -3], [12, 6, 3], 'dirt')
    fill([14, -3, -3], [18, -1, 3], 'air')
    fill([16, -2, -1], [17, -2, 1], 'lava')
    await simulation.advance(LOOK_TICKS)
    expect(known([8, 6, 0])).toBeUndefined()
    expect(changes(before)).toEqual([])
  })

  it('keeps the land as it was when the agent saw it', async () => {
    const { open, look, fill, planned, changes, simulation } = await walled()
    fill([5, 0, -12], [5, 12, 12], 'air')
    await open(EAST, -0.2)
    await look(WEST)
    const before = planned()
    fill([8, 0, -3], [12, 6, 3], 'dirt')
    fill([14, -3, -3], [18, -1, 3], 'air')
    await simulation.advance(LOOK_TICKS)
    expect(changes(before)).toEqual([])
    await look(EAST, 0)
    expect(changes(before)).not.toEqual([])
  })
})

describe('ground hidden by a tree', () => {
  it('is assumed to be as high as beside it, not as the tree', async () => {
    const { at, fill, game, open, perceiving } = await player('1.16.5', SKY, 3)
    fill([-6, -3, -12], [24, -1, 12], 'stone')
    fill([6, 0, 0], [6, 6, 0], 'oak_log')
    await open(EAST)
    const planned = (place: Place) => {
      const { x, y, z } = at(place)
      return game.registry.blockName(perceiving().plannedState(x, y, z) ?? -1)
    }
    expect(perceiving().isKnown(...at([14, -1, 0]).toArray())).toBe(false)
    expect([-1, 0, 1].map((y) => planned([14, y, 0]))).toEqual(['stone', 'air', 'air'])
  })
})

describe('a lake whose bed is dark', () => {
  it('has water down to where the agent sees, and open sky above', async () => {
    const { at, fill, game, open, perceiving } = await player('1.16.5', SKY, 3)
    const registry = game.registry
    fill([-3, -21, -8], [22, -1, 8], 'stone')
    fill([2, -20, -7], [21, -1, 7], 'water')
    await open(EAST, 0.1)
    const planned = (place: Place) => {
      const { x, y, z } = at(place)
      return registry.blockName(perceiving().plannedState(x, y, z) ?? -1)
    }
    for (const x of [6, 12, 18]) {
      expect(perceiving().isKnown(...at([x, -12, 0]).toArray())).toBe(false)
      expect([planned([x, -1, 0]), planned([x, -12, 0])]).toEqual(['water', 'water'])
      expect(planned([x, 30, 0])).toBe('air')
      // A tunnel deep below it leads through rock, with water nowhere near.
      expect(planned([x, -30, 0])).toBe('stone')
    }
  })
})

describe('night', () => {
  it('hides blocks under a roof that are visible by day', async () => {
    const { open, look, fill, set, game, simulation, examined } = await player('1.16.5', SKY, 3)
    fill([-3, -1, -4], [28, -1, 4], 'stone')
    await open(WEST)
    fill([20, 3, -2], [24, 3, 2], 'stone')
    set([22, 0, 1], 'emerald_ore')
    game.time.ofDay = MIDNIGHT
    await simulation.advance(40)
    await look(EAST)
    expect(examined([22, 0, 1])).toBeUndefined()
    expect(examined([18, 0, 1])).toBe('air')
    game.time.ofDay = MORNING
    await simulation.advance(40)
    expect(examined([22, 0, 1])).toBe('emerald_ore')
  })
})

describe('the head', () => {
  /** Limit on the turn in one tick, and mineflayer's mouse step (degrees). */
  const TURN = 45
  const ROUNDING = 0.15

  it('turns at most 45 degrees per tick, as the server sees it', async () => {
    const { open, fill, bot, self, game, simulation } = await player('1.16.5', SKY, 2)
    fill([-2, -1, -2], [2, -1, 2], 'stone')
    await open(EAST)
    turnGradually(bot, new GameClock())
    const looks: { tick: number; yaw: number; pitch: number }[] = []
    const note = ({ yaw, pitch }: { yaw: number; pitch: number }) =>
      looks.push({ tick: game.time.tick, yaw, pitch })
    self.receive('look', note)
    self.receive('position_look', note)
    const turns: [yaw: number, pitch: number][] = [
      [WEST, 0],
      [NORTH, 1.2],
      [SOUTH, -1.2],
      [EAST, 0],
      [EAST + 0.3, 0.1],
    ]
    for (const [yaw, pitch] of turns) {
      await session?.run(bot.look(yaw, pitch, true))
      expect(Math.cos(bot.entity.yaw - yaw)).toBeCloseTo(1, 4)
      expect(bot.entity.pitch).toBeCloseTo(pitch, 2)
    }
    // Two concurrent turns are not faster.
    await session?.run(Promise.all([bot.look(WEST, 0, true), bot.look(NORTH, 0, true)]))
    await simulation.advance(3)
    expect(looks.length).toBeGreaterThan(12)
    const angles = looks.slice(1).map(({ tick, yaw, pitch }, i) => {
      const before = looks[i] ?? { tick, yaw, pitch }
      const aside = Math.abs(((((yaw - before.yaw) % 360) + 540) % 360) - 180)
      return Math.hypot(aside, pitch - before.pitch) / Math.max(1, tick - before.tick)
    })
    expect(Math.max(...angles)).toBeLessThanOrEqual(TURN + ROUNDING)
    expect(Math.max(...angles)).toBeGreaterThan(TURN - 1)
  })
})
