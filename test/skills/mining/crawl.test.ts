import { describe, expect, it, onTestFinished } from 'vitest'
import { GoalNear } from '#body/navigation/goal'
import { travel } from '#body/navigation/travel'
import { fill } from '#skills/farming/fill'
import { branchMine } from '#skills/mining/branch-mine'
import { mine } from '#skills/mining/mine'
import { type Stage, sharedStage } from '../../support/skills.ts'
import { versionsFor } from '../../support/versions.ts'

const done = { ok: true }
const WALKS = 3
/** Minimum distance from the start (blocks). */
const FAR = 14
const TRIES = 4
/** Length of the rock (blocks). */
const DEPTH = 30

/** Stone all around a body that has what crawling takes. */
async function inRock(stage: Stage, ...blocks: [number, number, number, string][]): Promise<void> {
  const { give, fill, block, stand, context } = stage
  fill([-12, -5, -3], [12, 8, DEPTH], 'stone')
  fill([0, 0, 0], [0, 1, 0], 'air')
  for (const [x, y, z, name] of blocks) block(x, y, z, name)
  await give({ iron_pickaxe: 1, oak_trapdoor: 1, cobblestone: 16 })
  await stand(0, 0, 0)
  context.agentState.exploration.headFor({ x: 0, z: 1 })
}

function tunnel({ perform, body, at }: Stage, until: () => boolean = () => false) {
  return perform(branchMine, {
    sought: 'diamond',
    height: body.feet.y,
    found: () => until() || body.feet.distanceTo(at(0, 0, 0)) >= FAR,
    able: () => true,
  })
}

/** Number of open positions in the rock above the entrance. */
function dug({ kind }: Stage): { low: number; high: number } {
  let [low, high] = [0, 0]
  for (let x = -12; x <= 12; x++)
    for (let z = WALKS; z <= DEPTH; z++) {
      if (kind(x, 0, z) === 'air') low++
      if (kind(x, 1, z) === 'air') high++
    }
  return { low, high }
}

describe.each(versionsFor('1.21.4', '1.16.5', '1.21.11'))(
  'a tunnel one block high on %s',
  (version) => {
    const stage = sharedStage(version)

    it('the agent digs while crawling, and loses little time beyond digs and pauses', async () => {
      await inRock(stage())
      const { body, at } = stage()
      let since = 0
      const { result, ticks } = await tunnel(stage(), () => {
        if (body.feet.z < at(0, 0, 5).z) since = body.clock.tick
        return false
      })
      expect(result).toEqual(done)
      expect(body.posture.crawling).toBe(true)
      expect(stage().player.crawling).toBe(true)
      expect(dug(stage()).high).toBe(0)
      expect(ticks).toBeGreaterThan(0)
      const pace = (body.clock.tick - since) / (FAR - 5)
      expect(pace).toBeGreaterThanOrEqual(14)
      expect(pace).toBeLessThan(15)
    })

    it('the agent leaves lava that it seeks in its place, and scoops it from the tunnel', async () => {
      const { fill: put, kind, body, context, perform, give, carried, player } = stage()
      await inRock(stage())
      put([-2, -1, 9], [2, -1, 13], 'lava')
      await give({ bucket: 1 })
      const found = () => context.memory.blocks(['lava'], body.position).length > 0
      const args = { sought: 'lava', height: body.feet.y, found, able: () => true, isLava: true }
      const { result } = await perform(branchMine, args)
      expect(result).toEqual(done)
      expect(found()).toBe(true)
      expect(kind(0, -1, 9)).toBe('lava')
      const scooped = await perform(fill, { item: 'lava_bucket', count: 1 })
      expect(scooped.result).toEqual(done)
      expect(carried().lava_bucket).toBe(1)
      expect(player.vitals.health).toBe(20)
    })

    it.each(['lava', 'water', 'air'])(
      'the tunnel turns off from %s and closes it off',
      async (kind) => {
        await inRock(stage(), [0, 0, 9, kind], [0, 0, 10, kind], [0, 1, 9, kind], [1, 0, 9, kind])
        const { body, at, player } = stage()
        const { result } = await tunnel(stage(), () => Math.abs(body.feet.x - at(0, 0, 0).x) >= 8)
        expect(result).toEqual(done)
        expect(stage().kind(0, 0, 9)).not.toBe(kind)
        expect(body.posture.crawling).toBe(true)
        expect(player.vitals.health).toBe(20)
      },
    )

    it.each([
      [0, 1],
      [0, -1],
    ])('the agent closes a hole above or below the tunnel (%i, %i)', async (x, y) => {
      await inRock(stage(), [x, y, 9, 'air'], [x, 2 * y, 9, 'air'])
      expect((await tunnel(stage())).result).toEqual(done)
      expect(stage().kind(x, y, 9)).not.toBe('air')
      const end = stage().body.feet.minus(stage().at(0, 0, FAR))
      expect([end.x, Math.abs(end.z) <= 1]).toEqual([0, true])
    })

    it('the agent passes falling sand unharmed', async () => {
      await inRock(
        stage(),
        [0, 0, 8, 'sand'],
        [0, 1, 8, 'sand'],
        [0, 2, 8, 'sand'],
        [0, 1, 9, 'sand'],
      )
      expect((await tunnel(stage())).result).toEqual(done)
      expect(stage().player.vitals.health).toBe(20)
    })

    it('the agent stands up to leave the tunnel', async () => {
      await inRock(stage())
      await tunnel(stage())
      const { body, at, simulation } = stage()
      const goal = new GoalNear(at(4, 1, FAR).x, at(4, 1, FAR).y, at(4, 1, FAR).z, 1)
      const arrival = await simulation.run(travel(body, goal, new AbortController().signal))
      expect(arrival).toBe('arrived')
      expect(body.posture.crawling).toBe(false)
      expect(stage().player.crawling).toBe(false)
    })

    it('the agent takes the trapdoor along if it has an axe', async () => {
      for (let tries = 0; tries < TRIES; tries++) {
        await inRock(stage())
        await stage().give({ stone_axe: 1 })
        await tunnel(stage())
        expect(stage().body.posture.crawling).toBe(true)
      }
      // The test gives the agent one each time, and the agent does not chase one that rolls too far.
      expect(stage().carried().oak_trapdoor).toBeGreaterThan(TRIES / 2)
    })

    it('the agent takes only its last trapdoor along if it has no axe', async () => {
      for (let tries = 0; tries < TRIES; tries++) {
        await inRock(stage())
        await tunnel(stage())
        expect(stage().body.posture.crawling).toBe(true)
      }
      // The test gives the agent one each time.
      expect(stage().carried().oak_trapdoor).toBe(1)
    })

    it('the agent mines ore that shows in the walls of the tunnel', async () => {
      await inRock(stage(), [1, 0, 12, 'diamond_ore'])
      const { perform, body, carried, context } = stage()
      const seen = () =>
        context.memory.blocks(['diamond_ore'], body.eye, { maxDistance: 9, limit: 1 }).length > 0
      await tunnel(stage(), seen)
      expect(body.feet.z).toBeLessThan(stage().at(0, 0, 12).z)
      expect((await perform(mine, { item: 'diamond', count: 1 })).result).toEqual(done)
      expect(carried().diamond).toBe(1)
    })
  },
)

describe.each(versionsFor('1.21.4', '1.16.5'))('a tunnel seen as a player on %s', (version) => {
  const stage = sharedStage(version, { perception: 'player' })

  it.each([1, 2, 3])('the agent notices lava under block %i of it', async (z) => {
    await inRock(stage(), [0, -1, z, 'lava'])
    const { body } = stage()
    // With its head up, the agent does not see the ground in front of it.
    const headUp = () => {
      if (body.posture.crawling && !stage().bot.targetDigBlock)
        void body.controls.look(Math.PI, 0.5)
      return false
    }
    expect((await tunnel(stage(), headUp)).result).toEqual(done)
    expect(stage().kind(0, -1, z)).not.toBe('lava')
    expect(stage().player.vitals.health).toBe(20)
  })
})

describe.each(versionsFor('1.21.4', '1.16.5'))(
  'a server that orients trapdoors unlike vanilla in %s',
  (version) => {
    const stage = sharedStage(version)

    /** Gives each trapdoor that is placed another direction. */
    const orient = (turn: (facing: string) => string) => {
      const { level, registry } = stage().game
      const { set } = level
      level.set = (x, y, z, state) => {
        const name = registry.blockName(state)
        const properties = registry.blockProperties(state)
        const isPlaced = name.endsWith('_trapdoor') && !level.name(x, y, z).endsWith('_trapdoor')
        const facing = turn(String(properties.facing))
        set.call(
          level,
          x,
          y,
          z,
          isPlaced ? registry.blockState(name, { ...properties, facing }) : state,
        )
      }
      onTestFinished(() => {
        level.set = set
      })
    }

    it('the agent hangs the trapdoor on a side wall, and so from the start later', async () => {
      const opposite: Record<string, string> = {
        ...{ north: 'south', south: 'north' },
        ...{ west: 'east', east: 'west' },
      }
      orient((facing) => opposite[facing] ?? facing)
      await inRock(stage())
      expect((await tunnel(stage())).result).toEqual(done)
      expect(stage().body.posture.crawling).toBe(true)
      expect(dug(stage()).high).toBe(0)
      expect(stage().context.agentState.exploration.hangsTrapdoors).toBe(true)
    })

    it('the agent gives up crawling after two trapdoors, and digs a walkable tunnel', async () => {
      orient(() => 'south')
      await inRock(stage())
      await stage().give({ oak_trapdoor: 3 })
      const { result } = await tunnel(stage())
      expect(result).toEqual(done)
      expect(stage().body.posture.crawling).toBe(false)
      const { context, body } = stage()
      expect(context.agentState.exploration.failedTrapdoorsNear(body.feet)).toBe(2)
    })
  },
)

describe('a tunnel one block high without input cooldowns', () => {
  const stage = sharedStage('1.16.5', { hands: 'bot' })

  it('holes in the walls expose more rock at no extra time', async () => {
    await inRock(stage())
    const { body, at, kind } = stage()
    let since = 0
    await tunnel(stage(), () => {
      if (body.feet.z < at(0, 0, 5).z) since = body.clock.tick
      return false
    })
    const places = Array.from({ length: FAR - WALKS }, (_, i) => i + WALKS)
    const holes = places.filter((z) => kind(1, 0, z) === 'air' || kind(-1, 0, z) === 'air')
    expect(holes.length).toBeGreaterThan(places.length / 4)
    expect((body.clock.tick - since) / (FAR - 5)).toBeLessThan(17)
  })
})

describe('crawl mining before 1.14', () => {
  const stage = sharedStage('1.12.2')

  it('the agent digs a walkable tunnel', async () => {
    const { give, fill, stand, context, body } = stage()
    fill([-12, -5, -3], [12, 8, DEPTH], 'stone')
    fill([0, 0, 0], [0, 1, 0], 'air')
    await give({ iron_pickaxe: 1, oak_trapdoor: 1 })
    await stand(0, 0, 0)
    context.agentState.exploration.headFor({ x: 0, z: 1 })
    expect((await tunnel(stage())).result).toEqual(done)
    expect(body.posture.crawling).toBe(false)
    expect(dug(stage()).high).toBeGreaterThan(10)
  })
})
