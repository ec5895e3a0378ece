import { Vec3 } from 'vec3'
import { describe, expect, it } from 'vitest'
import { moveElsewhere } from '#skills/moving/move-elsewhere'
import { findMould, guardMould } from '#skills/nether/mould'
import { portal } from '#skills/nether/portal'
import { placeAt } from '#skills/nether/portal-site'
import { type Stage, sharedStage } from '../../support/skills.ts'
import { longIt } from '../../support/versions.ts'
import { ERAS } from '../../support/windows.ts'

const one = { item: 'nether_portal', count: 1 }
const KIT = { water_bucket: 1, bucket: 1, flint_and_steel: 1, iron_pickaxe: 1, cobblestone: 32 }

function count({ kind }: Stage, name: string): number {
  let found = 0
  for (let x = -10; x <= 10; x++)
    for (let y = -5; y <= 9; y++)
      for (let z = -10; z <= 10; z++) if (kind(x, y, z) === name) found++
  return found
}

/** A cave in solid rock, with a pool of lava on one side. */
function cave({ fill }: Stage): void {
  fill([-10, 0, -10], [10, 9, 10], 'stone')
  fill([-2, 0, -2], [6, 2, 2], 'air')
  fill([4, -1, -2], [6, -1, 2], 'lava')
}

describe.each(ERAS)('casting a portal beside a pool of lava on %s', (version) => {
  const stage = sharedStage(version)

  longIt(
    'the agent casts ten blocks with two buckets, and lights the portal unharmed',
    async () => {
      const { give, perform, player, carried, stand } = stage()
      cave(stage())
      await stand(0, 0, 0)
      await give(KIT)
      const { result, ticks } = await perform(portal, one)
      expect(result).toEqual({ ok: true })
      expect(count(stage(), 'obsidian')).toBe(10)
      expect(count(stage(), 'nether_portal')).toBe(6)
      expect(player.vitals.health).toBe(20)
      expect(carried().water_bucket).toBe(1)
      expect(ticks).toBeLessThan(3200)
    },
    300_000,
  )

  it('the site lies above the lava, of which the rock may hide more', async () => {
    const { at, body, stand } = stage()
    cave(stage())
    await stand(0, 0, 0)
    const lava = at(4, -1, 0)
    // The frame reaches two blocks below its origin.
    expect(findMould(body, lava, [])?.origin.y).toBeGreaterThan(lava.y + 2)
  })

  longIt(
    'the agent gives a site up where it was interrupted before the frame stood',
    async () => {
      const { at, body, context, give, perform, stand } = stage()
      cave(stage())
      await stand(0, 0, 0)
      await give(KIT)
      const site = findMould(body, at(4, -1, 0), [])
      if (!site) throw new Error('no site')
      for (let starts = 0; starts < 3; starts++) context.agentState.portal.begin(site)
      await perform(portal, one)
      expect(context.agentState.portal.failed).toEqual([site.origin])
    },
    300_000,
  )
})

describe.each(ERAS)('trouble when casting a portal on %s', (version) => {
  const stage = sharedStage(version, { perception: 'loaded' })

  longIt(
    'the agent gives up a frame at which it fails a second time, and casts another',
    async () => {
      const { at, block, body, context, give, perform, stand } = stage()
      cave(stage())
      await stand(0, 0, 0)
      await give(KIT)
      const site = findMould(body, at(4, -1, 0), [])
      if (!site) throw new Error('no site')
      context.agentState.portal.begin(site)
      const put = (place: Vec3, kind: string) => {
        const { x, y, z } = place.minus(at(0, 0, 0))
        block(x, y, z, kind)
      }
      put(placeAt(site, 1, -1), 'obsidian')
      put(placeAt(site, 1, 1), 'bedrock')
      await stand(0, 0, 0)
      context.agentState.portal.miss()
      expect((await perform(portal, one)).result).toEqual({ ok: true })
      expect(context.agentState.portal.failed).toEqual([site.origin])
    },
    300_000,
  )

  it('the agent gives a site up rather than dig obsidian out of its room', async () => {
    const { at, context, fill, give, perform, stand } = stage()
    fill([-10, 0, -10], [10, 9, 10], 'stone')
    const [along, front] = [new Vec3(1, 0, 0), new Vec3(0, 0, 1)]
    const site = { origin: at(-1, 2, -4), along, front, isCast: true }
    fill([0, 2, -4], [1, 4, -2], 'air')
    fill([0, 2, -1], [1, 3, 3], 'air')
    fill([0, 2, -4], [0, 2, -4], 'obsidian')
    await stand(1, 2, -3)
    await give({ ...KIT, lava_bucket: 1 })
    context.agentState.portal.begin(site)
    await perform({ ...portal, budget: () => 400 }, one)
    expect(context.agentState.portal.failed).toContainEqual(site.origin)
  })

  it('the agent casts none without a pickaxe', async () => {
    const { give, perform, stand } = stage()
    cave(stage())
    await stand(0, 0, 0)
    const { iron_pickaxe: _, ...others } = KIT
    await give(others)
    expect((await perform(portal, one)).result).toMatchObject({
      failure: { kind: 'missing-tool', detail: expect.stringContaining('pickaxe') },
    })
  })

  longIt(
    'the agent finds a way out of a room that opens over lava',
    async () => {
      const { at, body, context, fill, give, perform, stand } = stage()
      fill([-10, 0, -10], [10, 9, 10], 'stone')
      const [along, front] = [new Vec3(1, 0, 0), new Vec3(0, 0, 1)]
      const site = { origin: at(-1, 2, -4), along, front, isCast: true }
      // The room, its entrance, and a shaft full of lava before it.
      fill([0, 2, -4], [1, 4, -2], 'air')
      fill([0, 2, -1], [1, 3, -1], 'air')
      fill([-3, -4, 0], [4, 4, 4], 'air')
      fill([-3, -4, 0], [4, -4, 4], 'lava')
      await stand(0, 2, -3)
      await give(KIT)
      context.agentState.portal.begin(site)
      guardMould(body, site)
      expect((await perform(portal, one)).result).toMatchObject({ failure: { kind: 'not-found' } })
      expect((await perform(moveElsewhere, { away: 6 })).result).toEqual({ ok: true })
    },
    300_000,
  )

  longIt(
    'the agent does not climb to the land when it cannot scoop the lava that it knows',
    async () => {
      const { at, body, bot, fill, give, perform, stand } = stage()
      cave(stage())
      fill([3, -4, -3], [7, -1, 3], 'bedrock')
      fill([4, -3, -2], [6, -3, 2], 'lava')
      await stand(0, 0, 0)
      await give(KIT)
      let highest = 0
      const look = () => {
        highest = Math.max(highest, body.position.y - at(0, 0, 0).y)
      }
      bot.on('physicsTick', look)
      const { result } = await perform(portal, one)
      bot.off('physicsTick', look)
      expect(result).toMatchObject({ failure: { kind: 'not-found' } })
      expect(highest).toBeLessThan(9)
    },
    300_000,
  )
})
